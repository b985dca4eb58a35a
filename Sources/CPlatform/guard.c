#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

#include "terminal.h"

// What runs in `restore` may run in a signal handler: it calls only what POSIX allows there, and
// finds all it needs prepared in these variables.

// What ends a process that does nothing about it, as this one doesn't.
static const int ends[] = {SIGILL,  SIGTRAP, SIGABRT, SIGBUS,    SIGFPE,  SIGSEGV, SIGSYS,  SIGQUIT,
                           SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM,   SIGIO,   SIGPWR,  SIGXCPU, SIGXFSZ,
                           SIGPROF, SIGVTALRM, SIGSTKFLT};
enum { end_count = sizeof ends / sizeof ends[0] };
static struct sigaction before_guard[end_count];

static int terminal = -1;
static struct termios found_modes;
static char reset_text[256];
static size_t reset_length;
static atomic_int is_armed;

static int kept_errors = -1;
static int real_errors = -1;

static void write_all(int descriptor, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    count -= (size_t)written;
  }
}

static void release_errors(void) {
  if (kept_errors < 0) return;
  dup2(real_errors, STDERR_FILENO);
  char bytes[1024];
  off_t place = 0;
  for (;;) {
    ssize_t count = pread(kept_errors, bytes, sizeof bytes, place);
    if (count <= 0) break;
    write_all(STDERR_FILENO, bytes, (size_t)count);
    place += count;
  }
  close(kept_errors);
  close(real_errors);
  kept_errors = real_errors = -1;
}

static void keep_errors(void) {
  if (kept_errors >= 0 || !isatty(STDERR_FILENO)) return;
  int kept = memfd_create("standard error", MFD_CLOEXEC);
  int real = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (kept >= 0 && real >= 0 && dup2(kept, STDERR_FILENO) >= 0) {
    kept_errors = kept;
    real_errors = real;
  } else {
    if (kept >= 0) close(kept);
    if (real >= 0) close(real);
  }
}

static void restore(int writes_reset) {
  if (!atomic_exchange(&is_armed, 0)) return;
  // A process in the background may not change the terminal's modes: it would be stopped.
  sigset_t stop, before;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &stop, &before);
  if (writes_reset) write_all(terminal, reset_text, reset_length);
  tcsetattr(terminal, TCSADRAIN, &found_modes);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  release_errors();
}

void platform_guard_restore(void) { restore(1); }

static void restore_at_end(int number, siginfo_t *information, void *context) {
  (void)context;
  restore(1);
  for (int index = 0; index < end_count; index++) {
    if (ends[index] == number) sigaction(number, &before_guard[index], NULL);
  }
  // A fault happens again when the handler returns; what was sent has to be sent again.
  int is_fault = number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGFPE;
  if (!is_fault || information->si_code <= 0) raise(number);
}

int platform_guard_prepare(int descriptor) {
  static int exits_watched;
  static char stack[65536];
  if (tcgetattr(descriptor, &found_modes) != 0) return -1;
  terminal = descriptor;
  if (!exits_watched) exits_watched = atexit(platform_guard_restore) == 0;
  stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&other, NULL);
  struct sigaction action = {.sa_sigaction = restore_at_end, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  for (int index = 0; index < end_count; index++) {
    sigaction(ends[index], NULL, &before_guard[index]);
    // What is ignored ends nothing.
    if (before_guard[index].sa_handler != SIG_IGN) sigaction(ends[index], &action, NULL);
  }
  return 0;
}

void platform_guard_arm(const char *reset, size_t length) {
  reset_length = length < sizeof reset_text ? length : sizeof reset_text;
  memcpy(reset_text, reset, reset_length);
  keep_errors();
  atomic_store(&is_armed, 1);
}

void platform_guard_disarm(void) { restore(0); }

void platform_guard_remove(void) {
  for (int index = 0; index < end_count; index++) {
    sigaction(ends[index], &before_guard[index], NULL);
  }
}
