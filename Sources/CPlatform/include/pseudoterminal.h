#pragma once

#include <sys/types.h>

/// Opens a pseudo-terminal of a size; the descriptor of its outer end, or -1 with the reason in
/// errno.
///
/// Here because Swift does not import `posix_openpt`.
///
/// - name: receives the path of its inner end.
int platform_open_pseudoterminal(int columns, int rows, char *name, int name_size);

/// Makes a terminal the controlling one of this process, in a session of its own; its descriptor,
/// or -1 with the reason in errno.
int platform_adopt_terminal(const char *name);

/// Starts a program on a pseudo-terminal; 0, or -1 with the reason in errno.
///
/// Here because Swift does not import the flags that the program needs: a session of its own with
/// the pseudo-terminal as controlling terminal, no blocked signals (the threads of Swift's run time
/// block nearly all) and default actions for all of them.
///
/// - name: the inner end of the pseudo-terminal.
/// - arguments: the path of the program and its arguments, each ended by a zero byte.
/// - variables: the environment, each `NAME=VALUE` ended by a zero byte.
/// - folder: where it starts.
/// - child: receives the process number.
int platform_start_on_terminal(const char *name, const char *arguments, int argument_count,
                               const char *variables, int variable_count, const char *folder,
                               pid_t *child);

/// Starts a program in front of this one, on the same terminal, and waits for its end; its exit
/// status, 128 and the signal's number if a signal ended it, or -1 with the reason in errno.
///
/// - arguments: the program, looked up in PATH, and its arguments, each ended by a zero byte.
int platform_run_in_front(const char *arguments, int count);

/// Starts a program that reads bytes from its standard input and is heard nowhere, and waits for its
/// end; its exit status, 128 and the signal's number if a signal ended it, or -1 with the reason in
/// errno.
///
/// - arguments: the program, looked up in PATH, and its arguments, each ended by a zero byte.
int platform_feed(const char *arguments, int count, const void *bytes, size_t size);

/// Starts a program whose standard output and error are read by this one; 0, or -1 with the reason
/// in errno.
///
/// - arguments: the program, looked up in PATH, and its arguments, each ended by a zero byte.
/// - variables: the environment, each `NAME=VALUE` ended by a zero byte.
/// - folder: where it starts.
/// - own_session: whether it gets a session of its own, so that it can't ask anything on the terminal.
/// - input: what it reads from its standard input.
/// - output, errors: receive descriptors to read from, which never block.
/// - child: receives the process number.
int platform_start_heard(const char *arguments, int argument_count, const char *variables,
                         int variable_count, const char *folder, int own_session, const void *input,
                         size_t input_size, int *output, int *errors, pid_t *child);

/// The same of a program that is told more while it runs.
///
/// - feed: receives a descriptor for `platform_tell`; the program's standard input ends when it is
///   closed.
int platform_start_fed(const char *arguments, int argument_count, const char *variables,
                       int variable_count, const char *folder, int own_session, int *feed,
                       int *output, int *errors, pid_t *child);

/// Tells a program as much as it takes now; the number of bytes, or -1 with the reason in errno,
/// `EAGAIN` where it takes nothing now.
ssize_t platform_tell(int feed, const void *bytes, size_t size);

/// Waits for a child; 1 and its exit status, or 128 and the number of the signal that ended it; 0
/// if it still runs and `waits` is 0; -1 with the reason in errno.
int platform_child_status(pid_t child, int waits, int *status);

/// Gives a pseudo-terminal another size, which its programs hear of; 0, or -1.
int platform_resize_terminal(int descriptor, int columns, int rows);

/// The modes of a terminal as one line of text that two calls share if nothing changed; the
/// number of bytes, or -1.
int platform_terminal_modes(int descriptor, char *text, int size);
