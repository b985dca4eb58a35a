public import CairnInterface

extension ActionTable {
  /// Every action of the screens in this module and of the session around them.
  ///
  /// An application appends its own actions. Everything that shows or resolves keys, from the
  /// bottom row to the help, reads this one table.
  public static let standard = ActionTable(
    browsing + review + list + pane + columns + detail + launcher + prompt + form + text
      + everywhere, renamed: renamed)

  /// The former names of actions, for settings made with earlier versions.
  private static let renamed: [ActionName: RenamedAction] = [
    "launcher.preview": RenamedAction(.togglePreview, in: .launcher),
    "picker.preview": RenamedAction(.togglePreview, in: .picker),
    "picker.preview-down": RenamedAction(.previewDown, in: .picker),
    "picker.preview-up": RenamedAction(.previewUp, in: .picker),
  ]

  private static let browsing: [Action] = [
    Action(
      .rowDown, title: "Move down", keys: ["j", "Down"], in: [.rows, .columns],
      ownKeys: [.columns: ["j", "Down", "C-n"]]),
    Action(
      .rowUp, title: "Move up", keys: ["k", "Up"], in: [.rows, .columns],
      ownKeys: [.columns: ["k", "Up", "C-p"]]),
    Action(.rowFirst, title: "Go to the first row", keys: ["g g", "Home"], in: [.rows, .columns]),
    Action(.rowLast, title: "Go to the last row", keys: ["G", "End"], in: [.rows, .columns]),
    Action(.halfPageDown, title: "Scroll half a page down", keys: ["C-d"], in: [.rows]),
    Action(.halfPageUp, title: "Scroll half a page up", keys: ["C-u"], in: [.rows]),
    Action(
      .pageDown, title: "Scroll a page down", keys: ["PageDown", "C-f"],
      in: [.rows, .columns, .prompt, .form]),
    Action(
      .pageUp, title: "Scroll a page up", keys: ["PageUp", "C-b"],
      in: [.rows, .columns, .prompt, .form]),
    Action(
      .open, title: "Open", hint: "open", keys: ["Enter", "l", "Right"], in: [.rows],
      isHinted: true),
    Action(.goUp, title: "Go up one level", keys: ["h", "Left"], in: [.browsing]),
    Action(
      .goBack, title: "Go back", keys: ["H", "M-Left", "C-o"], in: [.browsing, .form],
      ownKeys: [.form: ["M-Left"]]),
    Action(.goForward, title: "Go forward", keys: ["L", "M-Right"], in: [.browsing]),
    Action(
      .goToLast, title: "Switch to the previous screen", keys: ["-"], in: [.browsing]),
    Action(.goHome, title: "Open the launcher", keys: ["g h", "~"], in: [.browsing]),
    tab(.openTab, "Open in a new tab", "n"),
    tab(.nextTab, "Go to the next tab", "t"),
    tab(.previousTab, "Go to the previous tab", "T"),
    tab(.closeTab, "Close the tab", "x"),
    tab(.reopenTab, "Reopen the closed tab", "X"),
    Action(.moveTabRight, title: "Move the tab right", in: [.browsing, .form]),
    Action(.moveTabLeft, title: "Move the tab left", in: [.browsing, .form]),
    Action(
      .importShown, title: "Import the file", hint: "import", keys: ["I"],
      in: [.browsing, .review], isHinted: true),
    Action(.findEverywhere, title: "Search all collections", keys: ["g /"], in: [.browsing]),
    Action(.importFile, title: "Import a file", keys: ["g i"], in: [.browsing]),
    Action(.jobs, title: "Show jobs", keys: ["g w", "w"], in: [.browsing]),
    Action(
      .verifyStore, title: "Verify the store", hint: "verify", keys: ["g v"], in: [.browsing]),
    Action(.recents, title: "Show recents", keys: ["g j"], in: [.browsing]),
    Action(.messages, title: "Show messages", keys: ["g M"], in: [.browsing]),
    Action(.guide, title: "Read the guide", keys: ["g ?"], in: [.browsing]),
    Action(.tour, title: "Begin or end the tour", keys: ["z ?"], in: [.browsing]),
    Action(.changes, title: "Show changes", keys: ["g u"], in: [.browsing]),
    Action(.conflicts, title: "Show conflicts", keys: ["g ="], in: [.browsing]),
    Action(.sync, title: "Sync with other machines", keys: ["g s"], in: [.browsing]),
    Action(.goToURL, title: "Open a URL", keys: ["o", "g o"], in: [.browsing]),
    Action(.editURL, title: "Edit the URL", in: [.browsing]),
  ]

