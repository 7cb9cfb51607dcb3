// SPDX-License-Identifier: GPL-2.0-only
/* Wrappers of starts, waits and tests, and of calls that give up requests. */
#include <stdlib.h>
#include <string.h>

#include "tools/seastar-mpi/requests.h"

/*
 * Copy the handles of a call, which MPI changes, and make room for their statuses. Without memory
 * their completion is not recorded.
 */
static bool keep(struct location *at, int n, const MPI_Request handles[])
{
	void *kept, *statuses;

	if (n > at->room) {
		kept = realloc(at->handles, 2 * n * sizeof(*at->handles));
		if (kept)
			at->handles = kept;
		statuses = realloc(at->statuses, 2 * n * sizeof(*at->statuses));
		if (statuses)
			at->statuses = statuses;
		if (!kept || !statuses)
			return false;
		at->room = 2 * n;
	}
	if (n > 0)
		memcpy(at->handles, handles, n * sizeof(*handles));
	return true;
}

/* Return the statuses that MPI writes: the program's or, if it ignores them, the tracer's own. */
static MPI_Status *statuses_of(struct location *at, MPI_Status statuses[])
{
	return statuses == MPI_STATUSES_IGNORE ? at->statuses : statuses;
}

/* Return true if the operation of status @i succeeded in a call that returned @code. */
static bool succeeded(int code, const MPI_Status statuses[], int i)
{
	return code == MPI_SUCCESS ||
		(code == MPI_ERR_IN_STATUS && statuses[i].MPI_ERROR == MPI_SUCCESS);
}

WRAPPER(Start, MPI_Request *handle)
{
	struct location *at = call_enter(CALL_Start);
	int code;

	if (!at)
		return real.Start(handle);
	request_start(at, *handle);
	call_begin(at);
	code = real.Start(handle);
	call_end(at);
	call_leave(at, CALL_Start);
	return code;
}

WRAPPER(Startall, int n, MPI_Request handles[])
{
	struct location *at = call_enter(CALL_Startall);
	int code, i;

	if (!at)
		return real.Startall(n, handles);
	for (i = 0; i < n; i++)
		request_start(at, handles[i]);
	call_begin(at);
	code = real.Startall(n, handles);
	call_end(at);
	call_leave(at, CALL_Startall);
	return code;
}

WRAPPER(Wait, MPI_Request *handle, MPI_Status *status)
{
	struct location *at = call_enter(CALL_Wait);
	MPI_Request waited;
	MPI_Status own;
	int code;

	if (!at)
		return real.Wait(handle, status);
	waited = *handle;
	if (status == MPI_STATUS_IGNORE)
		status = &own;
	call_begin(at);
	code = real.Wait(handle, status);
	call_end(at);
	if (code == MPI_SUCCESS)
		request_complete(at, waited, status);
	call_leave(at, CALL_Wait);
	return code;
}

WRAPPER(Waitall, int n, MPI_Request handles[], MPI_Status statuses[])
{
	struct location *at = call_enter(CALL_Waitall);
	bool kept;
	int code, i;

	if (!at)
		return real.Waitall(n, handles, statuses);
	kept = keep(at, n, handles);
	if (kept)
		statuses = statuses_of(at, statuses);
	call_begin(at);
	code = real.Waitall(n, handles, statuses);
	call_end(at);
	for (i = 0; kept && i < n; i++)
		if (succeeded(code, statuses, i))
			request_complete(at, at->handles[i], &statuses[i]);
	call_leave(at, CALL_Waitall);
	return code;
}

WRAPPER(Waitany, int n, MPI_Request handles[], int *index, MPI_Status *status)
{
	struct location *at = call_enter(CALL_Waitany);
	MPI_Status own;
	bool kept;
	int code;

	if (!at)
		return real.Waitany(n, handles, index, status);
	kept = keep(at, n, handles);
	if (status == MPI_STATUS_IGNORE)
		status = &own;
	call_begin(at);
	code = real.Waitany(n, handles, index, status);
	call_end(at);
	if (kept && code == MPI_SUCCESS && *index != MPI_UNDEFINED)
		request_complete(at, at->handles[*index], status);
	call_leave(at, CALL_Waitany);
	return code;
}

/* Record the @done operations at @indices that a call with result @code has completed. */
static void complete_some(struct location *at, int code, int done, const int indices[],
			  const MPI_Status statuses[])
{
	for (int i = 0; done != MPI_UNDEFINED && i < done; i++)
		if (succeeded(code, statuses, i))
			request_complete(at, at->handles[indices[i]], &statuses[i]);
}

