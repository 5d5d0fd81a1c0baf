/* SPDX-License-Identifier: GPL-2.0 */
/* client - system calls that a shell cannot make exactly */
#ifndef KPE_CLIENT_H
#define KPE_CLIENT_H

#include <stddef.h>
#include <stdnoreturn.h>

#define CLIENT_PAGE 4096UL
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* util.c */
noreturn void die(const char *what);
noreturn void bad_usage(const char *text);
const char *errno_name(int err);
char *slurp(size_t *len);
int open_mode(const char *path, const char *mode);
int try_open(const char *path, const char *mode);
int write_text(const char *path, int flags, const char *text, size_t len);
int run_command(char **argv);
unsigned long to_number(const char *text);

/* one function per subcommand; argv[0] is its name */
int client_as(int argc, char **argv);
int client_both(int argc, char **argv);
int client_bpf(int argc, char **argv);
int client_call(int argc, char **argv);
int client_collect(int argc, char **argv);
int client_connect(int argc, char **argv);
int client_efault(int argc, char **argv);
int client_failnth(int argc, char **argv);
int client_files(int argc, char **argv);
int client_frames(int argc, char **argv);
int client_hold(int argc, char **argv);
int client_lot(int argc, char **argv);
int client_ops(int argc, char **argv);
int client_pathless(int argc, char **argv);
int client_perf(int argc, char **argv);
int client_pound(int argc, char **argv);
int client_race(int argc, char **argv);
int client_program(int argc, char **argv);
int client_raw(int argc, char **argv);
int client_starve(int argc, char **argv);
int client_split(int argc, char **argv);
int client_storm(int argc, char **argv);
int client_take(int argc, char **argv);
int client_ticks(int argc, char **argv);
int client_uptr(int argc, char **argv);
int client_ustr(int argc, char **argv);
int client_walk(int argc, char **argv);
int client_write(int argc, char **argv);

#endif
