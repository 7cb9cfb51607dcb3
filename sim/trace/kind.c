// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "format.h"
#include "kind.h"

#define HEAD	4096	/* bytes of a file that are looked at */
#define BLANKS	" \t\r\n"

/* An anchor file of OTF2 begins with the kind of its first record and a mark of the byte order. */
#define ANCHOR	2

static bool begins(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

static bool ends(const char *text, const char *with)
{
	size_t n = strlen(text), length = strlen(with);

	return n > length && !strcmp(text + n - length, with);
}

/* Return true if @line is the first action of a rank. */
static bool is_action(const char *line)
{
	size_t digits = strspn(line, "0123456789");

	return digits && begins(line + digits, " init");
}

/* Return true if @line is the path of a rank's file. */
static bool is_path(const char *line)
{
	return !strpbrk(line, BLANKS) && (ends(line, ".txt") || ends(line, ".ti"));
}

static enum trace_kind kind_of_text(char *text)
{
	text += strspn(text, BLANKS);
	if (begins(text, "num_ranks") || begins(text, "//") || begins(text, "/*"))
		return TRACE_KIND_PROGRAM;
	if (begins(text, TRACE_NAME))
		return TRACE_KIND_MESSAGES;
	if (begins(text, "#Paraver"))
		return TRACE_KIND_PARAVER;
	if (begins(text, "#DIMEMAS"))
		return TRACE_KIND_DIMEMAS;
	text[strcspn(text, "\r\n")] = '\0';
	if (is_action(text))
		return TRACE_KIND_SMPI_RANK;
	return is_path(text) ? TRACE_KIND_SMPI : TRACE_KIND_OTHER;
}

enum trace_kind trace_kind_of_head(const char *head, size_t size)
{
	char text[HEAD + 1];

	size = size < HEAD ? size : HEAD;
	memcpy(text, head, size);
	text[size] = '\0';
	if (size > ANCHOR && begins(text + ANCHOR, "OTF2"))
		return TRACE_KIND_OTF2;
	return kind_of_text(text);
}

enum trace_kind trace_kind_of(const char *path)
{
	char head[HEAD];
	struct stat st;
	size_t size;
	FILE *from;

	if (stat(path, &st))
		return TRACE_KIND_OTHER;
	if (S_ISDIR(st.st_mode))
		return TRACE_KIND_FOLDER;
	from = S_ISREG(st.st_mode) ? fopen(path, "r") : NULL;
	if (!from)
		return TRACE_KIND_OTHER;
	size = fread(head, 1, sizeof(head), from);
	fclose(from);
	return trace_kind_of_head(head, size);
}

bool trace_reads_once(const char *path)
{
	struct stat st;

	return !strcmp(path, "-") ||
	       (!stat(path, &st) && (S_ISFIFO(st.st_mode) || S_ISCHR(st.st_mode) ||
				     S_ISSOCK(st.st_mode)));
}

bool trace_serves(const char *path, u32 experiments, struct sim_error *err)
{
	return experiments < 2 || !trace_reads_once(path) ||
	       sim_fail(err, "the trace '%.200s' is a pipe or standard input, which one experiment alone can read, and there are %u: give a file",
			path, experiments);
}

/* Return true if a folder is that of an archive. */
static bool has_anchor(const char *folder)
{
	char path[HEAD];
	struct stat st;
	int n = snprintf(path, sizeof(path), "%s/traces.otf2", folder);

	return n < (int)sizeof(path) && !stat(path, &st);
}

bool trace_kind_refuse(const char *path, enum trace_kind kind, struct sim_error *err)
{
	static const char *const why[] = {
		[TRACE_KIND_FOLDER] = "a folder: give a file in it",
		[TRACE_KIND_MESSAGES] = "a trace of messages: 'seastar-sim run pattern=trace trace=FILE' replays it",
		[TRACE_KIND_PROGRAM] = "a program: 'seastar-sim run pattern=trace trace=FILE' replays it",
		[TRACE_KIND_PARAVER] = "a trace of Paraver: 'seastar-sim convert' makes it a trace of messages, if its name ends in .prv",
		[TRACE_KIND_DIMEMAS] = "a trace of Dimemas: 'seastar-sim convert' makes it a program, if its name ends in .dim or .trf",
		[TRACE_KIND_SMPI] = "a trace of SMPI: 'seastar-sim convert' makes it a program, if its name ends in .ti or .txt",
		[TRACE_KIND_SMPI_RANK] = "a rank's file of a trace of SMPI: give 'seastar-sim convert' the file that lists those of all ranks",
		[TRACE_KIND_OTF2] = "an archive in the format OTF2: 'seastar-sim convert' makes it a program, if its name ends in .otf2",
	};

	if (kind == TRACE_KIND_FOLDER && has_anchor(path))
		return sim_fail(err, "%.200s: this is the folder of an archive in the format OTF2: 'seastar-sim convert' makes it a program",
				path);
	return sim_fail(err, "%.200s: this is %s", path, why[kind]);
}
