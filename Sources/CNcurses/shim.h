#pragma once

// Ask for the wide-character interface before any header decides otherwise.
#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <stdint.h>
#include <string.h>
#include <term.h>

// Swift does not import macros with a cast in them.
static const attr_t CN_BOLD = A_BOLD;
static const attr_t CN_DIM = A_DIM;
static const attr_t CN_ITALIC = A_ITALIC;
static const attr_t CN_UNDERLINE = A_UNDERLINE;
static const attr_t CN_REVERSE = A_REVERSE;

/// The most scalars of a cell.
enum { CN_CELL_SCALARS = CCHARW_MAX };

// Swift refuses the mutable globals of ncurses, so what concerns the standard window is said here.

/// Leaves every byte that is typed to the program, and every key's meaning too.
static inline void cn_take_over(void) {
  raw();
  noecho();
  nonl();
  // Without this ncurses looks at the input and puts off drawing while there is some.
  typeahead(-1);
}

/// Lets the terminal send for its keys what its description has.
static inline void cn_use_keypad(void) { keypad(stdscr, TRUE); }

/// How many colors the terminal has, once colors are started; 0 before.
static inline int cn_color_count(void) { return COLORS; }

/// Puts a cell with its marks, colors and attributes at a place.
static inline void cn_put(int row, int column, const uint32_t *scalars, int count,
                          attr_t attributes, int pair) {
  cchar_t cell;
  memset(&cell, 0, sizeof cell);
  memcpy(cell.chars, scalars, (size_t)count * sizeof *scalars);
  cell.attr = attributes;
  cell.ext_color = pair;
  wmove(stdscr, row, column);
  wadd_wch(stdscr, &cell);
}

/// Blanks the window.
static inline void cn_erase(void) { werase(stdscr); }

/// Blanks the last row of the terminal, on which the shell goes on where there is no screen aside.
static inline void cn_clear_last_row(void) {
  wmove(stdscr, LINES - 1, 0);
  wclrtoeol(stdscr);
  wnoutrefresh(stdscr);
  doupdate();
}

/// Forgets what the terminal shows, so that the next refresh sends everything.
static inline void cn_forget(void) { clearok(curscr, TRUE); }

/// Sends what changed, and leaves the cursor at a place.
static inline void cn_refresh(int row, int column) {
  wmove(stdscr, row, column);
  wnoutrefresh(stdscr);
  doupdate();
}
