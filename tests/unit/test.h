/* SPDX-License-Identifier: GPL-2.0-only */
/* cmocka needs these headers before its own. */
#ifndef UNIT_TEST_H
#define UNIT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif /* UNIT_TEST_H */
