#define _GNU_SOURCE
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

int platform_path_only(void) { return O_PATH; }

/// Closes a descriptor without a change of errno.
static void close_keeping_reason(int descriptor) {
  int reason = errno;
  close(descriptor);
  errno = reason;
}

/// Opens one name in an open folder; a symbolic link fails with ELOOP.
static int open_step(int folder, const char *name, int flags, unsigned int mode) {
  int opened = openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC, mode);
  // For a link, O_DIRECTORY reports ENOTDIR, and O_PATH opens the link itself.
  int is_doubtful = opened >= 0 ? (flags & O_PATH) != 0 : errno == ENOTDIR;
  if (!is_doubtful) return opened;
  int reason = errno;
  struct stat status;
  int is_link = fstatat(opened >= 0 ? opened : folder, opened >= 0 ? "" : name, &status,
                        opened >= 0 ? AT_EMPTY_PATH : AT_SYMLINK_NOFOLLOW) == 0 &&
                S_ISLNK(status.st_mode);
  if (is_link && opened >= 0) close(opened);
  errno = is_link ? ELOOP : reason;
  return is_link ? -1 : opened;
}

/// Opens a path one folder after the other.
static int walk_beneath(int root, const char *path, int flags, unsigned int mode) {
  int folder = fcntl(root, F_DUPFD_CLOEXEC, 3);
  while (folder >= 0) {
    while (*path == '/') path++;
    size_t length = strcspn(path, "/");
    char name[NAME_MAX + 1];
    int opened = -1;
    const char *rest = path + length + strspn(path + length, "/");
    if (length > NAME_MAX) {
      errno = ENAMETOOLONG;
    } else if (length == 2 && memcmp(path, "..", 2) == 0) {
      errno = EXDEV;
    } else {
      memcpy(name, path, length);
      name[length] = 0;
      const char *step = length == 0 ? "." : name;
      opened = *rest ? open_step(folder, step, O_PATH | O_DIRECTORY, 0)
                     : open_step(folder, step, flags, mode);
    }
    close_keeping_reason(folder);
    if (opened < 0 || !*rest) return opened;
    folder = opened;
    path = rest;
  }
  return -1;
}

int platform_walk_beneath(const char *root, const char *path, int flags, unsigned int mode) {
  int folder = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return -1;
  int opened = walk_beneath(folder, path, flags, mode);
  close_keeping_reason(folder);
  return opened;
}

int platform_open_beneath(const char *root, const char *path, int flags, unsigned int mode) {
  static atomic_int is_missing;
  int folder = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return -1;
  int opened = -1;
  if (!atomic_load(&is_missing)) {
    struct open_how how = {.flags = (uint64_t)(flags | O_CLOEXEC),
                           .mode = flags & O_CREAT ? mode : 0,
                           .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS};
    // EAGAIN: a folder on the path was renamed during the call.
    for (int attempt = 0; attempt < 32; attempt++) {
      opened = (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
      if (opened >= 0 || errno != EAGAIN) break;
    }
    if (opened < 0 && errno == ENOSYS) atomic_store(&is_missing, 1);
  }
  // EPERM can come from a sandbox that forbids openat2, or from the file.
  if (atomic_load(&is_missing) || (opened < 0 && (errno == EPERM || errno == EAGAIN))) {
    opened = walk_beneath(folder, path, flags, mode);
  }
  close_keeping_reason(folder);
  return opened;
}

int platform_exchange(int first_folder, const char *first, int second_folder, const char *second) {
  return renameat2(first_folder, first, second_folder, second, RENAME_EXCHANGE);
}

int platform_rename_new(int first_folder, const char *first, int second_folder,
                        const char *second) {
  return renameat2(first_folder, first, second_folder, second, RENAME_NOREPLACE);
}

int platform_link_and_unlink(int first_folder, const char *first, int second_folder,
                             const char *second) {
  if (linkat(first_folder, first, second_folder, second, 0) != 0) return -1;
  return unlinkat(first_folder, first, 0);
}

static int set_lock(int descriptor, int64_t byte, short kind) {
  struct flock lock = {
      .l_type = kind, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1, .l_pid = 0};
  return fcntl(descriptor, F_OFD_SETLK, &lock);
}

void platform_start_write_back(int descriptor) {
  sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE);
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

int platform_is_remote(int descriptor) {
  struct statfs system;
  return fstatfs(descriptor, &system) == 0 ? is_remote(&system) : -1;
}

int platform_file_identity(int descriptor, uint64_t *number, int64_t *created) {
  struct statx status;
  struct statfs system;
  unsigned int fields = STATX_INO | STATX_BTIME;
  if (statx(descriptor, "", AT_EMPTY_PATH, fields, &status) != 0) return -1;
  if (fstatfs(descriptor, &system) != 0) return -1;
  uint32_t type = (uint32_t)system.f_type;
  int is_fat = type == 0x00004D44 || type == 0x2011BAB0; // exFAT is the second
  int has_numbers = !is_fat && !is_remote(&system);
  int has_time = (status.stx_mask & STATX_BTIME) != 0;
  *number = has_numbers ? status.stx_ino : 0;
  *created =
      has_time ? status.stx_btime.tv_sec * INT64_C(1000000000) + status.stx_btime.tv_nsec : 0;
  return 0;
}

int platform_is_being_written(int descriptor) {
  // A program that begins to write meanwhile breaks the lease, and the usual signal for that would
  // end this process.
  if (fcntl(descriptor, F_SETSIG, SIGURG) < 0) return -1;
  if (fcntl(descriptor, F_SETLEASE, F_RDLCK) >= 0) return 0;
  return errno == EAGAIN ? 1 : -1;
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

const char *platform_own_program(void) {
  static char path[32];
  snprintf(path, sizeof path, "/proc/%ld/exe", (long)getpid());
  return path;
}
