public import CairnInterface

extension ActionTable {
  /// Every action of the screens in this module and of the session around them.
  ///
  /// An application adds its own behind them, and whatever shows or resolves keys, from the last
  /// row to the help, reads this one table.
  public static let standard = ActionTable(
    browsing + review + list + columns + detail + launcher + prompt + picker + form + text
      + everywhere)

  private static let browsing: [Action] = [
    Action(
      .rowDown, title: "Down", keys: ["j", "Down"], in: [.rows, .columns],
      ownKeys: [.columns: ["j", "Down", "C-n"]]),
    Action(
      .rowUp, title: "Up", keys: ["k", "Up"], in: [.rows, .columns],
      ownKeys: [.columns: ["k", "Up", "C-p"]]),
    Action(.rowFirst, title: "To the first", keys: ["g g", "Home"], in: [.rows, .columns]),
    Action(.rowLast, title: "To the last", keys: ["G", "End"], in: [.rows, .columns]),
    Action(.halfPageDown, title: "Half a page down", keys: ["C-d"], in: [.rows]),
    Action(.halfPageUp, title: "Half a page up", keys: ["C-u"], in: [.rows]),
    Action(
      .pageDown, title: "A page down", keys: ["PageDown", "C-f"],
      in: [.rows, .columns, .prompt, .form]),
    Action(
      .pageUp, title: "A page up", keys: ["PageUp", "C-b"],
      in: [.rows, .columns, .prompt, .form]),
    Action(
      .open, title: "Open", hint: "open", keys: ["Enter", "l", "Right"], in: [.rows],
      isHinted: true),
    Action(.goUp, title: "Up one level", keys: ["h", "Left"], in: [.browsing]),
    Action(
      .goBack, title: "Back", keys: ["H", "M-Left", "C-o"], in: [.browsing, .form],
      ownKeys: [.form: ["M-Left"]]),
    Action(.goForward, title: "Forward", keys: ["L", "M-Right"], in: [.browsing]),
    Action(
      .goToLast, title: "To the screen before, and again to this one", keys: ["-"], in: [.browsing]),
    Action(.goHome, title: "To the launcher", keys: ["g h", "~"], in: [.browsing]),
    tab(.openTab, "Open in a new tab", "n"),
    tab(.nextTab, "Next tab", "t"),
    tab(.previousTab, "Previous tab", "T"),
    tab(.closeTab, "Close the tab", "x"),
    tab(.reopenTab, "Reopen the tab closed last", "X"),
    tab(.moveTabRight, "Move the tab to the right", ">"),
    tab(.moveTabLeft, "Move the tab to the left", "<"),
    Action(
      .importShown, title: "Import what is shown", hint: "import", keys: ["I"],
      in: [.browsing, .review], isHinted: true),
    Action(.findEverywhere, title: "Find in all collections", keys: ["g /"], in: [.browsing]),
    Action(.importFile, title: "Import a file", keys: ["g i"], in: [.browsing]),
    Action(.jobs, title: "To the jobs", keys: ["g w", "w"], in: [.browsing]),
    Action(.recents, title: "To the screens that were open", keys: ["g j"], in: [.browsing]),
    Action(.messages, title: "To what was said", keys: ["g M"], in: [.browsing]),
    Action(.changes, title: "To what was changed", keys: ["g u"], in: [.browsing]),
    Action(.conflicts, title: "To what waits for a choice", keys: ["g ="], in: [.browsing]),
    Action(.sync, title: "Sync with other machines", keys: ["g s"], in: [.browsing]),
    Action(.goToURL, title: "Open a URL", keys: ["o", "g o"], in: [.browsing]),
    Action(.editURL, title: "Edit this screen's URL", keys: ["O", "g O"], in: [.browsing]),
  ]

  private static let review: [Action] = [
    Action(
      .columnType, title: "Type of a column", hint: "type", keys: ["t"], in: [.review, .list],
      isHinted: true),
    Action(
      .columnField, title: "Field of a column", hint: "field", keys: ["e"], in: [.review],
      isHinted: true),
    Action(
      .columnMatch, title: "Update the records that are equal in it", hint: "match", keys: ["m"],
      in: [.review], isHinted: true),
    Action(
      .columnOmit, title: "Leave a column out, or take it in", hint: "omit", keys: ["d"],
      in: [.review], isHinted: true),
    Action(
      .importInto, title: "Into another collection", hint: "into", keys: ["i"], in: [.review],
      isHinted: true),
    Action(
      .otherPane, title: "To the other pane", hint: "pane", keys: ["Tab", "C-w w"],
      in: [.review, .list, .beside], isHinted: true),
  ]

