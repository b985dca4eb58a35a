#pragma once

#include <dirent.h>
#include <stdint.h>

/// The flag O_PATH: the descriptor names a file and needs no permission to read it.
///
/// Here because O_PATH is a GNU name.
int platform_path_only(void);

/// Opens the relative path `path` in the folder `root`; a descriptor, or -1 with errno.
///
/// The path of `root` may contain symbolic links. A link in `path` fails with ELOOP, and a step out
/// of the folder with EXDEV. Here because the C library has no function for `openat2`. On a kernel
/// without it, or in a sandbox that forbids it, the function opens one folder after the other.
int platform_open_beneath(const char *root, const char *path, int flags, unsigned int mode);

/// Works like `platform_open_beneath`, one folder after the other. Any `..` fails with EXDEV.
int platform_walk_beneath(const char *root, const char *path, int flags, unsigned int mode);

/// Exchanges two names in open folders in one step; 0, or -1 with errno.
///
/// Here because Swift does not import `renameat2`, which the headers keep for programs that
/// define _GNU_SOURCE before the first one is read. EINVAL and ENOSYS mean that the file system
/// or the kernel cannot do it.
int platform_exchange(int first_folder, const char *first, int second_folder, const char *second);

/// Gives a file in an open folder a name that nothing has, in one step; 0, or -1 with errno.
///
/// EEXIST means that something has the name; EINVAL and ENOSYS are as for `platform_exchange`.
int platform_rename_new(int first_folder, const char *first, int second_folder,
                        const char *second);

/// Starts to write the bytes of a file to the disk, without waiting for it. It reports no error.
///
/// Here because `sync_file_range` is a GNU name.
void platform_start_write_back(int descriptor);

/// Does the same as `platform_rename_new` in two steps, for file systems without the flag; in between, both names exist.
int platform_link_and_unlink(int first_folder, const char *first, int second_folder,
                             const char *second);

/// Takes one byte of an open file as a lock, without waiting; 0, or -1 with the reason in errno.
///
/// The lock belongs to the open file description, not to the process: a classic POSIX lock would
/// vanish as soon as any descriptor of the same file is closed. Here because the commands are GNU
/// names too, and because `struct flock` and the function `flock` collide in Swift.
int platform_lock_byte(int descriptor, int64_t byte, int exclusive);

/// Gives back what `platform_lock_byte` took; 0, or -1 with the reason in errno.
int platform_unlock_byte(int descriptor, int64_t byte);

/// Whether the open file is on a network, or on a file system that a user's program provides:
/// 1 for NFS, SMB, 9P, AFS, Ceph and FUSE, 0 for others, -1 with the reason in errno.
///
/// Here because the numbers stand in a header of the kernel's, some of them in none.
int platform_is_remote(int descriptor);

/// Reads the inode number and the creation time (nanoseconds since 1970) of an open file, which
/// identify it among all its copies; 0, or -1 with errno.
///
/// Either is 0 where the file system does not tell it, or makes it up anew each time it is mounted.
/// Here because `statx` is a GNU name.
int platform_file_identity(int descriptor, uint64_t *number, int64_t *created);

/// Whether another program has the open file open for writing; 1, 0, or -1 with errno.
///
/// Asks for a lease for a moment, which the system grants only where nobody writes. Here because
/// the commands are GNU names, and because the signal that a broken lease sends must be one that
/// does no harm. EACCES, EINVAL and the like mean that it can't be told.
int platform_is_being_written(int descriptor);

/// Opens what reports changes of folders; a descriptor that never blocks, or -1.
///
/// Here, as the following one, because other systems do this in other ways.
int platform_open_watch(void);

/// Reports from now on what changes in a folder; 0, or -1 with the reason in errno.
int platform_watch_folder(int watch, const char *path);

/// Lets a write beyond the largest size that a file may have fail with EFBIG, as one to a full disk
/// does; without it, a signal ends the process. Programs that are started have that signal again.
void platform_survive_large_files(void);

/// What an errno means, in English whatever the locale; NULL for a number that means nothing.
///
/// Here because `strerror` translates and may share its buffer between threads.
const char *platform_error_text(int code);

/// The name in a folder's entry.
///
/// Here because Swift sees the member as a tuple of 256 characters.
const char *platform_entry_name(const struct dirent *entry);

/// The path by which this process's program can be started again, also after its file was replaced
/// or deleted; the string stays valid.
///
/// Here because each system has another one.
const char *platform_own_program(void);
