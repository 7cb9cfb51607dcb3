/* SPDX-License-Identifier: GPL-2.0-only */
/* Commits, for whoever makes one. */
#ifndef CONFIG_H
#define CONFIG_H

#include <stddef.h>
#include <stdint.h>

#include "settings.h"

/* Commit what is asked of @n devices, and print what the kernel says of it. */
void config_commit(const struct settings *s, size_t n, uint32_t timeout);

#endif /* CONFIG_H */