WRAPPER(Waitsome, int n, MPI_Request handles[], int *done, int indices[], MPI_Status statuses[])
{
	struct location *at = call_enter(CALL_Waitsome);
	bool kept;
	int code;

	if (!at)
		return real.Waitsome(n, handles, done, indices, statuses);
	kept = keep(at, n, handles);
	if (kept)
		statuses = statuses_of(at, statuses);
	call_begin(at);
	code = real.Waitsome(n, handles, done, indices, statuses);
	call_end(at);
	if (kept)
		complete_some(at, code, *done, indices, statuses);
	call_leave(at, CALL_Waitsome);
	return code;
}

WRAPPER(Test, MPI_Request *handle, int *flag, MPI_Status *status)
{
	struct location *at = call_enter(CALL_Test);
	MPI_Request tested;
	MPI_Status own;
	int code;

	if (!at)
		return real.Test(handle, flag, status);
	tested = *handle;
	if (status == MPI_STATUS_IGNORE)
		status = &own;
	call_begin(at);
	code = real.Test(handle, flag, status);
	call_end(at);
	if (code == MPI_SUCCESS && *flag)
		request_complete(at, tested, status);
	else if (code == MPI_SUCCESS)
		request_untested(at, tested);
	call_leave(at, CALL_Test);
	return code;
}

WRAPPER(Testall, int n, MPI_Request handles[], int *flag, MPI_Status statuses[])
{
	struct location *at = call_enter(CALL_Testall);
	bool kept;
	int code, i;

	if (!at)
		return real.Testall(n, handles, flag, statuses);
	kept = keep(at, n, handles);
	if (kept)
		statuses = statuses_of(at, statuses);
	call_begin(at);
	code = real.Testall(n, handles, flag, statuses);
	call_end(at);
	for (i = 0; kept && i < n; i++) {
		if (!*flag)
			request_untested(at, at->handles[i]);
		else if (succeeded(code, statuses, i))
			request_complete(at, at->handles[i], &statuses[i]);
	}
	call_leave(at, CALL_Testall);
	return code;
}

WRAPPER(Testany, int n, MPI_Request handles[], int *index, int *flag, MPI_Status *status)
{
	struct location *at = call_enter(CALL_Testany);
	MPI_Status own;
	bool kept;
	int code, i;

	if (!at)
		return real.Testany(n, handles, index, flag, status);
	kept = keep(at, n, handles);
	if (status == MPI_STATUS_IGNORE)
		status = &own;
	call_begin(at);
	code = real.Testany(n, handles, index, flag, status);
	call_end(at);
	if (kept && code == MPI_SUCCESS && *flag && *index != MPI_UNDEFINED)
		request_complete(at, at->handles[*index], status);
	for (i = 0; kept && code == MPI_SUCCESS && !*flag && i < n; i++)
		request_untested(at, at->handles[i]);
	call_leave(at, CALL_Testany);
	return code;
}

WRAPPER(Testsome, int n, MPI_Request handles[], int *done, int indices[], MPI_Status statuses[])
{
	struct location *at = call_enter(CALL_Testsome);
	bool kept;
	int code, i;

	if (!at)
		return real.Testsome(n, handles, done, indices, statuses);
	kept = keep(at, n, handles);
	if (kept)
		statuses = statuses_of(at, statuses);
	call_begin(at);
	code = real.Testsome(n, handles, done, indices, statuses);
	call_end(at);
	if (kept)
		complete_some(at, code, *done, indices, statuses);
	for (i = 0; kept && *done == 0 && i < n; i++)
		request_untested(at, at->handles[i]);
	call_leave(at, CALL_Testsome);
	return code;
}

/* Record MPI_Request_get_status of @handle, which leaves the request to a wait or test. */
static void record_look(struct location *at, MPI_Request handle, bool complete)
{
	if (!complete)
		request_untested(at, handle);
}

FORWARD(Request_get_status, P(MPI_Request handle, int *flag, MPI_Status *status),
	A(handle, flag, status), record_look(at, handle, code != MPI_SUCCESS || *flag))

/* Whether the operation was cancelled is known when it completes. */
WRAPPER(Cancel, MPI_Request *handle)
{
	struct location *at = call_enter(CALL_Cancel);
	int code;

	if (!at)
		return real.Cancel(handle);
	request_cancel(*handle);
	call_begin(at);
	code = real.Cancel(handle);
	call_end(at);
	call_leave(at, CALL_Cancel);
	return code;
}

WRAPPER(Request_free, MPI_Request *handle)
{
	struct location *at = call_enter(CALL_Request_free);
	int code;

	if (!at)
		return real.Request_free(handle);
	request_release(at, *handle);
	call_begin(at);
	code = real.Request_free(handle);
	call_end(at);
	call_leave(at, CALL_Request_free);
	return code;
}
