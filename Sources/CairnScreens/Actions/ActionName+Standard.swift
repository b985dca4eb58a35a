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

  package static let rowDown: ActionName = "row.down"
  package static let rowUp: ActionName = "row.up"
  package static let rowFirst: ActionName = "row.first"
  package static let rowLast: ActionName = "row.last"
  package static let halfPageDown: ActionName = "row.half-page-down"
  package static let halfPageUp: ActionName = "row.half-page-up"
  package static let rowToTop: ActionName = "row.to-top"
  package static let rowToMiddle: ActionName = "row.to-middle"
  package static let rowToBottom: ActionName = "row.to-bottom"
  package static let pageDown: ActionName = "row.page-down"
  package static let pageUp: ActionName = "row.page-up"

  package static let open: ActionName = "open"
  package static let add: ActionName = "edit.add"
  package static let capture: ActionName = "list.capture"
  package static let edit: ActionName = "edit.change"
  package static let delete: ActionName = "edit.delete"

  /// Duplicates a record.
  public static let duplicate: ActionName = "edit.duplicate"

  package static let filter: ActionName = "list.filter"
  package static let clearFilter: ActionName = "list.clear-filter"
  package static let frequency: ActionName = "list.frequency"
  package static let sort: ActionName = "list.sort"
  package static let mark: ActionName = "list.mark"

  package static let markUp: ActionName = "list.mark-up"
  package static let onlyValue: ActionName = "list.only-value"
  package static let markRow: ActionName = "list.mark-row"
  package static let markRange: ActionName = "list.mark-range"
  package static let markAll: ActionName = "list.mark-all"
  package static let markOthers: ActionName = "list.mark-others"
  package static let changeField: ActionName = "edit.field"
  package static let repeatChange: ActionName = "edit.repeat"
  package static let completeRecord: ActionName = "edit.done"
  package static let viewAs: ActionName = "view.as"
  package static let findDuplicates: ActionName = "view.duplicates"
  package static let mergeRecords: ActionName = "edit.merge"
  package static let repeatedOnly: ActionName = "view.repeated"
  package static let togglePreview: ActionName = "view.preview"
  package static let previewDown: ActionName = "view.preview-down"
  package static let previewUp: ActionName = "view.preview-up"
  package static let wrap: ActionName = "view.wrap"
  package static let growPreview: ActionName = "view.preview-grow"
  package static let shrinkPreview: ActionName = "view.preview-shrink"
  package static let markInList: ActionName = "detail.mark"
  package static let nextLink: ActionName = "detail.next-link"
  package static let previousLink: ActionName = "detail.previous-link"
  package static let openLink: ActionName = "detail.open-link"
  package static let jumpToLetter: ActionName = "list.jump-to-letter"
  package static let jumpToPlace: ActionName = "list.jump-to-place"
  package static let group: ActionName = "list.group"
  package static let fold: ActionName = "list.fold"
  package static let foldAll: ActionName = "list.fold-all"
  package static let unfoldAll: ActionName = "list.unfold-all"
  package static let totals: ActionName = "list.totals"
  package static let columnsRight: ActionName = "list.columns-right"
  package static let columnsLeft: ActionName = "list.columns-left"
  package static let chooseColumns: ActionName = "list.columns"

  package static let showColumn: ActionName = "columns.show"
  package static let moveColumnDown: ActionName = "columns.move-down"
  package static let moveColumnUp: ActionName = "columns.move-up"
  package static let widenColumn: ActionName = "columns.widen"
  package static let narrowColumn: ActionName = "columns.narrow"
  package static let typeColumn: ActionName = "columns.type"
  package static let usualColumns: ActionName = "columns.usual"

  package static let otherPane: ActionName = "pane.other"

  package static let nextRecord: ActionName = "detail.next-record"
  package static let previousRecord: ActionName = "detail.previous-record"
  package static let findNext: ActionName = "detail.find-next"
  package static let findPrevious: ActionName = "detail.find-previous"
  package static let nextSection: ActionName = "detail.next-section"
  package static let previousSection: ActionName = "detail.previous-section"

  package static let addFavoriteOfLast: ActionName = "launcher.add"
  package static let renameFavorite: ActionName = "launcher.rename"
  package static let moveFavoriteDown: ActionName = "launcher.move-down"
  package static let moveFavoriteUp: ActionName = "launcher.move-up"
  package static let removeFavorite: ActionName = "launcher.remove"

  package static let goBack: ActionName = "go.back"
  package static let goForward: ActionName = "go.forward"
  package static let goToLast: ActionName = "go.last"
  package static let goUp: ActionName = "go.up"
  package static let goHome: ActionName = "go.home"
  package static let openTab: ActionName = "go.open-tab"
  package static let nextTab: ActionName = "go.next-tab"
  package static let previousTab: ActionName = "go.previous-tab"
  package static let closeTab: ActionName = "go.close-tab"
  package static let reopenTab: ActionName = "go.reopen-tab"
  package static let moveTabRight: ActionName = "go.move-tab-right"
  package static let moveTabLeft: ActionName = "go.move-tab-left"
  package static let palette: ActionName = "go.anywhere"
  package static let paletteAgain: ActionName = "go.anywhere-again"
  package static let complete: ActionName = "prompt.complete"
  package static let filterHelp: ActionName = "filter.help"
  package static let goToURL: ActionName = "go.url"
  package static let editURL: ActionName = "go.edit-url"
  package static let keepFavorite: ActionName = "favorite.keep"
  package static let jumpToFavorite: ActionName = "favorite.jump"
  package static let reload: ActionName = "view.reload"
  package static let redraw: ActionName = "view.redraw"
  package static let readMessage: ActionName = "message.read"
  package static let toggleMouse: ActionName = "view.mouse"
  package static let help: ActionName = "help"
  package static let leave: ActionName = "leave"
  package static let quit: ActionName = "quit"
  package static let suspend: ActionName = "suspend"
  package static let interrupt: ActionName = "interrupt"

  package static let accept: ActionName = "prompt.accept"
  package static let promptDown: ActionName = "prompt.down"
  package static let promptUp: ActionName = "prompt.up"
  package static let promptFirst: ActionName = "prompt.first"
  package static let promptLast: ActionName = "prompt.last"

  package static let editTyped: ActionName = "prompt.editor"
  package static let actOnPick: ActionName = "prompt.actions"
  package static let save: ActionName = "form.save"
  package static let discard: ActionName = "form.discard"
  package static let undoTyping: ActionName = "form.undo"
  package static let completeValue: ActionName = "form.complete"
  package static let redoTyping: ActionName = "form.redo"
  package static let firstField: ActionName = "form.first"
  package static let lastField: ActionName = "form.last"
  package static let nextForm: ActionName = "form.next-record"
  package static let previousForm: ActionName = "form.previous-record"
  package static let nextField: ActionName = "form.next"
  package static let previousField: ActionName = "form.previous"
  package static let revertField: ActionName = "form.revert"
  package static let editField: ActionName = "form.editor"
  package static let nextChoice: ActionName = "form.next-choice"
  package static let previousChoice: ActionName = "form.previous-choice"
  package static let clearField: ActionName = "form.clear"

  package static let textLeft: ActionName = "text.left"
  package static let textRight: ActionName = "text.right"
  package static let textWordLeft: ActionName = "text.word-left"
  package static let textWordRight: ActionName = "text.word-right"
  package static let textStart: ActionName = "text.start"
  package static let textEnd: ActionName = "text.end"
  package static let textDeleteLeft: ActionName = "text.delete-left"
  package static let textDeleteRight: ActionName = "text.delete-right"
  package static let textCutWordLeft: ActionName = "text.cut-word-left"
  package static let textCutWordRight: ActionName = "text.cut-word-right"
  package static let textCutToStart: ActionName = "text.cut-to-start"
  package static let textCutToEnd: ActionName = "text.cut-to-end"
  package static let textYank: ActionName = "text.yank"
  package static let copyText: ActionName = "text.copy"
  package static let areaNewline: ActionName = "area.newline"
  package static let lineUp: ActionName = "lines.up"
  package static let lineDown: ActionName = "lines.down"
  package static let areaUp: ActionName = "area.up"
  package static let areaDown: ActionName = "area.down"
}
