public import CairnInterface

// The action names that screens and the session share. The action table holds their titles and
// keys.
extension ActionName {
  /// Undoes the newest change; the application performs it.
  public static let undo: ActionName = "edit.undo"
  /// Redoes the last undone change; the application performs it.
  public static let redo: ActionName = "edit.redo"
  /// Offers more actions on the shown content; the application performs it.
  public static let actions: ActionName = "actions"
  /// Asks which records a link leads to.
  public static let linkRecords: ActionName = "edit.link"
  /// Removes records from a link; the records themselves stay.
  public static let unlink: ActionName = "edit.unlink"
  /// Copies the item under the cursor, or everything.
  public static let copy: ActionName = "copy"
  /// Imports a previewed file; the application performs it.
  public static let importShown: ActionName = "import.shown"
  /// Searches records of all collections; the application performs it.
  public static let findEverywhere: ActionName = "go.find"
  /// Finds a file to import; the application performs it.
  public static let importFile: ActionName = "import.file"
  /// Sets the type of a column's values.
  public static let columnType: ActionName = "column.type"
  /// Sets the field for a column.
  public static let columnField: ActionName = "column.field"
  /// Matches existing records by a column, to update them.
  public static let columnMatch: ActionName = "column.match"
  /// Leaves a column out, or includes it again.
  public static let columnOmit: ActionName = "column.omit"
  /// Sets the collection for the imported records.
  public static let importInto: ActionName = "import.into"
  /// Change how the file of an import is read.
  public static let importDialect: ActionName = "import.dialect"
  /// Shows all notes about an import.
  public static let importNotes: ActionName = "import.notes"
  /// Shows the jobs started here or elsewhere; the application performs it.
  public static let jobs: ActionName = "go.jobs"
  /// Reads every file of the store, and shows the damage; the application performs it.
  public static let verifyStore: ActionName = "store.verify"

  /// Shows the saved changes; the application performs it.
  public static let changes: ActionName = "go.changes"
  /// Shows the changes that conflict between machines; the application performs it.
  public static let conflicts: ActionName = "go.conflicts"
  /// Synchronizes saved changes with other machines; the application performs it.
  public static let sync: ActionName = "store.sync"
  /// Shows recent screens; the application performs it.
  public static let recents: ActionName = "go.recents"
  /// Shows past messages; the application performs it.
  public static let messages: ActionName = "go.messages"
  /// Starts or ends the tour for newcomers; the application performs it.
  public static let tour: ActionName = "app.tour"
  /// Shows the guide; the application performs it.
  public static let guide: ActionName = "go.guide"
  /// Edits the shown content as text in the person's editor; the application performs it.
  public static let editAsText: ActionName = "edit.text"
  /// Creates a collection; the application performs it.
  public static let addCollection: ActionName = "model.add"
  /// Runs a shell command; the application performs it.
  public static let shell: ActionName = "shell.run"
  /// Pipes the shown records to a command; the application performs it.
  public static let pipe: ActionName = "shell.pipe"
  /// Shows the content as text in the person's pager; the application performs it.
  public static let page: ActionName = "shell.page"
  /// Shows the versions of a record; the application performs it.
  public static let recordHistory: ActionName = "go.history"

  /// Moves down.
  public static let rowDown: ActionName = "row.down"
  /// Moves up.
  public static let rowUp: ActionName = "row.up"
  /// Goes to the first row.
  public static let rowFirst: ActionName = "row.first"
  /// Goes to the last row.
  public static let rowLast: ActionName = "row.last"
  /// Scrolls half a page down.
  public static let halfPageDown: ActionName = "row.half-page-down"
  /// Scrolls half a page up.
  public static let halfPageUp: ActionName = "row.half-page-up"
  /// Scrolls the row to the top.
  public static let rowToTop: ActionName = "row.to-top"
  /// Scrolls the row to the middle.
  public static let rowToMiddle: ActionName = "row.to-middle"
  /// Scrolls the row to the bottom.
  public static let rowToBottom: ActionName = "row.to-bottom"
  /// Scrolls a page down.
  public static let pageDown: ActionName = "row.page-down"
  /// Scrolls a page up.
  public static let pageUp: ActionName = "row.page-up"

