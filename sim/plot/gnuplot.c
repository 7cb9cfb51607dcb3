// SPDX-License-Identifier: GPL-2.0-only
/* Pictures, drawn by gnuplot from a script with its data inside. */
#define _GNU_SOURCE	/* environ */
#include <ctype.h>
#include <errno.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/base/memory.h"

#include "gnuplot.h"

/*
 * Okabe and Ito's colours, which colour-blind people can tell apart, without the yellow, which is
 * hard to see on white.
 */
static const char style[] =
	"set encoding utf8\n"
	"set linetype 1 lc rgb '#0072b2' lw 1.6 pt 7\n"
	"set linetype 2 lc rgb '#d55e00' lw 1.6 pt 5\n"
	"set linetype 3 lc rgb '#009e73' lw 1.6 pt 9\n"
	"set linetype 4 lc rgb '#cc79a7' lw 1.6 pt 13\n"
	"set linetype 5 lc rgb '#e69f00' lw 1.6 pt 11\n"
	"set linetype 6 lc rgb '#56b4e9' lw 1.6 pt 15\n"
	"set linetype 7 lc rgb '#000000' lw 1.6 pt 2\n"
	"set linetype cycle 7\n"
	/* viridis: from dark to light in even steps, also when printed in grey */
	"set palette defined (0 '#440154', 1 '#472d7b', 2 '#3b528b', 3 '#2c728e', 4 '#21918c', 5 '#28ae80', 6 '#5ec962', 7 '#addc30', 8 '#fde725')\n"
	"set border lc rgb '#555555'\n"
	"set tics textcolor rgb '#222222'\n"
	"set grid lt 1 lc rgb '#dddddd' lw 0.7\n"
	"set style fill solid 1 noborder\n"
	"set errorbars small\n"
	"set datafile missing 'nan'\n"
	"set key noenhanced\n";

bool picture_format_of(const char *path, enum picture_format *format, struct sim_error *err)
{
	const char *suffix = strrchr(path, '.');

	if (suffix && !strcmp(suffix, ".svg"))
		*format = PICTURE_SVG;
	else if (suffix && !strcmp(suffix, ".png"))
		*format = PICTURE_PNG;
	else if (suffix && !strcmp(suffix, ".gp"))
		*format = PICTURE_SCRIPT;
	else
		return sim_fail(err, "%s: a picture's name ends in .svg, .png or .gp", path);
	return true;
}

void gnuplot_begin(struct gnuplot *g)
{
	g->script = sim_need(open_memstream(&g->text, &g->size));
}

void gnuplot_drop(struct gnuplot *g)
{
	fclose(g->script);
	free(g->text);
}

/*
 * Print @text as a string in single quotes, in which gnuplot expands nothing and runs no command.
 */
void gnuplot_string(FILE *script, const char *text)
{
	putc('\'', script);
	for (; *text; text++) {
		if (*text == '\'')
			putc('\'', script);
		putc(iscntrl((unsigned char)*text) ? ' ' : *text, script);
	}
	putc('\'', script);
}

/* Return the whole script: terminal, style, commands and data.  Releases @g. */
static char *whole_script(struct gnuplot *g, enum picture_format format, u32 width, u32 height,
			  size_t *size)
{
	char *text;
	FILE *to = sim_need(open_memstream(&text, size));

	fclose(g->script);
	fprintf(to, "set terminal %s noenhanced size %u,%u background rgb '#ffffff'\n%s%s",
		format == PICTURE_PNG ? "pngcairo font 'sans,10'" :
					"svg fixed font 'sans-serif,13'",
		width, height, style, g->text);
	fclose(to);
	free(g->text);
	return text;
}

/* Return a temporary file with @text, to be read from its beginning, or NULL on an error. */
static FILE *file_of(const char *text, size_t size)
{
	FILE *f = tmpfile();

	if (f && (fwrite(text, 1, size, f) != size || fflush(f) || fseek(f, 0, SEEK_SET))) {
		fclose(f);
		f = NULL;
	}
	return f;
}

/*
 * Start gnuplot without the user's settings and with a fixed locale, so that a picture does not
 * depend on them.
 */
static int spawn_gnuplot(pid_t *pid, FILE *in, FILE *out, FILE *said)
{
	static char *const argv[] = {
		"env", "-u", "GNUTERM", "LC_ALL=C.UTF-8", "gnuplot", "-d", NULL
	};
	posix_spawn_file_actions_t files;
	int failed;

	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_adddup2(&files, fileno(in), STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&files, fileno(out), STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&files, fileno(said), STDERR_FILENO);
	failed = posix_spawnp(pid, argv[0], &files, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&files);
	return failed;
}

/*
 * Report the error line in gnuplot's messages @said, which also have copies of the script, carets
 * and warnings.  Returns false.
 */
static bool complain(FILE *said, struct sim_error *err)
{
	char line[256], why[256] = "it gave no reason";
	size_t indent;

	rewind(said);
	while (fgets(line, sizeof(line), said)) {
		line[strcspn(line, "\n")] = '\0';
		indent = strspn(line, " \t");
		if (line[indent])
			snprintf(why, sizeof(why), "%s", line + indent);
		if (!strncmp(why, "line ", 5) && !strstr(why, "warning:"))
			break;
	}
	return sim_fail(err, "gnuplot failed: %s", why);
}

#define NOT_FOUND	127	/* exit status of env if there is no such command */

static bool draw(FILE *in, FILE *out, FILE *said, struct sim_error *err)
{
	int status = 0, failed;
	pid_t pid;

	failed = spawn_gnuplot(&pid, in, out, said);
	if (failed)
		return sim_fail(err, "cannot start gnuplot: %s", strerror(failed));
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND)
		return sim_fail(err, "there is no gnuplot: install the package gnuplot-nox");
	return status ? complain(said, err) : true;
}

static bool read_back(FILE *f, struct picture *picture)
{
	long end;

	if (fseek(f, 0, SEEK_END))
		return false;
	end = ftell(f);
	if (end <= 0 || fseek(f, 0, SEEK_SET))
		return false;
	picture->bytes = sim_alloc(end + 1, 1);
	picture->size = fread(picture->bytes, 1, end, f);
	return true;
}

static void close_if(FILE *f)
{
	if (f)
		fclose(f);
}

static bool draw_script(const char *script, size_t size, struct picture *picture,
			struct sim_error *err)
{
	FILE *in = file_of(script, size), *out = tmpfile(), *said = tmpfile();
	bool drawn;

	if (in && out && said)
		drawn = draw(in, out, said, err);
	else
		drawn = sim_fail(err, "cannot make a temporary file: %s", strerror(errno));
	if (drawn && !read_back(out, picture))
		drawn = sim_fail(err, "gnuplot drew nothing");
	close_if(in);
	close_if(out);
	close_if(said);
	return drawn;
}

bool gnuplot_end(struct gnuplot *g, enum picture_format format, u32 width, u32 height,
		 struct picture *picture, struct sim_error *err)
{
	size_t size;
	char *script = whole_script(g, format, width, height, &size);
	bool drawn;

	if (format == PICTURE_SCRIPT) {
		*picture = (struct picture){ script, size };
		return true;
	}
	drawn = draw_script(script, size, picture, err);
	free(script);
	return drawn;
}
