// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "file.h"
#include "print.h"

#define MAX_MIB	256	/* more than the settings of 32 devices of 32,768 routers take */

static size_t read_some(int fd, const char *path, char *to, size_t room)
{
	ssize_t n;

	do
		n = read(fd, to, room);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		die("cannot read %s: %s", path, strerror(errno));
	return n;
}

/*
 * Remove a byte order mark from @text, and refuse zero bytes, which no text has; return the length.
 */
static size_t clean(char *text, size_t length, const char *path)
{
	static const char mark[] = "\xef\xbb\xbf";
	const char *zero = memchr(text, '\0', length);
	size_t skip = sizeof(mark) - 1, line = 1;

	for (const char *c = text; zero && c < zero; c++)
		line += *c == '\n';
	if (zero)
		die("%s:%zu: has a byte 0, so it is not text: remove it", path, line);
	if (length < skip || memcmp(text, mark, skip))
		return length;
	memmove(text, text + skip, length - skip + 1);
	return length - skip;
}

char *file_contents(const char *path, size_t *length)
{
	int fd = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
	size_t n, size = 65536;
	char *text;

	if (fd < 0)
		die("cannot open %s: %s", path, strerror(errno));
	text = allocate(size, 1);
	*length = 0;
	while ((n = read_some(fd, path, text + *length, size - *length))) {
		*length += n;
		if (*length > (size_t)MAX_MIB << 20)
			die("%s is larger than %d MiB", fd == STDIN_FILENO ? "stdin" : path,
			    MAX_MIB);
		if (*length == size) {
			size *= 2;
			text = resize(text, size, 1);
		}
	}
	if (fd != STDIN_FILENO)
		close(fd);
	text[*length] = '\0';
	*length = clean(text, *length, fd == STDIN_FILENO ? "stdin" : path);
	return text;
}