  /// Opens the row under the cursor.
  public static let open: ActionName = "open"
  /// Adds a record.
  public static let add: ActionName = "edit.add"
  /// Adds a record in one line of text.
  public static let capture: ActionName = "list.capture"
  /// Edits the record.
  public static let edit: ActionName = "edit.change"
  /// Deletes the record, or the marked ones.
  public static let delete: ActionName = "edit.delete"

  /// Duplicates a record.
  public static let duplicate: ActionName = "edit.duplicate"

  /// Finds as you type.
  public static let filter: ActionName = "list.filter"
  /// Clears the filter.
  public static let clearFilter: ActionName = "list.clear-filter"
  /// Counts the values of a field.
  public static let frequency: ActionName = "list.frequency"
  /// Sorts by a column.
  public static let sort: ActionName = "list.sort"
  /// Marks or unmarks the row.
  public static let mark: ActionName = "list.mark"

  /// Marks or unmarks the row and goes up.
  public static let markUp: ActionName = "list.mark-up"
  /// Shows only rows with a value of this row.
  public static let onlyValue: ActionName = "list.only-value"
  /// Marks or unmarks the row.
  public static let markRow: ActionName = "list.mark-row"
  /// Marks all from the newest mark to here.
  public static let markRange: ActionName = "list.mark-range"
  /// Marks all rows.
  public static let markAll: ActionName = "list.mark-all"
  /// Inverts marks.
  public static let markOthers: ActionName = "list.mark-others"
  /// Changes one field.
  public static let changeField: ActionName = "edit.field"
  /// Repeats the last change of a field.
  public static let repeatChange: ActionName = "edit.repeat"
  /// Marks as done, or as open again.
  public static let completeRecord: ActionName = "edit.done"
  /// Views as a table or counts.
  public static let viewAs: ActionName = "view.as"
  /// Finds duplicates.
  public static let findDuplicates: ActionName = "view.duplicates"
  /// Merges records.
  public static let mergeRecords: ActionName = "edit.merge"
  /// Shows only repeated values, or all.
  public static let repeatedOnly: ActionName = "view.repeated"
  /// Shows or hides the side pane.
  public static let togglePreview: ActionName = "view.preview"
  /// Scrolls the side pane down.
  public static let previewDown: ActionName = "view.preview-down"
  /// Scrolls the side pane up.
  public static let previewUp: ActionName = "view.preview-up"
  /// Wraps cells.
  public static let wrap: ActionName = "view.wrap"
  /// Enlarges the side pane.
  public static let growPreview: ActionName = "view.preview-grow"
  /// Shrinks the side pane.
  public static let shrinkPreview: ActionName = "view.preview-shrink"
  /// Marks or unmarks the record.
  public static let markInList: ActionName = "detail.mark"
  /// Goes to the next link.
  public static let nextLink: ActionName = "detail.next-link"
  /// Goes to the previous link.
  public static let previousLink: ActionName = "detail.previous-link"
  /// Opens a link by its letter.
  public static let openLink: ActionName = "detail.open-link"
  /// Jumps to a row by its first letter.
  public static let jumpToLetter: ActionName = "list.jump-to-letter"
  /// Jumps to a percentage or a row.
  public static let jumpToPlace: ActionName = "list.jump-to-place"
  /// Groups by a field.
  public static let group: ActionName = "list.group"
  /// Folds or unfolds the group.
  public static let fold: ActionName = "list.fold"
  /// Folds all groups.
  public static let foldAll: ActionName = "list.fold-all"
  /// Unfolds all groups.
  public static let unfoldAll: ActionName = "list.unfold-all"
  /// Shows or hides totals.
  public static let totals: ActionName = "list.totals"
  /// Goes to the next column.
  public static let columnsRight: ActionName = "list.columns-right"
  /// Goes to the previous column.
  public static let columnsLeft: ActionName = "list.columns-left"
  /// Chooses columns.
  public static let chooseColumns: ActionName = "list.columns"

