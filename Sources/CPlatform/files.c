#define _GNU_SOURCE
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

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

static int is_remote(const struct statfs *system) {
  switch ((uint32_t)system->f_type) {
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

int platform_is_remote(const char *path) {
  struct statfs system;
  return statfs(path, &system) == 0 ? is_remote(&system) : -1;
}

int platform_file_identity(const char *path, uint64_t *number, int64_t *created) {
  struct statx status;
  struct statfs system;
  if (statx(AT_FDCWD, path, 0, STATX_INO | STATX_BTIME, &status) != 0) return -1;
  if (statfs(path, &system) != 0) return -1;
  uint32_t type = (uint32_t)system.f_type;
  int is_fat = type == 0x00004D44 || type == 0x2011BAB0; // exFAT is the second
  int has_numbers = !is_fat && !is_remote(&system);
  int has_time = (status.stx_mask & STATX_BTIME) != 0;
  *number = has_numbers ? status.stx_ino : 0;
  *created =
      has_time ? status.stx_btime.tv_sec * INT64_C(1000000000) + status.stx_btime.tv_nsec : 0;
  return 0;
}

int platform_is_being_written(const char *path) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return -1;
  // A program that begins to write meanwhile breaks the lease, and the usual signal for that would
  // end this process.
  int outcome = fcntl(descriptor, F_SETSIG, SIGURG) < 0 ? -1 : 0;
  if (outcome == 0 && fcntl(descriptor, F_SETLEASE, F_RDLCK) < 0) {
    outcome = errno == EAGAIN ? 1 : -1;
  }
  int reason = errno;
  close(descriptor);
  errno = reason;
  return outcome;
}

int platform_open_watch(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

int platform_watch_folder(int watch, const char *path) {
  uint32_t changes = IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM |
                     IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;
  return inotify_add_watch(watch, path, changes) < 0 ? -1 : 0;
}

static void ignore_signal(int number) { (void)number; }

void platform_survive_large_files(void) {
  // A handler that does nothing, as a signal that is ignored would stay so in programs of others.
  struct sigaction action = {.sa_handler = ignore_signal, .sa_flags = SA_RESTART}, before;
  if (sigaction(SIGXFSZ, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
    sigaction(SIGXFSZ, &action, NULL);
}

const char *platform_error_text(int code) { return strerrordesc_np(code); }

const char *platform_entry_name(const struct dirent *entry) { return entry->d_name; }
