// # Navigation
//
// Every screen has a URL. That makes any view a favorite, a word in the shell, and a place to come
// back to after a kill; this module turns texts into screens and keeps the way there. It knows
// neither the terminal nor the store.
//
//     text ──▶ ScreenURL ──▶ URLMap ──▶ NavigatorState ──▶ SessionFile
//                │  ▲          │              │
//                ▼  │          ▼              ▼
//              Pattern    Route's closure   the screen on top, and only that one
//
// What holds throughout, and what the tests cite by number:
//
//  1. Parsing what was printed gives the same URL, whatever its pieces contain.
//  2. A malformed URL or pattern is an error with a position, never repaired, never a trap.
//  3. A pattern reads from the URL that it wrote exactly the values that it was given.
//  4. The candidates for a URL have a total order that doesn't depend on the order of registration,
//     as long as two differ in more than the names of registered types or the words of
//     enumerations.
//  5. Every mistake in a map is found when the map is made, and named with both its sides.
//  6. Every opening has a typed outcome. Nothing is silent.
//  7. Forward undoes Back. A new visit drops what Forward led to. Popovers never enter the history.
//  8. Restoring a stack of any depth decodes one entry and makes one screen.
//  9. An entry whose screen can't be made stays, with its line and a screen that explains why.
// 10. A session's file is replaced as a whole or not at all; one that can't be read is set aside
//     under another name and the generation before it used. No state is ever overwritten unread.