  /// Shows or hides the column.
  public static let showColumn: ActionName = "columns.show"
  /// Moves the column right.
  public static let moveColumnDown: ActionName = "columns.move-down"
  /// Moves the column left.
  public static let moveColumnUp: ActionName = "columns.move-up"
  /// Widens the column.
  public static let widenColumn: ActionName = "columns.widen"
  /// Narrows the column.
  public static let narrowColumn: ActionName = "columns.narrow"
  /// Types a column.
  public static let typeColumn: ActionName = "columns.type"
  /// Resets columns.
  public static let usualColumns: ActionName = "columns.usual"

  /// Switches panes.
  public static let otherPane: ActionName = "pane.other"

  /// Goes to the next record.
  public static let nextRecord: ActionName = "detail.next-record"
  /// Goes to the previous record.
  public static let previousRecord: ActionName = "detail.previous-record"
  /// Goes to the next place with the searched text.
  public static let findNext: ActionName = "detail.find-next"
  /// Goes to the previous place with the searched text.
  public static let findPrevious: ActionName = "detail.find-previous"
  /// Goes to the next section.
  public static let nextSection: ActionName = "detail.next-section"
  /// Goes to the previous section.
  public static let previousSection: ActionName = "detail.previous-section"

  /// Adds the previous screen to the favorites.
  public static let addFavoriteOfLast: ActionName = "launcher.add"
  /// Edits the favorite.
  public static let renameFavorite: ActionName = "launcher.rename"
  /// Moves the favorite down.
  public static let moveFavoriteDown: ActionName = "launcher.move-down"
  /// Moves the favorite up.
  public static let moveFavoriteUp: ActionName = "launcher.move-up"
  /// Removes the favorite.
  public static let removeFavorite: ActionName = "launcher.remove"

  /// Goes back.
  public static let goBack: ActionName = "go.back"
  /// Goes forward.
  public static let goForward: ActionName = "go.forward"
  /// Switches to the previous screen.
  public static let goToLast: ActionName = "go.last"
  /// Goes up one level.
  public static let goUp: ActionName = "go.up"
  /// Opens the launcher.
  public static let goHome: ActionName = "go.home"
  /// Opens the item in a new tab.
  public static let openTab: ActionName = "go.open-tab"
  /// Goes to the next tab.
  public static let nextTab: ActionName = "go.next-tab"
  /// Goes to the previous tab.
  public static let previousTab: ActionName = "go.previous-tab"
  /// Closes the tab.
  public static let closeTab: ActionName = "go.close-tab"
  /// Opens the tab again that was closed last.
  public static let reopenTab: ActionName = "go.reopen-tab"
  /// Moves the tab right.
  public static let moveTabRight: ActionName = "go.move-tab-right"
  /// Moves the tab left.
  public static let moveTabLeft: ActionName = "go.move-tab-left"
  /// Opens the palette, which leads anywhere.
  public static let palette: ActionName = "go.anywhere"
  /// Opens the palette as you left it.
  public static let paletteAgain: ActionName = "go.anywhere-again"
  /// Completes the word.
  public static let complete: ActionName = "prompt.complete"
  /// Shows the filter syntax.
  public static let filterHelp: ActionName = "filter.help"
  /// Opens a URL.
  public static let goToURL: ActionName = "go.url"
  /// Edits the URL.
  public static let editURL: ActionName = "go.edit-url"
  /// Keeps as a favorite.
  public static let keepFavorite: ActionName = "favorite.keep"
  /// Jumps to a favorite.
  public static let jumpToFavorite: ActionName = "favorite.jump"
  /// Reloads the screen.
  public static let reload: ActionName = "view.reload"
  /// Redraws the screen.
  public static let redraw: ActionName = "view.redraw"
  /// Shows the last message.
  public static let readMessage: ActionName = "message.read"
  /// Turns the mouse off or on.
  public static let toggleMouse: ActionName = "view.mouse"
  /// Shows all keys.
  public static let help: ActionName = "help"
  /// Closes an overlay or goes back.
  public static let leave: ActionName = "leave"
  /// Ends the program.
  public static let quit: ActionName = "quit"
  /// Suspends the program.
  public static let suspend: ActionName = "suspend"
  /// Stops what runs, or quits when pressed twice.
  public static let interrupt: ActionName = "interrupt"

