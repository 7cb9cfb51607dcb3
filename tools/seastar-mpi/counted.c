// SPDX-License-Identifier: GPL-2.0-only
/* Wrappers of calls whose messages are not recorded, from their table. */
#include "tools/seastar-mpi/tracer.h"

#define COUNTED(name, role, parameters, arguments) \
FORWARD(name, P(parameters), A(arguments), call_refuse(at, CALL_##name))

#include "tools/seastar-mpi/counted.def"
