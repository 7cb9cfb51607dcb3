/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SEASTAR_VERSION_H
#define SEASTAR_VERSION_H

#define SEASTAR_VERSION	"0.3"

#endif /* SEASTAR_VERSION_H */