  /// Confirms the choice.
  public static let accept: ActionName = "prompt.accept"
  /// Moves down.
  public static let promptDown: ActionName = "prompt.down"
  /// Moves up.
  public static let promptUp: ActionName = "prompt.up"
  /// Goes to the first row.
  public static let promptFirst: ActionName = "prompt.first"
  /// Goes to the last row.
  public static let promptLast: ActionName = "prompt.last"

  /// Edits the text in your editor.
  public static let editTyped: ActionName = "prompt.editor"
  /// Exports, mails or copies the row.
  public static let actOnPick: ActionName = "prompt.actions"
  /// Saves the form.
  public static let save: ActionName = "form.save"
  /// Discards the changes.
  public static let discard: ActionName = "form.discard"
  /// Undoes typing.
  public static let undoTyping: ActionName = "form.undo"
  /// Completes with values of other records.
  public static let completeValue: ActionName = "form.complete"
  /// Redoes typing.
  public static let redoTyping: ActionName = "form.redo"
  /// Goes to the first field.
  public static let firstField: ActionName = "form.first"
  /// Goes to the last field.
  public static let lastField: ActionName = "form.last"
  /// Edits the next record.
  public static let nextForm: ActionName = "form.next-record"
  /// Edits the previous record.
  public static let previousForm: ActionName = "form.previous-record"
  /// Goes to the next field.
  public static let nextField: ActionName = "form.next"
  /// Goes to the previous field.
  public static let previousField: ActionName = "form.previous"
  /// Reverts the field.
  public static let revertField: ActionName = "form.revert"
  /// Edits the text in your editor.
  public static let editField: ActionName = "form.editor"
  /// Chooses the next value.
  public static let nextChoice: ActionName = "form.next-choice"
  /// Chooses the previous value.
  public static let previousChoice: ActionName = "form.previous-choice"
  /// Clears the field.
  public static let clearField: ActionName = "form.clear"

  /// Moves a character left.
  public static let textLeft: ActionName = "text.left"
  /// Moves a character right.
  public static let textRight: ActionName = "text.right"
  /// Moves a word left.
  public static let textWordLeft: ActionName = "text.word-left"
  /// Moves a word right.
  public static let textWordRight: ActionName = "text.word-right"
  /// Goes to the start.
  public static let textStart: ActionName = "text.start"
  /// Goes to the end.
  public static let textEnd: ActionName = "text.end"
  /// Deletes to the left.
  public static let textDeleteLeft: ActionName = "text.delete-left"
  /// Deletes to the right.
  public static let textDeleteRight: ActionName = "text.delete-right"
  /// Cuts the word to the left.
  public static let textCutWordLeft: ActionName = "text.cut-word-left"
  /// Cuts the word to the right.
  public static let textCutWordRight: ActionName = "text.cut-word-right"
  /// Cuts to the start.
  public static let textCutToStart: ActionName = "text.cut-to-start"
  /// Cuts to the end.
  public static let textCutToEnd: ActionName = "text.cut-to-end"
  /// Pastes the cut text.
  public static let textYank: ActionName = "text.yank"
  /// Copies the text.
  public static let copyText: ActionName = "text.copy"
  /// Inserts a line break.
  public static let areaNewline: ActionName = "area.newline"
  /// Moves the line up.
  public static let lineUp: ActionName = "lines.up"
  /// Moves the line down.
  public static let lineDown: ActionName = "lines.down"
  /// Goes up a line.
  public static let areaUp: ActionName = "area.up"
  /// Goes down a line.
  public static let areaDown: ActionName = "area.down"
}
