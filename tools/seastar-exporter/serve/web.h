/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The file of --web.config.file, in the form of Prometheus' exporter toolkit: encryption, and who
 * may read.
 */
#ifndef EXPORTER_SERVE_WEB_H
#define EXPORTER_SERVE_WEB_H

#include <stdbool.h>
#include <stddef.h>

struct web_user {
	char *name;
	char *hash;	/* hash of the password, as crypt(5) has it */
};

/**
 * struct web - what a web configuration says
 * @cert: certificate, PEM; NULL: no encryption
 * @key: its private key, likewise
 * @user: who may read; all if there are none
 * @users: how many
 */
struct web {
	char *cert, *key;
	struct web_user *user;
	size_t users;
};

/* Read it; what is wrong with it ends the program with one line. */
void web_read(struct web *w, const char *path);

/* May @name, who says @password, read?  It takes as long for a name that is not known. */
bool web_admits(const struct web *w, const char *name, const char *password);

void web_free(struct web *w);

#endif /* EXPORTER_SERVE_WEB_H */