  private static let list: [Action] = [
    Action(
      .filter, title: "Find as you type", hint: "find", keys: ["/"],
      in: [.list, .detail, .launcher], isHinted: true),
    Action(.clearFilter, title: "Show all again", keys: ["\\"], in: [.list]),
    Action(
      .sort, title: "Sort by a column", hint: "sort", keys: ["s"], in: [.list], isHinted: true),
    Action(.frequency, title: "Count the values of a column", keys: ["F"], in: [.list]),
    Action(.jumpToLetter, title: "To the next row with a letter", keys: ["f"], in: [.list]),
    Action(.jumpToPlace, title: "To a part of the list, or a row", keys: ["%"], in: [.list]),
    Action(.group, title: "Group by a field", keys: ["z g"], in: [.list]),
    Action(.fold, title: "Fold the section, or unfold it", keys: ["z a"], in: [.list]),
    Action(.foldAll, title: "Fold all sections", keys: ["z M"], in: [.list]),
    Action(.unfoldAll, title: "Unfold all sections", keys: ["z R"], in: [.list]),
    Action(.totals, title: "Sums, averages of the sections", keys: ["z t"], in: [.list]),
    Action(
      .columnsRight, title: "A column to the right", keys: [">", "S-Right"], in: [.list]),
    Action(.columnsLeft, title: "A column to the left", keys: ["<", "S-Left"], in: [.list]),
    Action(.chooseColumns, title: "Columns of the list", keys: ["z c"], in: [.list]),
    Action(
      .mark, title: "Mark the row, or take the mark away", hint: "mark", keys: ["Tab"],
      in: [.choosing], isHinted: true),
    Action(
      .markUp, title: "Mark the row, or take the mark away, and go up", keys: ["BTab"],
      in: [.choosing]),
    Action(
      .markRow, title: "Mark the row, or take the mark away", hint: "mark", keys: ["Space"],
      in: [.list, .choosing]),
    Action(.markRange, title: "Mark from the last mark to here", keys: ["v"], in: [.list]),
    Action(.markAll, title: "Mark all rows that are shown", keys: ["g a"], in: [.list]),
    Action(.markOthers, title: "Mark the other rows instead", keys: ["*"], in: [.list]),
    Action(
      .togglePreview, title: "Show beside what the cursor is on", keys: ["p"],
      in: [.list, .detail]),
    Action(.previewDown, title: "Down in the record beside", keys: ["J"], in: [.list]),
    Action(.previewUp, title: "Up in the record beside", keys: ["K"], in: [.list]),
    Action(
      .growPreview, title: "More room for the record beside", keys: ["+"], in: [.list, .beside]),
    Action(
      .shrinkPreview, title: "Less room for the record beside", keys: ["_"],
      in: [.list, .beside]),
    Action(.rowToMiddle, title: "Scroll the row to the middle", keys: ["z z"], in: [.list]),
    Action(.rowToTop, title: "Scroll the row to the top", keys: ["z Enter"], in: [.list]),
    Action(.rowToBottom, title: "Scroll the row to the bottom", keys: ["z b"], in: [.list]),
    Action(.wrap, title: "Wrap what is cut, or cut it again", keys: ["z w"], in: [.list, .detail]),
    Action(
      .add, title: "Add", hint: "add", keys: ["a", "F7"], in: [.list, .detail], isHinted: true),
    Action(
      .edit, title: "Edit", hint: "edit", keys: ["e"], in: [.list, .detail], isHinted: true),
    Action(
      .editAsText, title: "Edit as text, in your editor", keys: ["E", "F4"], in: [.list, .detail]),
    Action(
      .changeField, title: "Change one field in place", keys: ["c"], in: [.list, .detail]),
    Action(.duplicate, title: "Duplicate the record", keys: ["z d"], in: [.list, .detail]),
    Action(.delete, title: "Delete", keys: ["d", "Delete", "F8"], in: [.list, .detail]),
    Action(.linkRecords, title: "Link records that there are", keys: ["A"], in: [.list, .detail]),
    Action(.unlink, title: "Unlink, and keep the record", keys: ["D"], in: [.list, .detail]),
    Action(
      .actions, title: "Export, mail, copy", hint: "actions", keys: ["x", ".", "F9"],
      in: [.list, .detail, .launcher], isHinted: true),
    Action(.copy, title: "Copy", keys: ["y", "F5"], in: [.list, .detail, .launcher]),
    Action(.page, title: "Read it as text in your pager", keys: ["F3"], in: [.list, .detail]),
    Action(.pipe, title: "Hand the records to a command", keys: ["|"], in: [.list, .detail]),
    Action(.recordHistory, title: "Versions of the record", keys: ["z h"], in: [.list, .detail]),
  ]

