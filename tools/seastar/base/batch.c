// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each command of a batch runs in a process of its own, since an error ends the process.  The exit
 * releases the command's memory and sockets.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "batch.h"
#include "print.h"
#include "words.h"

struct batch {
	const char *path;	/* path of the file, for messages */
	FILE *file;
	bool force;
	void (*run)(struct args *a);
	char *text;		/* text of the line */
	size_t size;
	size_t line, done;
};

/* Detach the child from the file, since the parent goes on to read it. */
static void leave_file(struct batch *b)
{
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);

	if (null < 0 || dup2(null, fileno(b->file)) < 0)
		die("cannot open /dev/null: %s", strerror(errno));
	close(null);
}

static void run_line(struct batch *b, size_t length) __attribute__((noreturn));

static void run_line(struct batch *b, size_t length)
{
	char **words = allocate(length / 2 + 2, sizeof(*words));
	struct args a = { .word = words };
	const char *wrong;

	leave_file(b);
	if (strlen(b->text) < length)
		args_die(&a, "a zero byte is in the line");
	b->text[strcspn(b->text, "\n")] = '\0';
	wrong = words_split(b->text, words);
	if (wrong)
		args_die(&a, "%s", wrong);
	/* "seastar" before a command is skipped: suggest and whatif print it */
	a.word += words[0] && !strcmp(words[0], "seastar");
	if (args_more(&a) && **a.word == '-')
		args_die(&a, "'%s': options stand before '-b', and hold for all lines", *a.word);
	b->run(&a);
	print_finish();
	exit(EXIT_SUCCESS);
}

/* Run a line in a process of its own.  Return: its exit status. */
static int run_child(struct batch *b, size_t length)
{
	pid_t child;
	int status;

	fflush(stdout);
	child = fork();
	if (child < 0)
		die("cannot make a process for the command: %s", strerror(errno));
	if (!child)
		run_line(b, length);
	while (waitpid(child, &status, 0) < 0) {
		if (errno != EINTR)
			die("cannot wait for the command: %s", strerror(errno));
	}
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	if (WTERMSIG(status) == SIGPIPE) {	/* stdout of the parent has the same reader */
		raise(SIGPIPE);
		exit(EXIT_FAILURE);
	}
	if (!b->force)
		die("the command was ended by signal %d", WTERMSIG(status));
	warn("the command was ended by signal %d", WTERMSIG(status));
	return EXIT_FAILURE;
}

/* Remove a byte order mark from the first line, and a CR from the line's end; return the length. */
static size_t clean_line(struct batch *b, size_t length)
{
	static const char mark[] = "\xef\xbb\xbf";
	size_t skip = sizeof(mark) - 1;

	if (b->line == 1 && length >= skip && !memcmp(b->text, mark, skip)) {
		length -= skip;
		memmove(b->text, b->text + skip, length + 1);
	}
	if (length > 1 && b->text[length - 1] == '\n' && b->text[length - 2] == '\r') {
		length--;
		memcpy(b->text + length - 1, "\n", sizeof("\n"));
	}
	return length;
}

static bool batch_is_blank(const char *line, size_t length)
{
	size_t start = strspn(line, " \t\n\v\f\r");

	return start == length || line[start] == '#';
}

static int run_lines(struct batch *b)
{
	int status, worst = EXIT_SUCCESS;
	ssize_t length;

	while ((length = getline(&b->text, &b->size, b->file)) >= 0) {
		b->line++;
		length = clean_line(b, length);
		if (batch_is_blank(b->text, length))
			continue;
		print_place(b->path, b->line, b->done, b->force);
		status = run_child(b, length);
		b->done += !status;
		if (status > worst)
			worst = status;
		if (status && !b->force)
			break;
	}
	print_place(NULL, 0, 0, true);
	if (ferror(b->file))
		die("cannot read %s: %s", b->path, strerror(errno));
	return worst;
}

int batch_run(const char *path, bool force, void (*run)(struct args *a))
{
	bool is_stdin = !strcmp(path, "-");
	struct batch b = {
		.path = is_stdin ? "stdin" : path,
		.file = is_stdin ? stdin : fopen(path, "re"),
		.force = force,
		.run = run,
	};
	int status;

	if (!b.file)
		die("cannot open %s: %s", path, strerror(errno));
	status = run_lines(&b);
	free(b.text);
	if (!is_stdin)
		fclose(b.file);
	return status;
}
