// SPDX-License-Identifier: GPL-2.0-only
/*
 * Any line as a command line of the tool, under libFuzzer.
 *
 * The line is taken apart as that of a batch is, and main() is run with its words, in this
 * process: exit() comes back here, memory that is left is freed, and what the tool keeps in
 * variables is put back. There is no kernel: what would talk to it is refused. Nor are there
 * files or processes. An error is status 1 or 2, one line on stderr, and nothing on stdout.
 */
#include <errno.h>
#include <getopt.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>

#include <sanitizer/allocator_interface.h>

#include "tools/seastar/base/words.h"

#define MOST_BLOCKS	65536
#define MOST_BYTES	1024
#define MOST_OUTPUT	1048576

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);
int seastar_main(int argc, char **argv);

/* The tool's variables: its sections of data, which the linker names so (see the Makefile) */
extern char __start_tool_data[], __stop_tool_data[], __start_tool_bss[], __stop_tool_bss[];
static char *first_data, *first_bss;

static jmp_buf ended;
static bool running;
static int status;

/* Blocks that the tool has, by address; a hash with open addressing */
static const void *block[MOST_BLOCKS];
static size_t blocks;

static void fail(const char *why) __attribute__((noreturn));

static void fail(const char *why)
{
	running = false;
	fprintf(stderr, "%s\n", why);
	abort();
}

static size_t place_of(const void *p)
{
	size_t i = ((uintptr_t)p >> 4) % MOST_BLOCKS;

	while (block[i] && block[i] != p)
		i = (i + 1) % MOST_BLOCKS;
	return i;
}

static void on_malloc(const volatile void *p, size_t size)
{
	(void)size;
	if (!running || !p)
		return;
	if (blocks++ == MOST_BLOCKS / 2)
		fail("the tool has more blocks of memory than this test keeps count of");
	block[place_of((const void *)p)] = (const void *)p;
}

/* Remove block @i.  Blocks behind it are put anew: they may be there since its place was taken. */
static void forget(size_t i)
{
	const void *p;

	blocks--;
	block[i] = NULL;
	for (i = (i + 1) % MOST_BLOCKS; block[i]; i = (i + 1) % MOST_BLOCKS) {
		p = block[i];
		block[i] = NULL;
		block[place_of(p)] = p;
	}
}

static void on_free(const volatile void *p)
{
	size_t i;

	if (!running || !p)
		return;
	i = place_of((const void *)p);
	if (block[i])
		forget(i);
}

/* Return whether there were any. */
static bool free_blocks(void)
{
	bool any = blocks;
	size_t i;

	for (i = 0; blocks; i++) {
		if (!block[i])
			continue;
		free((void *)block[i]);
		block[i] = NULL;
		blocks--;
	}
	return any;
}

/*
 * Wrappers of functions that the tool calls, by the linker's --wrap.  libFuzzer, which is linked
 * with this program, calls some of them, too.
 */
#define WRAP(type, name, parameters)						\
	type __real_##name parameters;						\
	type __wrap_##name parameters;						\
	type __wrap_##name parameters

typedef void (*handler_fn)(int);

void __wrap_exit(int how) __attribute__((noreturn));
void __real_exit(int how) __attribute__((noreturn));

void __wrap_exit(int how)
{
	if (!running)
		__real_exit(how);
	status = how;
	longjmp(ended, 1);
}

static bool refused(int error)
{
	if (running)
		errno = error;
	return running;
}

WRAP(void *, mnl_socket_open2, (int bus, int flags))
{
	return refused(EPROTONOSUPPORT) ? NULL : __real_mnl_socket_open2(bus, flags);
}

/* The real function would mount tracefs. */
WRAP(const char *, tracefs_tracing_dir, (void))
{
	return refused(ENOENT) ? NULL : __real_tracefs_tracing_dir();
}

WRAP(FILE *, fopen, (const char *path, const char *mode))
{
	return refused(ENOENT) ? NULL : __real_fopen(path, mode);
}

WRAP(int, open, (const char *path, int flags, mode_t mode))
{
	return refused(EACCES) ? -1 : __real_open(path, flags, mode);
}

WRAP(pid_t, fork, (void))
{
	return refused(EAGAIN) ? -1 : __real_fork();
}

