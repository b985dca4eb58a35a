#define _GNU_SOURCE

#include "pseudoterminal.h"

#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

extern char **environ;

/// Makes an array of texts, ended by NULL, of texts that follow each other; NULL without memory.
static char **array_of(const char *texts, int count) {
  char **array = calloc((size_t)count + 1, sizeof *array);
  for (int index = 0; array && index < count; index++) {
    array[index] = (char *)texts;
    texts += strlen(texts) + 1;
  }
  return array;
}

static int prepare_attributes(posix_spawnattr_t *attributes, short flags) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int code = posix_spawnattr_init(attributes);
  if (code == 0) code = posix_spawnattr_setsigmask(attributes, &none);
  if (code == 0) code = posix_spawnattr_setsigdefault(attributes, &all);
  if (code == 0) {
    code = posix_spawnattr_setflags(
        attributes, (short)(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | flags));
  }
  return code;
}

static int spawn_on(const char *name, char **arguments, char **variables, const char *folder,
                    pid_t *child) {
  if (!arguments || !variables) return ENOMEM;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int code = posix_spawn_file_actions_init(&actions);
  if (code != 0) return code;
  // The first terminal that the leader of a session opens becomes its controlling terminal.
  code = posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0);
  if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, 0, 1);
  if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, 0, 2);
  if (code == 0) code = posix_spawn_file_actions_addchdir_np(&actions, folder);
  if (code == 0) {
    code = prepare_attributes(&attributes, POSIX_SPAWN_SETSID);
    if (code == 0) {
      code = posix_spawn(child, arguments[0], &actions, &attributes, arguments, variables);
    }
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

int platform_open_pseudoterminal(int columns, int rows, char *name, int name_size) {
  int outer = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (outer < 0) return -1;
  int code = 0;
  if (grantpt(outer) != 0 || unlockpt(outer) != 0) code = errno;
  if (code == 0) code = ptsname_r(outer, name, (size_t)name_size);
  if (code == 0 && platform_resize_terminal(outer, columns, rows) != 0) code = errno;
  if (code == 0) return outer;
  close(outer);
  errno = code;
  return -1;
}

int platform_adopt_terminal(const char *name) {
  if (setsid() < 0) return -1;
  return open(name, O_RDWR | O_CLOEXEC);
}

int platform_start_on_terminal(const char *name, const char *arguments, int argument_count,
                               const char *variables, int variable_count, const char *folder,
                               pid_t *child) {
  char **argument_array = array_of(arguments, argument_count);
  char **variable_array = array_of(variables, variable_count);
  int code = spawn_on(name, argument_array, variable_array, folder, child);
  free(argument_array);
  free(variable_array);
  errno = code;
  return code == 0 ? 0 : -1;
}

/// Starts a program found in PATH and waits for its end.
static int run(const char *arguments, int count, const posix_spawn_file_actions_t *actions,
               int in_front) {
  char **array = array_of(arguments, count);
  if (!array) return -1;
  posix_spawnattr_t attributes;
  pid_t child;
  int code = prepare_attributes(&attributes, 0);
  if (code == 0) code = posix_spawnp(&child, array[0], actions, &attributes, array, environ);
  posix_spawnattr_destroy(&attributes);
  free(array);
  if (code != 0) {
    errno = code;
    return -1;
  }
  int status;
  if (in_front) platform_put_in_front(child);
  int ended = platform_child_status(child, 1, &status);
  if (in_front) platform_put_in_front(0);
  return ended < 0 ? -1 : status;
}

int platform_run_in_front(const char *arguments, int count) {
  return run(arguments, count, NULL, 1);
}

/// Opens what a program reads from its standard input; the descriptor, or -1.
static int open_input(const void *bytes, size_t size) {
  if (size == 0) return open("/dev/null", O_RDONLY | O_CLOEXEC);
  // A file without a name rather than a pipe, which would have to be fed while the program runs.
  int input = memfd_create("input", MFD_CLOEXEC);
  if (input < 0) return -1;
  size_t written = 0;
  while (written < size) {
    ssize_t count = write(input, (const char *)bytes + written, size - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) break;
    written += (size_t)count;
  }
  if (written == size && lseek(input, 0, SEEK_SET) == 0) return input;
  int code = errno;
  close(input);
  errno = code;
  return -1;
}

int platform_feed(const char *arguments, int count, const void *bytes, size_t size) {
  int input = open_input(bytes, size);
  if (input < 0) return -1;
  posix_spawn_file_actions_t actions;
  int code = posix_spawn_file_actions_init(&actions);
  if (code == 0) {
    code = posix_spawn_file_actions_adddup2(&actions, input, 0);
    if (code == 0) code = posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    if (code == 0) code = posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    errno = code;
    code = code == 0 ? run(arguments, count, &actions, 0) : -1;
    posix_spawn_file_actions_destroy(&actions);
  } else {
    errno = code;
    code = -1;
  }
  int reason = errno;
  close(input);
  errno = reason;
  return code;
}

/// Opens a pipe whose outer end never blocks, and which no other program gets; 0, or an errno.
static int open_pipe(int ends[2]) {
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  if (fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0) return 0;
  int code = errno;
  close(ends[0]);
  close(ends[1]);
  return code;
}

static int spawn_heard(char **arguments, char **variables, const char *folder, int own_session,
                       const int streams[3], pid_t *child) {
  if (!arguments || !variables) return ENOMEM;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int code = posix_spawn_file_actions_init(&actions);
  if (code != 0) return code;
  for (int stream = 0; stream < 3 && code == 0; stream++) {
    code = posix_spawn_file_actions_adddup2(&actions, streams[stream], stream);
  }
  if (code == 0) code = posix_spawn_file_actions_addchdir_np(&actions, folder);
  if (code == 0) {
    code = prepare_attributes(&attributes, own_session ? POSIX_SPAWN_SETSID : 0);
    if (code == 0) {
      code = posix_spawnp(child, arguments[0], &actions, &attributes, arguments, variables);
    }
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

/// Opens the two ends of what a program is told while it runs; 0, or an errno.
///
/// A socket rather than a pipe, so that telling a program that has ended is an error and no signal.
static int open_feed(int ends[2]) {
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0 ? 0 : errno;
}

/// Starts a program with what is open for it; 0, or an errno.
static int start_heard(const char *arguments, int argument_count, const char *variables,
                       int variable_count, const char *folder, int own_session, int input,
                       int *output, int *errors, pid_t *child) {
  int out[2], err[2];
  int code = open_pipe(out);
  if (code != 0) return code;
  code = open_pipe(err);
  if (code == 0) {
    char **argument_array = array_of(arguments, argument_count);
    char **variable_array = array_of(variables, variable_count);
    int streams[3] = {input, out[1], err[1]};
    code = spawn_heard(argument_array, variable_array, folder, own_session, streams, child);
    free(argument_array);
    free(variable_array);
    close(err[1]);
    if (code != 0) close(err[0]);
  }
  close(out[1]);
  if (code != 0) close(out[0]);
  *output = out[0];
  *errors = err[0];
  return code;
}

int platform_start_heard(const char *arguments, int argument_count, const char *variables,
                         int variable_count, const char *folder, int own_session, const void *input,
                         size_t input_size, int *output, int *errors, pid_t *child) {
  int file = open_input(input, input_size);
  if (file < 0) return -1;
  int code = start_heard(arguments, argument_count, variables, variable_count, folder, own_session,
                         file, output, errors, child);
  close(file);
  errno = code;
  return code == 0 ? 0 : -1;
}

int platform_start_fed(const char *arguments, int argument_count, const char *variables,
                       int variable_count, const char *folder, int own_session, int *feed,
                       int *output, int *errors, pid_t *child) {
  int ends[2];
  int code = open_feed(ends);
  if (code == 0) {
    code = start_heard(arguments, argument_count, variables, variable_count, folder, own_session,
                       ends[1], output, errors, child);
    close(ends[1]);
    if (code != 0) close(ends[0]);
    *feed = ends[0];
  }
  errno = code;
  return code == 0 ? 0 : -1;
}

ssize_t platform_tell(int feed, const void *bytes, size_t size) {
  return send(feed, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
}

int platform_child_status(pid_t child, int waits, int *status) {
  int word;
  pid_t ended;
  do {
    ended = waitpid(child, &word, waits ? 0 : WNOHANG);
  } while (ended < 0 && errno == EINTR);
  if (ended <= 0) return (int)ended;
  *status = WIFEXITED(word) ? WEXITSTATUS(word) : 128 + WTERMSIG(word);
  return 1;
}

int platform_resize_terminal(int descriptor, int columns, int rows) {
  struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
  return ioctl(descriptor, TIOCSWINSZ, &size);
}

int platform_terminal_modes(int descriptor, char *text, int size) {
  struct termios modes;
  if (tcgetattr(descriptor, &modes) != 0) return -1;
  int used = snprintf(text, (size_t)size, "%x %x %x %x", modes.c_iflag, modes.c_oflag,
                      modes.c_cflag, modes.c_lflag);
  for (int index = 0; index < NCCS && used < size; index++) {
    used += snprintf(text + used, (size_t)(size - used), " %x", modes.c_cc[index]);
  }
  return used < size ? used : -1;
}
