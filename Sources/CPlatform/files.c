#define _GNU_SOURCE
#include "files.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/vfs.h>

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

int platform_is_remote(const char *path) {
  struct statfs status;
  if (statfs(path, &status) != 0) return -1;
  switch ((uint32_t)status.f_type) {
  case 0x00006969: // NFS
  case 0x0000517B: // SMB
  case 0xFE534D42: // SMB 2
  case 0xFF534D42: // CIFS
  case 0x01021997: // 9P
  case 0x5346414F: // AFS
  case 0x00C36400: // Ceph
  case 0x65735546: // FUSE, which may be anything
    return 1;
  default:
    return 0;
  }
}

const char *platform_error_text(int code) { return strerrordesc_np(code); }

const char *platform_entry_name(const struct dirent *entry) { return entry->d_name; }
