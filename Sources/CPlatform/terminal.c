#define _GNU_SOURCE

#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

int platform_make_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC | O_NONBLOCK); }

int platform_terminal_size(int descriptor, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

// Whether the environment asks for other characters than UTF-8, by a name as en_US.ISO-8859-1.
static int names_other_characters(void) {
  static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
  for (int i = 0; i < 3; i++) {
    const char *locale = getenv(names[i]);
    if (locale == NULL || *locale == '\0') continue;
    const char *characters = strchr(locale, '.');
    return characters != NULL && strncasecmp(characters, ".UTF-8", 6) != 0 &&
           strncasecmp(characters, ".UTF8", 5) != 0;
  }
  return 0;
}

int platform_choose_characters(void) {
  int found = setlocale(LC_CTYPE, "") != NULL;
  const char *characters = nl_langinfo(CODESET);
  if (found && strcmp(characters, "UTF-8") == 0) return 1;
  // A locale that isn't installed may name characters that the terminal has all the same.
  if (!found && names_other_characters()) return 0;
  int names_none = !found || strcmp(characters, "ANSI_X3.4-1968") == 0;
  return names_none && setlocale(LC_CTYPE, "C.UTF-8") != NULL;
}

int64_t platform_character(const uint8_t *bytes, size_t count) {
  mbstate_t state = {0};
  wchar_t character = 0;
  size_t used = mbrtowc(&character, (const char *)bytes, count, &state);
  if (used == (size_t)-2) return -2;
  return used == (size_t)-1 ? -1 : (int64_t)character;
}

int platform_has_character(uint32_t scalar) {
  mbstate_t state = {0};
  char bytes[MB_LEN_MAX];
  return wcrtomb(bytes, (wchar_t)scalar, &state) != (size_t)-1;
}

int platform_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

enum { most_wide_ranges = 512 };
static uint32_t wide_bounds[2 * most_wide_ranges];
static int wide_count;

void platform_use_wide(const uint32_t *bounds, int count) {
  if (count > most_wide_ranges) count = most_wide_ranges;
  if (count == wide_count) return;
  for (int index = 0; index < 2 * count; index++) wide_bounds[index] = bounds[index];
  wide_count = count;
}

// Replaces the C library's function in the whole process. ncurses asks it for each cell.
int wcwidth(wchar_t character) {
  int low = 0, high = wide_count;
  while (low < high) {
    int middle = (low + high) / 2;
    if ((uint32_t)character > wide_bounds[2 * middle + 1]) low = middle + 1;
    else high = middle;
  }
  if (low < wide_count && (uint32_t)character >= wide_bounds[2 * low]) return 2;
  return wcswidth(&character, 1);
}

// Signals

static const int watched[] = {SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT, SIGWINCH};
enum { watched_count = sizeof watched / sizeof watched[0] };
static struct sigaction before_watching[watched_count];
static volatile int signal_pipe = -1;
static struct sigaction before_alarm;
static volatile sig_atomic_t ending = SIGTERM;
static volatile sig_atomic_t end_is_seen;
static volatile pid_t program_in_front;

// How long an end that was asked for may take to be seen.
enum { timeout_seconds = 10 };

static void note_signal(int signal) {
  int code = errno;
  unsigned char byte = (unsigned char)signal;
  // A full pipe wakes its reader as well as one more byte would.
  (void)!write(signal_pipe, &byte, 1);
  if (signal == SIGTERM || signal == SIGHUP || signal == SIGINT) {
    ending = signal;
    if (!end_is_seen) alarm(timeout_seconds);
    // What runs in front has the terminal, and its end is waited for.
    if (program_in_front > 0 && signal != SIGINT) kill(program_in_front, signal);
  }
  errno = code;
}

static void give_up(int signal) {
  (void)signal;
  platform_guard_restore();
  platform_die_of(ending);
}

int platform_watch_signals(int pipe_end) {
  signal_pipe = pipe_end;
  end_is_seen = 0;
  struct sigaction action = {.sa_handler = note_signal, .sa_flags = SA_RESTART};
  sigfillset(&action.sa_mask);
  for (int index = 0; index < watched_count; index++) {
    if (sigaction(watched[index], NULL, &before_watching[index]) != 0) return -1;
    if (before_watching[index].sa_handler == SIG_IGN && watched[index] == SIGHUP) continue;
    if (sigaction(watched[index], &action, NULL) != 0) return -1;
  }
  struct sigaction giving_up = {.sa_handler = give_up};
  if (sigaction(SIGALRM, &giving_up, &before_alarm) != 0) return -1;
  // Whoever started the program may have blocked them, and then no closed window would end it.
  sigset_t open;
  sigemptyset(&open);
  for (int index = 0; index < watched_count; index++) sigaddset(&open, watched[index]);
  sigaddset(&open, SIGALRM);
  return pthread_sigmask(SIG_UNBLOCK, &open, NULL) == 0 ? 0 : -1;
}

void platform_unwatch_signals(void) {
  for (int index = 0; index < watched_count; index++) {
    sigaction(watched[index], &before_watching[index], NULL);
  }
  platform_see_end();
  sigaction(SIGALRM, &before_alarm, NULL);
}

void platform_see_end(void) {
  end_is_seen = 1;
  alarm(0);
}

void platform_put_in_front(pid_t child) { program_in_front = child; }

void platform_stop_group(void) {
  struct sigaction action = {.sa_handler = SIG_DFL}, noting;
  sigset_t stop, blocked;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  sigaction(SIGTSTP, &action, &noting);
  pthread_sigmask(SIG_UNBLOCK, &stop, &blocked);
  kill(0, SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &blocked, NULL);
  sigaction(SIGTSTP, &noting, NULL);
}

void platform_ignore_interrupts(int ignores) {
  static struct sigaction interrupt, quit;
  if (ignores) {
    struct sigaction ignoring = {.sa_handler = SIG_IGN};
    sigaction(SIGINT, &ignoring, &interrupt);
    sigaction(SIGQUIT, &ignoring, &quit);
  } else {
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
  }
}

void platform_let_stop(int lets) {
  static struct sigaction stop;
  struct sigaction usual = {.sa_handler = SIG_DFL};
  sigaction(SIGTSTP, lets ? &usual : &stop, lets ? &stop : NULL);
}

void platform_die_of(int number) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  sigaction(number, &action, NULL);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  kill(getpid(), number);
}