  private static let review: [Action] = [
    Action(
      .columnType, title: "Change the type of a column", hint: "type", keys: ["t"],
      in: [.review, .list],
      isHinted: true),
    Action(
      .columnField, title: "Change the field of a column", hint: "field", keys: ["e"],
      in: [.review],
      isHinted: true),
    Action(
      .importNotes, title: "Show all notes about the import", hint: "notes", keys: ["n"],
      in: [.review], isHinted: true),
    Action(
      .importDialect, title: "Change how the file is read", hint: "file", keys: ["f"],
      in: [.review], isHinted: true),
    Action(
      .columnMatch, title: "Match records by the column", hint: "match", keys: ["m"],
      in: [.review], isHinted: true),
    Action(
      .columnOmit, title: "Omit or include a column", hint: "omit", keys: ["d"],
      in: [.review], isHinted: true),
    Action(
      .importInto, title: "Import into another collection", hint: "collection", keys: ["i"],
      in: [.review],
      isHinted: true),
    Action(
      .otherPane, title: "Switch panes", hint: "other side", keys: ["Tab", "C-w w"],
      in: [.review, .list, .beside], isHinted: true),
  ]

  private static let list: [Action] = [
    Action(
      .filter, title: "Find as you type", hint: "find", keys: ["/"],
      in: [.list, .detail, .launcher], isHinted: true),
    Action(.clearFilter, title: "Clear the filter", in: [.list]),
    Action(
      .onlyValue, title: "Show only rows with a value of this row", keys: ["="], in: [.list]),
    Action(
      .sort, title: "Sort by a column", hint: "sort", keys: ["s"], in: [.list], isHinted: true),
    Action(.frequency, title: "Count the values of a field", keys: ["F"], in: [.list, .detail]),
    Action(.jumpToLetter, title: "Jump to a row by its first letter", keys: ["f"], in: [.list]),
    Action(.jumpToPlace, title: "Jump to a percentage or a row", keys: ["%"], in: [.list]),
    Action(.group, title: "Group by a field", keys: ["z g"], in: [.list]),
    Action(.fold, title: "Fold or unfold the group", keys: ["z a"], in: [.list, .launcher]),
    Action(.foldAll, title: "Fold all groups", keys: ["z M"], in: [.list]),
    Action(.unfoldAll, title: "Unfold all groups", keys: ["z R"], in: [.list]),
    Action(.totals, title: "Show or hide totals", keys: ["z ="], in: [.list]),
    Action(.viewAs, title: "View as a table or counts", keys: ["z v"], in: [.list]),
    Action(
      .repeatedOnly, title: "Show only repeated values, or all", keys: ["z u"], in: [.list]),
    Action(.findDuplicates, title: "Find duplicates", keys: ["z D"], in: [.list]),
    Action(
      .columnsRight, title: "Go to the next column", keys: [">", "S-Right"], in: [.list]),
    Action(
      .columnsLeft, title: "Go to the previous column", keys: ["<", "S-Left"], in: [.list]),
    Action(.chooseColumns, title: "Choose columns", keys: ["z c"], in: [.list]),
    Action(
      .mark, title: "Mark or unmark the row", hint: "mark", keys: ["Tab"],
      in: [.choosing], isHinted: true),
    Action(
      .markUp, title: "Mark or unmark the row and go up", in: [.choosing]),
    Action(
      .markRow, title: "Mark or unmark the row", hint: "mark", keys: ["Space"],
      in: [.list, .choosing]),
    Action(.markRange, title: "Mark all from the newest mark to here", keys: ["v"], in: [.list]),
    Action(.markAll, title: "Mark all rows", keys: ["g a"], in: [.list]),
    Action(.markOthers, title: "Invert marks", keys: ["*"], in: [.list]),
    Action(.rowToMiddle, title: "Scroll the row to the middle", keys: ["z z"], in: [.list]),
    Action(.rowToTop, title: "Scroll the row to the top", keys: ["z t", "z Enter"], in: [.list]),
    Action(.rowToBottom, title: "Scroll the row to the bottom", keys: ["z b"], in: [.list]),
    Action(.wrap, title: "Wrap cells", keys: ["z w"], in: [.list, .detail]),
    Action(
      .add, title: "Add", hint: "add", keys: ["a", "F7"], in: [.list, .detail],
      isHinted: true),
    Action(.capture, title: "Add in one line", keys: ["N"], in: [.list]),
    Action(
      .edit, title: "Edit", hint: "edit", keys: ["e"], in: [.list, .detail],
      isHinted: true),
    Action(
      .editAsText, title: "Edit as text in your editor", keys: ["E", "F4"], in: [.list, .detail]),
    Action(
      .completeRecord, title: "Mark as done, or as open again", hint: "done", keys: ["X"],
      in: [.list, .detail], isHinted: true),
    Action(
      .changeField, title: "Change one field", keys: ["c"], in: [.list, .detail]),
    Action(
      .repeatChange, title: "Repeat the last change of a field", keys: ["."],
      in: [.list, .detail]),
    Action(
      .mergeRecords, title: "Merge records", hint: "merge", keys: ["m"], in: [.list],
      isHinted: true),
    Action(.duplicate, title: "Duplicate the record", keys: ["z d"], in: [.list, .detail]),
    Action(
      .delete, title: "Delete", keys: ["d", "Delete", "F8"], in: [.list, .detail]),
    Action(.linkRecords, title: "Link existing records", keys: ["A"], in: [.list, .detail]),
    Action(.unlink, title: "Unlink a record", keys: ["D"], in: [.list, .detail]),
    Action(
      .actions, title: "Export, mail or copy", hint: "actions", keys: ["x", "F9"],
      in: [.list, .detail, .launcher], isHinted: true),
    Action(.copy, title: "Copy", keys: ["y", "F5"], in: [.list, .detail, .launcher]),
    Action(.page, title: "Open in your pager", keys: ["F3"], in: [.list, .detail]),
    Action(.pipe, title: "Pipe records to a command", keys: ["|"], in: [.list, .detail]),
    Action(.recordHistory, title: "Show versions", keys: ["z h"], in: [.list, .detail]),
  ]

