internal import CairnInterface

extension Action {
  /// The action's names in other programs, for searches.
  var synonyms: [String] { Self.synonyms[name] ?? [] }

  /// The objects of the action, derived from its contexts, for searches such as "delete rec".
  var subjects: [String] { contexts.flatMap { Self.subjects[$0] ?? [] } }

  /// The action's contexts in words: "in lists, on records".
  var placesInWords: String {
    let words = contexts.compactMap { Self.places[$0] }
    return words.isEmpty ? "elsewhere" : words.joined(separator: ", ")
  }

  private static let places: [ActionContext: String] = [
    .list: "in lists", .detail: "on records", .launcher: "on the launcher", .form: "in forms",
    .review: "in an import preview", .choosing: "while choosing", .columns: "in the column menu",
    .beside: "in the preview", .filter: "while filtering", .palette: "in the palette",
    .picker: "while picking", .prompt: "in a prompt", .text: "while typing",
    .browsing: "on screens", .rows: "on screens", .area: "in long texts", .lines: "in lines",
    .path: "in a path", .pick: "in a choice",
  ]

  private static let subjects: [ActionContext: [String]] = [
    .list: ["list", "records", "rows"], .detail: ["records"], .launcher: ["launcher", "favorites"],
    .form: ["form"], .browsing: ["screen"],
  ]

  private static let synonyms: [ActionName: [String]] = [
    .actions: ["save", "menu"],
    .add: ["new", "create", "insert"],
    .capture: ["new", "capture", "quick", "jot"],
    .addCollection: ["table", "create"],
    .changeField: ["set", "bulk", "cell"],
    .changes: ["history", "log", "undo"],
    .completeRecord: ["complete", "finish", "check", "tick", "reopen", "close"],
    .conflicts: ["conflict", "merge", "resolve", "sides"],
    .chooseColumns: ["fields", "hide", "order"],
    .columnType: ["convert"],
    .copy: ["yank", "clipboard"],
    .delete: ["remove", "trash"],
    .discard: ["draft", "cancel"],
    .duplicate: ["clone", "copy"],
    .edit: ["change", "modify", "form"],
    .editAsText: ["vim", "raw"],
    .filter: ["filter", "search", "query", "where", "conditions"],
    .filterHelp: ["syntax", "query", "where", "filter"],
    .findEverywhere: ["search", "grep"],
    .findDuplicates: ["duplicates", "same", "repeated", "dedupe"],
    .mergeRecords: ["join", "unite", "combine", "duplicates"],
    .repeatedOnly: ["duplicates", "twice"],
    .fold: ["collapse", "expand"],
    .viewAs: ["agenda", "due", "overdue", "calendar"],
    .frequency: ["histogram", "facet", "statistics", "frequency"],
    .goHome: ["home", "start", "drafts"],
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
    .tour: ["tutorial", "introduction", "learn"],
    .totals: ["total", "sum", "average", "aggregate"],
    .undo: ["revert", "restore"],
    .unlink: ["detach", "disconnect"],
    .wrap: ["truncate", "cut", "long"],
  ]
}
