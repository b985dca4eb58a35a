#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "pseudoterminal.h"

/// Makes a pipe whose ends neither block nor survive in a program that is started; 0, or -1.
///
/// Here because Swift does not import `pipe2`, and a pipe marked afterwards could leak into a
/// program that another thread starts in between.
int platform_make_pipe(int ends[2]);

/// Lets each signal that concerns a terminal (TERM HUP INT TSTP CONT WINCH) put its number, one
/// byte, into a pipe from now on; 0, or -1.
///
/// A signal that asks for the process's end (TERM HUP INT) and isn't seen within ten seconds, as
/// `platform_see_end` says, ends it as the guard leaves the terminal: whoever closed the window must
/// not leave a process behind that is busy with itself. TERM and HUP go on to the program in front.
///
/// Here because what runs in a signal handler may not touch anything of Swift's run time. A signal
/// that the process was started to ignore, as `nohup` has it with HUP, stays ignored.
int platform_watch_signals(int pipe_end);

/// Says that the end has begun, whoever asked for it; what is written then may take its time,
/// whatever signals come.
void platform_see_end(void);

/// Says which program has the terminal, so that signals that ask for the end reach it; 0 for none.
void platform_put_in_front(pid_t child);

/// Gives the watched signals back what they did before.
void platform_unwatch_signals(void);

/// Stops the process group as Ctrl-Z does in any other program, and returns once it goes on.
///
/// To be called with the terminal as it was found. The watched TSTP takes its default action
/// meanwhile.
void platform_stop_group(void);

/// Leaves Ctrl-C and Ctrl-backslash to a program that runs in front, or takes them back.
///
/// As a shell does: the program gets them, this process ignores INT and QUIT. To be called while
/// the terminal's keys send no signals: one that is typed while it changes hands would end both.
void platform_ignore_interrupts(int ignores);

/// Lets Ctrl-Z stop this process with the program that runs in front, or no more.
///
/// To be called with the terminal as it was found.
void platform_let_stop(int lets);

/// Sends a signal to the process itself with its default action, so that whoever started it sees
/// which signal ended it.
void platform_die_of(int signal);

/// Chooses the locale's characters; 1 if they are UTF-8, 0 if the environment insists on others.
///
/// An environment that names no characters, or a locale that the machine lacks, gets C.UTF-8,
/// which is a part of the C library.
int platform_choose_characters(void);

/// The character that bytes of the locale's encoding make; -1 if they make none, and -2 if more
/// bytes are needed.
int64_t platform_character(const uint8_t *bytes, size_t count);

/// Whether the locale's encoding has a character; 1 or 0.
int platform_has_character(uint32_t scalar);

/// How many columns the C library, and with it ncurses, gives a character; -1 if it is not known.
///
/// Here because Swift does not import `wcwidth`, which the headers declare only to programs that
/// ask for it before the first one is read.
int platform_width(uint32_t scalar);

/// Makes characters take two columns, also for ncurses; `bounds` are the first and the last of each
/// of `count` ascending ranges, none to undo it. Other characters have the C library's width.
void platform_use_wide(const uint32_t *bounds, int count);

/// The size of the terminal in a descriptor; 0, or -1.
///
/// Here because `ioctl` is variadic, which Swift does not import.
int platform_terminal_size(int descriptor, int *columns, int *rows);

/// Prepares the guard that leaves a terminal as it was found if a signal ends the process or it
/// calls `exit`; 0, or -1 if `descriptor` is no terminal.
///
/// Notes the terminal's modes as they are now. The signals are those of crashes, QUIT, and the
/// others that end a process which does nothing about them, unless they are ignored; HUP, INT and
/// TERM are the program's own. The guard's handler restores the terminal, reinstates the earlier
/// handler and lets the signal happen again, so that a backtrace or a core follows as usual. A stack
/// that overflows is handled too, on the calling thread.
///
int platform_guard_prepare(int descriptor);

/// Restores the terminal at once if the guard is armed; may be called by a signal's handler.
void platform_guard_restore(void);

/// Arms the guard: from now on there is something to restore.
///
/// - reset: what undoes the screen's modes; copied, at most 256 bytes.
///
/// If standard error is a terminal, what is written to it is kept until the guard is disarmed, as
/// it would be lost on the screen that vanishes.
void platform_guard_arm(const char *reset, size_t length);

/// Disarms the guard: the screen's modes are undone, the terminal's are restored here, and what
/// was kept of standard error is written to it.
void platform_guard_disarm(void);

/// Gives the signals back what they did before.
void platform_guard_remove(void);