  /// The actions of the side pane, which shows the target of the row or link under the cursor.
  private static let pane: [Action] = [
    Action(
      .togglePreview, title: "Show or hide the side pane", keys: ["p"],
      in: [.list, .detail, .launcher, .picker], ownKeys: [.picker: ["M-p"]]),
    Action(
      .previewDown, title: "Scroll the side pane down", keys: ["M-Down"],
      in: [.list, .detail, .launcher, .picker]),
    Action(
      .previewUp, title: "Scroll the side pane up", keys: ["M-Up"],
      in: [.list, .detail, .launcher, .picker]),
    Action(
      .growPreview, title: "Enlarge the side pane", keys: ["+"],
      in: [.list, .detail, .launcher]),
    Action(
      .shrinkPreview, title: "Shrink the side pane", keys: ["_"],
      in: [.list, .detail, .launcher]),
  ]

  private static let detail: [Action] = [
    Action(
      .nextRecord, title: "Go to the next record", hint: "next", keys: ["J"], in: [.detail],
      isHinted: true),
    Action(
      .previousRecord, title: "Go to the previous record", hint: "previous", keys: ["K"],
      in: [.detail]),
    Action(
      .markInList, title: "Mark or unmark the record", keys: ["*"],
      in: [.detail]),
    Action(.nextLink, title: "Go to the next link", keys: ["Tab"], in: [.detail]),
    Action(.previousLink, title: "Go to the previous link", keys: ["BTab"], in: [.detail]),
    Action(.openLink, title: "Open a link by its letter", keys: ["f"], in: [.detail]),
    Action(.findNext, title: "Find next", keys: ["n"], in: [.detail]),
    Action(.findPrevious, title: "Find previous", keys: ["N"], in: [.detail]),
    Action(
      .nextSection, title: "Go to the next section", keys: ["}"], in: [.list, .detail, .launcher],
      ownKeys: [.launcher: ["}", "Tab"]]),
    Action(
      .previousSection, title: "Go to the previous section", keys: ["{"],
      in: [.list, .detail, .launcher],
      ownKeys: [.launcher: ["{", "BTab"]]),
  ]

