// SPDX-License-Identifier: GPL-2.0-only
/* Wrappers of calls whose messages are not recorded, from their table. */
#include "tools/seastar-mpi/tracer.h"

#define COUNTED(name, role, parameters, arguments) \
WRAPPER(name, parameters) \
{ \
	struct location *at = call_enter(CALL_##name); \
	int code; \
\
	if (!at) \
		return real.name(arguments); \
	call_refuse(at, CALL_##name); \
	call_begin(at); \
	code = real.name(arguments); \
	call_end(at); \
	call_leave(at, CALL_##name); \
	return code; \
}

#include "tools/seastar-mpi/counted.def"
