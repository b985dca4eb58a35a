#define _GNU_SOURCE
#include "files.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>

int platform_exchange(const char *first, const char *second) {
  return renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE);
}

static int set_lock(int descriptor, int64_t byte, short kind) {
  struct flock lock = {
      .l_type = kind, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1, .l_pid = 0};
  return fcntl(descriptor, F_OFD_SETLK, &lock);
}

int platform_lock_byte(int descriptor, int64_t byte, int exclusive) {
  return set_lock(descriptor, byte, exclusive ? F_WRLCK : F_RDLCK);
}

int platform_unlock_byte(int descriptor, int64_t byte) {
  return set_lock(descriptor, byte, F_UNLCK);
}

const char *platform_error_text(int code) { return strerrordesc_np(code); }

const char *platform_entry_name(const struct dirent *entry) { return entry->d_name; }
