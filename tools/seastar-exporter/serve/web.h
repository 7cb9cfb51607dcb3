/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The file of --web.config.file, in the form of Prometheus' exporter toolkit: encryption, and users
 * who may read.
 */
#ifndef EXPORTER_SERVE_WEB_H
#define EXPORTER_SERVE_WEB_H

#include <stdbool.h>
#include <stddef.h>

struct web_user {
	char *name;
	char *hash;	/* hash of the password, by crypt(5) */
};

/**
 * struct web - a web configuration
 * @cert: certificate, PEM; NULL: no encryption
 * @key: private key of the certificate, PEM; NULL: no encryption
 * @user: users who may read; none: all users may read
 * @users: number of users
 */
struct web {
	char *cert, *key;
	struct web_user *user;
	size_t users;
};

/* Read the configuration; an error in it ends the program with one line. */
void web_read(struct web *w, const char *path);

/* Return true if @name may read with @password.  An unknown name takes as long as a known one. */
bool web_admits(const struct web *w, const char *name, const char *password);

void web_free(struct web *w);

#endif /* EXPORTER_SERVE_WEB_H */
