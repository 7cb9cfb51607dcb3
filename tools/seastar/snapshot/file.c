// SPDX-License-Identifier: GPL-2.0-only
/* Snapshots kept in files. */
#include <ctype.h>
#include <stdlib.h>

#include "tools/seastar/base/file.h"
#include "tools/seastar/base/print.h"

#include "snapshot.h"

static bool snapshot_file_is_blank(const char *text, size_t n)
{
	while (n && isspace((unsigned char)text[n - 1]))
		n--;
	return !n;
}

struct json_object *snapshot_file(const char *path)
{
	struct json_tokener *t = json_tokener_new();
	enum json_tokener_error error;
	struct json_object *o;
	size_t length, end;
	bool more;
	char *text = file_contents(path, &length);

	if (!t)
		die("out of memory");
	o = json_tokener_parse_ex(t, text, length);
	error = json_tokener_get_error(t);
	end = json_tokener_get_parse_end(t);
	json_tokener_free(t);
	more = error == json_tokener_success && !snapshot_file_is_blank(text + end, length - end);
	free(text);
	if (error == json_tokener_continue)
		die("%s: this is not JSON, or is cut off", path);
	if (error != json_tokener_success)
		die("%s: this is no JSON: %s at byte %zu", path, json_tokener_error_desc(error),
		    end);
	if (more)
		die("%s: this is no snapshot: there is more after it, at byte %zu", path, end);
	return o;
}
