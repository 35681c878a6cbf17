// Preloaded into the program: calls on files of one folder fail, as on a full or broken disk.
//
//   FAULT_FOLDER   the folder
//   FAULT_CALL     open, write, fsync or rename
//   FAULT_NUMBER   which of these calls fails, from 1 on; 0: none
//   FAULT_ERROR    its errno
//   FAULT_SHORT    if set, writes take up to 7 bytes, and every third is interrupted
//   FAULT_COUNTS   a file that receives the number of calls, in the order above
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OPEN, WRITE, FSYNC, RENAME, CALLS };
static const char *names[CALLS] = {"open", "write", "fsync", "rename"};
static int counts[CALLS];

static int inside(const char *path) {
  const char *folder = getenv("FAULT_FOLDER");
  return folder && strncmp(path, folder, strlen(folder)) == 0;
}

static int inside_file(int file) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return inside(path);
}

static int fails(int call) {
  const char *chosen = getenv("FAULT_CALL"), *number = getenv("FAULT_NUMBER");
  int count = __atomic_add_fetch(&counts[call], 1, __ATOMIC_SEQ_CST);
  if (!chosen || strcmp(chosen, names[call]) || !number || count != atoi(number)) return 0;
  errno = atoi(getenv("FAULT_ERROR"));
  return 1;
}

__attribute__((destructor)) static void report(void) {
  const char *path = getenv("FAULT_COUNTS");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  for (int call = 0; call < CALLS; call++) fprintf(file, "%d\n", counts[call]);
  fclose(file);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define OPEN_CALL(name)                                                           \
  int name(const char *path, int flags, ...) {                                    \
    va_list arguments;                                                            \
    va_start(arguments, flags);                                                   \
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(arguments, mode_t) : 0; \
    va_end(arguments);                                                            \
    if (flags & O_CREAT && inside(path) && fails(OPEN)) return -1;                \
    return REAL(name)(path, flags, mode);                                         \
  }
OPEN_CALL(open)
OPEN_CALL(open64)

ssize_t write(int file, const void *bytes, size_t count) {
  if (!inside_file(file)) return REAL(write)(file, bytes, count);
  if (fails(WRITE)) return -1;
  if (getenv("FAULT_SHORT")) {
    if (counts[WRITE] % 3 == 0) {
      errno = EINTR;
      return -1;
    }
    if (count > 7) count = 7;
  }
  return REAL(write)(file, bytes, count);
}

int fsync(int file) {
  if (inside_file(file) && fails(FSYNC)) return -1;
  return REAL(fsync)(file);
}

int rename(const char *from, const char *to) {
  if (inside(to) && fails(RENAME)) return -1;
  return REAL(rename)(from, to);
}
