// # Navigation
//
// Every screen has a URL. So any view can be a favorite, an argument in the shell, and a place to
// return to after a kill. This module finds the screen of a URL and keeps the history. It knows
// neither the terminal nor the store.
//
//     text ──▶ ScreenURL ──▶ URLMap ──▶ NavigatorState ──▶ SessionFile
//                │  ▲          │              │
//                ▼  │          ▼              ▼
//              Pattern    Route's closure   the screen on top, and only that one
//
// Rules, which the tests cite by number:
//
//  1. Parsing a printed URL gives the same URL, for any text in its parts.
//  2. A malformed URL or pattern is an error with a position. It is never repaired, and never ends
//     the program.
//  3. A pattern reads exactly the values that it wrote into a URL.
//  4. The candidates for a URL have a total order that doesn't depend on the order of registration,
//     if two of them differ in more than the names of registered types or the words of
//     enumerations.
//  5. Every mistake in a map is found when the map is made, and named with both its sides.
//  6. Every opening has a typed outcome.
//  7. Forward undoes Back. A new visit removes the entries that Forward led to. Popovers never
//     enter the history.
//  8. Restoring a stack of any depth decodes one entry and makes one screen.
//  9. If a screen can't be made, its entry stays with its line, and another screen explains why.
// 10. A session's file is replaced as a whole or not at all. An unreadable file gets another name,
//     and the generation before it is used. No state is ever overwritten unread.