  private static let detail: [Action] = [
    Action(
      .nextRecord, title: "Next record of the list", hint: "next", keys: ["J"], in: [.detail],
      isHinted: true),
    Action(
      .previousRecord, title: "Previous record of the list", hint: "previous", keys: ["K"],
      in: [.detail]),
    Action(
      .markInList, title: "Mark the record in its list, or take the mark away", keys: ["*"],
      in: [.detail]),
    Action(.nextLink, title: "To the next link", keys: ["Tab"], in: [.detail]),
    Action(.previousLink, title: "To the link before", keys: ["BTab"], in: [.detail]),
    Action(.openLink, title: "Open a link of the page", keys: ["f"], in: [.detail]),
    Action(.findNext, title: "To the next line with it", keys: ["n"], in: [.detail]),
    Action(.findPrevious, title: "To the line before with it", keys: ["N"], in: [.detail]),
    Action(
      .nextSection, title: "Next section", keys: ["}"], in: [.list, .detail, .launcher],
      ownKeys: [.launcher: ["}", "Tab"]]),
    Action(
      .previousSection, title: "Previous section", keys: ["{"], in: [.list, .detail, .launcher],
      ownKeys: [.launcher: ["{", "BTab"]]),
  ]

  private static let launcher: [Action] = [
    Action(
      .addFavoriteOfLast, title: "Keep the last screen here", hint: "add", keys: ["A"],
      in: [.launcher], isHinted: true),
    Action(
      .renameFavorite, title: "Rename, or give another letter", hint: "rename", keys: ["E"],
      in: [.launcher], isHinted: true),
    Action(
      .moveFavoriteDown, title: "Move the favorite down", hint: "move", keys: ["J"],
      in: [.launcher], isHinted: true),
    Action(.moveFavoriteUp, title: "Move the favorite up", keys: ["K"], in: [.launcher]),
    Action(
      .toggleBehind, title: "Show beside the rows what is behind them", keys: ["P"],
      in: [.launcher]),
    Action(.addCollection, title: "New collection", keys: ["N"], in: [.launcher]),
    Action(
      .removeFavorite, title: "Remove the favorite", hint: "remove", keys: ["D", "Delete"],
      in: [.launcher], isHinted: true),
  ]

  private static let columns: [Action] = [
    Action(
      .showColumn, title: "Show the column, or hide it", hint: "show", keys: ["Space", "Tab"],
      in: [.columns], isHinted: true),
    Action(
      .moveColumnDown, title: "Move the column to the right", hint: "later", keys: ["J", "S-Down"],
      in: [.columns], isHinted: true),
    Action(
      .moveColumnUp, title: "Move the column to the left", hint: "earlier", keys: ["K", "S-Up"],
      in: [.columns], isHinted: true),
    Action(
      .widenColumn, title: "Make the column wider", hint: "wider", keys: [">", "S-Right"],
      in: [.columns], isHinted: true),
    Action(
      .narrowColumn, title: "Make the column narrower", hint: "narrower", keys: ["<", "S-Left"],
      in: [.columns], isHinted: true),
    Action(
      .usualColumns, title: "The columns as they are by themselves", hint: "usual", keys: ["="],
      in: [.columns], isHinted: true),
  ]

  private static let everywhere: [Action] = [
    Action(
      .keepFavorite, title: "Keep as favorite", hint: "favorite", keys: ["b"], in: [.browsing],
      isHinted: true),
    Action(
      .palette, title: "Go or do anything", hint: "go", keys: [":", "C-p", "M-x"],
      in: [.browsing, .form], isHinted: true),
    Action(
      .paletteAgain, title: "Go or do, with what was typed last", keys: ["g :"], in: [.browsing]),
    Action(
      .jumpToFavorite, title: "Jump to a favorite", hint: "favorites", keys: ["'"],
      in: [.browsing]),
    Action(.shell, title: "Run a command, or a shell", keys: ["!"], in: [.browsing]),
    Action(.undo, title: "Undo", keys: ["u"], in: [.browsing]),
    Action(.redo, title: "Redo", keys: ["C-r"], in: [.browsing]),
    Action(.reload, title: "Read again", keys: ["R"], in: [.browsing]),
    Action(
      .readMessage, title: "Read the last message whole", keys: ["g m", "M-m"],
      in: [.browsing, .form]),
    Action(
      .toggleMouse, title: "Leave the mouse to the terminal, to select text", keys: ["M"],
      in: [.browsing]),
    Action(
      .leave, title: "One layer back", hint: "leave", keys: ["Escape"], isHinted: true),
    Action(
      .quit, title: "Quit; all is restored", hint: "quit", keys: ["q", "F10"],
      in: [.browsing, .form]),
    Action(.interrupt, title: "Stop; twice quits", keys: ["C-c"]),
    Action(.redraw, title: "Draw the screen anew", keys: ["C-l"]),
    Action(.suspend, title: "Suspend", keys: ["C-z"]),
    Action(.help, title: "All keys", hint: "help", keys: ["?", "F1", "M-?"], isHinted: true),
  ]
}

extension ActionTable {
  /// What is done with tabs: `g` and a letter, and where letters are text, Ctrl-X and the letter.
  private static func tab(_ name: ActionName, _ title: String, _ letter: String) -> Action {
    Action(
      name, title: title, keys: [KeySequence("g \(letter)")].compactMap(\.self),
      in: [.browsing, .form],
      ownKeys: [.form: [KeySequence("C-x \(letter)")].compactMap(\.self)])
  }
}
