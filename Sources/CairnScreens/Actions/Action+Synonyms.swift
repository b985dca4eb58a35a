internal import CairnInterface

extension Action {
  /// Other words by which people who know other programs look for it.
  var synonyms: [String] { Self.synonyms[name] ?? [] }

  /// What it is done with, as far as the places say where it has keys: "delete rec" is typed, too.
  var subjects: [String] { contexts.flatMap { Self.subjects[$0] ?? [] } }

  private static let subjects: [ActionContext: [String]] = [
    .list: ["list", "records", "rows"], .detail: ["records"], .launcher: ["launcher", "favorites"],
    .form: ["form"], .browsing: ["screen"],
  ]

  private static let synonyms: [ActionName: [String]] = [
    .actions: ["save", "menu"],
    .add: ["new", "create", "insert"],
    .addCollection: ["table", "create"],
    .changeField: ["set", "bulk", "cell"],
    .changes: ["history", "log", "undo"],
    .chooseColumns: ["fields", "hide", "order"],
    .copy: ["yank", "clipboard"],
    .delete: ["remove", "trash"],
    .duplicate: ["clone", "copy"],
    .edit: ["change", "modify", "form"],
    .editAsText: ["vim", "raw"],
    .filter: ["filter", "search", "query", "where", "conditions"],
    .filterHelp: ["syntax", "query", "where", "filter"],
    .findEverywhere: ["search", "grep"],
    .frequency: ["histogram", "facet", "statistics", "frequency"],
    .goHome: ["home", "start"],
    .goToURL: ["address", "location"],
    .group: ["section"],
    .guide: ["manual", "documentation", "tutorial", "help"],
    .help: ["shortcuts", "keybindings"],
    .jobs: ["tasks", "background", "progress"],
    .jumpToFavorite: ["bookmarks"],
    .jumpToPlace: ["percent", "goto", "number"],
    .keepFavorite: ["bookmark", "pin", "star"],
    .linkRecords: ["connect", "attach", "relation"],
    .markAll: ["select", "tag"],
    .markOthers: ["invert", "selection"],
    .markRange: ["select", "visual"],
    .markRow: ["select", "tag"],
    .messages: ["log", "errors"],
    .openTab: ["window"],
    .page: ["less", "view", "print"],
    .pipe: ["stdin", "shell"],
    .quit: ["exit", "close"],
    .recents: ["history", "recent"],
    .recordHistory: ["history", "log"],
    .redraw: ["refresh", "repaint"],
    .reload: ["refresh", "reload"],
    .removeFavorite: ["bookmark", "unpin", "delete"],
    .shell: ["terminal", "bash", "exec"],
    .suspend: ["background"],
    .sync: ["git", "push", "pull"],
    .togglePreview: ["preview", "peek"],
    .totals: ["total", "aggregate"],
    .undo: ["revert", "restore"],
    .unlink: ["detach", "disconnect"],
  ]
}
