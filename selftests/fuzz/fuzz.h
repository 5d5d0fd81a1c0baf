/* SPDX-License-Identifier: GPL-2.0 */
/*
 * fuzz - what the fuzzers share
 *
 * A fuzzer hands bytes to a room and checks what the room promises; the checks
 * are those of selftests/unit and fail by unit_fail(), which ends the program
 * here, so that libFuzzer keeps the bytes.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <linux/types.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t max, unsigned int seed);
size_t LLVMFuzzerMutate(u8 *data, size_t size, size_t max);

/* "--seeds=DIR" among the arguments: the fuzzer writes what to begin with there. */
const char *fuzz_seeds_dir(int argc, char **argv);
void fuzz_write_seed(const char *dir, const void *data, size_t size);

/* The end of the program says how often that was: "# COUNT WHAT". */
void fuzz_count(const char *what);
/* Bytes that depend on @data only */
u64 fuzz_hash(const u8 *data, size_t size);

#endif