  private static let launcher: [Action] = [
    Action(
      .addCollection, title: "Add a collection", hint: "new collection", keys: ["N"],
      in: [.launcher], isHinted: true),
    Action(
      .addFavoriteOfLast, title: "Add the previous screen", hint: "add", keys: ["A"],
      in: [.launcher], isHinted: true),
    Action(
      .renameFavorite, title: "Edit the favorite", hint: "edit", keys: ["E"],
      in: [.launcher], isHinted: true),
    Action(
      .moveFavoriteDown, title: "Move the favorite down", keys: ["S-Down"], in: [.launcher]),
    Action(.moveFavoriteUp, title: "Move the favorite up", keys: ["S-Up"], in: [.launcher]),
    Action(
      .removeFavorite, title: "Remove the favorite", hint: "remove", keys: ["D", "Delete"],
      in: [.launcher], isHinted: true),
  ]

  private static let columns: [Action] = [
    Action(
      .showColumn, title: "Show or hide the column", hint: "show", keys: ["Space", "Tab"],
      in: [.columns], isHinted: true),
    Action(
      .moveColumnDown, title: "Move the column right", hint: "right", keys: ["S-Down"],
      in: [.columns], isHinted: true),
    Action(
      .moveColumnUp, title: "Move the column left", hint: "left", keys: ["S-Up"],
      in: [.columns], isHinted: true),
    Action(
      .widenColumn, title: "Widen the column", hint: "wider", keys: [">", "S-Right"],
      in: [.columns], isHinted: true),
    Action(
      .narrowColumn, title: "Narrow the column", hint: "narrower", keys: ["<", "S-Left"],
      in: [.columns], isHinted: true),
    Action(
      .typeColumn, title: "Type a column", hint: "type", keys: ["a"],
      in: [.columns], isHinted: true),
    Action(
      .usualColumns, title: "Reset columns", hint: "reset", keys: ["="],
      in: [.columns], isHinted: true),
  ]

  private static let everywhere: [Action] = [
    Action(
      .keepFavorite, title: "Keep as a favorite", hint: "favorite", keys: ["b"], in: [.browsing],
      isHinted: true),
    Action(
      .palette, title: "Go anywhere, do anything", hint: "go", keys: [":", "C-p", "M-x"],
      in: [.browsing, .form], isHinted: true),
    Action(
      .paletteAgain, title: "Open the palette as you left it", in: [.browsing]),
    Action(
      .jumpToFavorite, title: "Jump to a favorite", hint: "favorites", keys: ["'"],
      in: [.browsing]),
    Action(.shell, title: "Run a shell command", keys: ["!"], in: [.browsing]),
    Action(.undo, title: "Undo", keys: ["u"], in: [.browsing]),
    Action(.redo, title: "Redo", keys: ["C-r"], in: [.browsing]),
    Action(.reload, title: "Reload the screen", keys: ["R"], in: [.browsing]),
    Action(
      .readMessage, title: "Show the last message", keys: ["g m", "M-m"],
      in: [.browsing, .form]),
    Action(
      .toggleMouse, title: "Turn the mouse off or on", keys: ["M"],
      in: [.browsing]),
    Action(
      .leave, title: "Close or go back", hint: "leave", keys: ["Escape"], isHinted: true),
    Action(
      .quit, title: "Quit", hint: "quit", keys: ["q", "F10"],
      in: [.browsing, .form]),
    Action(.interrupt, title: "Stop, or quit when pressed twice", keys: ["C-c"]),
    Action(.redraw, title: "Redraw the screen", keys: ["C-l"]),
    Action(.suspend, title: "Suspend", keys: ["C-z"]),
    Action(.help, title: "Show all keys", hint: "help", keys: ["?", "F1", "M-?"], isHinted: true),
  ]
}

extension ActionTable {
  /// An action about tabs: its key is `g` and a letter; in forms, Ctrl-X and the letter.
  private static func tab(_ name: ActionName, _ title: String, _ letter: String) -> Action {
    Action(
      name, title: title, keys: [KeySequence("g \(letter)")].compactMap(\.self),
      in: [.browsing, .form],
      ownKeys: [.form: [KeySequence("C-x \(letter)")].compactMap(\.self)])
  }
}
