// # The app
//
// What a person meets: one store as a workspace, in the shell and on the terminal, with the same
// words for the same things. This module joins what doesn't know of each other: the store's
// records, the navigation's URLs, the screens' sources and the interchange's files.
//
//     cairn list @l ──▶ Address ──▶ ScreenURL ──▶ StoreAddress ──▶ RecordList ──▶ table, CSV, JSON
//     cairn @l      ──▶ Address ──▶ ScreenURL ──▶ AppMap ───────▶ Screen ──────▶ terminal, render
//
// What holds throughout:
//
// 1. A URL means the same in the shell, on the screen, as a favorite and in the saved state.
// 2. What can be judged before the store is opened ends with status 64, all else that fails with 1.
// 3. An error is one line that says what, where, and what to do.
// 4. Nothing reads the process's variables, clock or chance but through `Environment`.
// 5. A command that has saved has succeeded; what comes after the save can't make it fail.