WRAP(int, sigaction, (int number, const struct sigaction *action, struct sigaction *before))
{
	if (!running)
		return __real_sigaction(number, action, before);
	if (before)
		*before = (struct sigaction){ .sa_handler = SIG_DFL };
	return 0;
}

/* Ignore functions registered for the program's end: those of all runs would pile up. */
WRAP(int, atexit, (void (*function)(void)))
{
	return running ? 0 : __real_atexit(function);
}

WRAP(handler_fn, signal, (int number, handler_fn handler))
{
	return running ? SIG_DFL : __real_signal(number, handler);
}

/* Copy byte by byte: between variables there are red zones, and memcpy() would be checked. */
__attribute__((no_sanitize("address")))
static void copy_bytes(volatile char *to, const char *from, size_t size)
{
	while (size--)
		*to++ = *from++;
}

static char *copy(const void *from, size_t size)
{
	char *to = malloc(size + 1);

	if (!to)
		fail("out of memory");
	copy_bytes(to, from, size);
	to[size] = '\0';
	return to;
}

/* One run, its outputs in memory */

struct output {
	FILE *stream;
	size_t length;
	char text[MOST_OUTPUT];
	char buffer[BUFSIZ];
};

static struct output out, err;

/* Open the outputs in advance: memory allocated later would be taken for the tool's. */
static void open_output(struct output *o)
{
	o->stream = fmemopen(o->text, sizeof(o->text), "w");
	if (!o->stream || setvbuf(o->stream, o->buffer, _IOFBF, sizeof(o->buffer)))
		fail("out of memory");
}

static void close_output(struct output *o)
{
	if (fflush(o->stream))
		fail("more is printed than this test has room for");
	o->length = ftell(o->stream);
	fclose(o->stream);
}

static void run(int argc, char **argv)
{
	FILE *real_out = stdout, *real_err = stderr;
	bool jumped;

	open_output(&out);
	open_output(&err);
	stdout = out.stream;
	stderr = err.stream;
	optind = 0;
	running = true;
	jumped = setjmp(ended);
	if (!jumped)
		status = seastar_main(argc, argv);
	running = false;
	stdout = real_out;
	stderr = real_err;
	close_output(&out);
	close_output(&err);
	if (free_blocks() && !jumped)
		fail("memory is lost although the tool came to its end");
	copy_bytes(__start_tool_data, first_data, __stop_tool_data - __start_tool_data);
	copy_bytes(__start_tool_bss, first_bss, __stop_tool_bss - __start_tool_bss);
}

static size_t lines(const struct output *o)
{
	size_t i, n = 0;

	for (i = 0; i < o->length; i++)
		n += o->text[i] == '\n';
	return n;
}

static void judge(void)
{
	if (status < 0 || status > 2)
		fail("the status is not 0, 1 or 2");
	if (!status && err.length)
		fail("a success says something on stderr");
	if (!status)
		return;
	if (lines(&err) != 1 || err.text[err.length - 1] != '\n')
		fail("an error is not one line on stderr");
	if (strncmp(err.text, "seastar: ", 9))
		fail("an error does not begin with the tool's name");
	if (out.length)
		fail("an error prints something on stdout");
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	time_t now = 0;

	/* the C library keeps another locale to the end, which is no loss of the tool */
	setenv("LC_ALL", "C", 1);
	(void)argc;
	(void)argv;
	/* have the C library allocate now what it allocates once */
	localtime(&now);
	if (!freopen("/dev/null", "r", stdin))
		fail("there is no /dev/null");
	getchar();
	first_data = copy(__start_tool_data, __stop_tool_data - __start_tool_data);
	first_bss = copy(__start_tool_bss, __stop_tool_bss - __start_tool_bss);
	__sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char **words, *line;
	int argc = 1;

	if (size > MOST_BYTES)
		return 0;
	line = copy(data, size);
	words = calloc(size / 2 + 3, sizeof(*words));
	if (!words)
		fail("out of memory");
	words[0] = "seastar";
	if (!words_split(line, words + 1)) {
		while (words[argc])
			argc++;
		run(argc, words);
		judge();
	}
	free(words);
	free(line);
	return 0;
}
