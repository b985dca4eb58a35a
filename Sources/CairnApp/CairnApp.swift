// # The app
//
// The app works on one store, its workspace, in the shell and on the terminal, with the same words
// for the same things. This module connects independent parts: the store's records, the
// navigation's URLs, the screens' sources and the interchange's files.
//
//     cairn list @l ──▶ Address ──▶ ScreenURL ──▶ StoreAddress ──▶ RecordList ──▶ table, CSV, JSON
//     cairn @l      ──▶ Address ──▶ ScreenURL ──▶ AppMap ───────▶ Screen ──────▶ terminal, render
//
// General rules:
//
// 1. A URL means the same in the shell, on the screen, as a favorite and in the saved state.
// 2. Errors found before the store is opened exit with status 64, all other errors with 1.
// 3. An error is one line that says what failed, where, and what to do.
// 4. Variables, the clock and random numbers are read only through `Environment`.
// 5. A command that has saved has succeeded; later steps can't make it fail.
