internal import CairnInterface
internal import CairnNavigation
internal import CairnStore

/// The person's settings in `config.toml`; without the file, the defaults.
///
///     [navigation]
///     restore = "all"             # none, root, top or all: how much a start brings back
///     forget-after-days = 365     # entries untouched for longer don't come back, drafts excepted
///
///     [store]
///     history-days = 90           # how long a change can be taken back
///
///     [sort]
///     locale = "sv"               # the language whose order of letters lists follow
///
///     [time]
///     first-weekday = "sunday"    # of "this week" and "next friday"
///
///     [routes]                    # URLs of one's own
///     "cairn://quick/(minutes:int)" = "cairn://recipes?where=minutes<=(minutes)"
///
///     [aliases]                   # short names for URLs: @lyon wherever a URL goes
///     lyon = "contacts?city=Lyon"
///
///     [keys]                      # keys of one's own; `cairn keys` lists the actions
///     like = "emacs"              # keys that come along, over which one's own are
///     "list.sort" = "S"
///     [keys.list]                 # in one context only
///     "edit.delete" = ["D", "x d"]
///
///     [look]
///     theme = "dark"              # terminal (its own background), light, mono, one below, …
///     glyphs = "ascii"            # unicode, ascii, or auto: as the terminal is
///     ambiguous-width = "wide"    # narrow or wide: Greek, Cyrillic and signs in East Asia
///     plain = true                # for screen readers, as --plain
///
///     [themes.sea]                # a theme of one's own
///     like = "dark"               # fills in missing styles
///     accent = "bold #5fafd7"
///
///     [commands.ssh]              # a program of one's own for the records of a collection
///     collection = "servers"
///     run = ["ssh", "{Host}"]     # never a shell line: each field stays one argument
///     key = "g s"
///     title = "Log in"
///
/// Cairn leaves out and reports each setting that it can't use. It ignores the whole file only if
/// the file is not TOML.
struct Configuration: Hashable, Sendable {
  /// The part of the navigation that a start restores.
  var restore = Persistence.all

  /// The number of days after which an untouched entry is not restored; `nil` to restore all.
  var forgetAfterDays: Int?

  /// The number of days for which a change can be undone.
  var historyDays = 90

  /// The order of letters, and the first day of the week.
  var conventions = Conventions()

  /// The largest number of days in a setting.
  static let mostDays = 36_500

  /// The person's own URLs with their targets, in the order of their patterns.
  var routes: [Route] = []

  /// The person's own short names for URLs.
  var aliases: [String: ScreenURL] = [:]

  /// The keymap of another program, which custom keys override.
  var keymap: BundledKeymap?

  /// The custom keys, in the order of the actions' names.
  var bindings: [KeyBinding] = []

  /// The custom commands, in the order of their names.
  var commands: [OwnCommand] = []

  /// The name of the theme.
  var themeName = Theme.named[0].name

  /// The glyphs to draw, if the terminal has them.
  var glyphs = Glyphs.auto
  /// Whether the terminal is the Linux console, whose font has at most a few hundred glyphs.
  var isOnConsole = false

  /// The width of characters whose width the terminal decides.
  var ambiguousColumns = AmbiguousColumns.narrow

  /// Whether everything is drawn for a screen reader.
  var isPlain = false

  /// Whether Cairn handles clicks and the wheel.
  var usesMouse = true

  /// The custom themes, in the order of their names.
  var themes: [OwnTheme] = []

  /// The places of the settings in the file, by name; other settings have their defaults.
  private(set) var places: [String: TextPlace] = [:]

  /// The problems of the settings that were left out, in the order of their places.
  private(set) var leftOut: [ConfigurationProblem] = []

  /// A custom URL pattern.
  struct Route: Hashable, Sendable {
    let pattern: String
    let target: String
  }

  /// Creates the default settings.
  init() {}

  /// Reads the text of a configuration, and leaves out the settings that can't be used.
  ///
  /// - Throws: ``ConfigurationProblem`` for a text that is not TOML.
  init(parsing text: String) throws(ConfigurationProblem) {
    var reader = try ConfigurationReader(text)
    self.init(&reader)
    leftOut = reader.problems.sorted { $0.place < $1.place }
    // The default may be shorter than the length that the person wanted.
    if leftOut.contains(where: \.mayBeAboutHistory), places["store.history-days"] == nil {
      historyDays = Self.mostDays
    }
  }

  /// Returns every mistake in the text of a configuration, in the order of their places.
  static func problems(in text: String) -> [ConfigurationProblem] {
    do throws(ConfigurationProblem) {
      var reader = try ConfigurationReader(text)
      _ = Configuration(&reader)
      return reader.problems.sorted { $0.place < $1.place }
    } catch {
      return [error]
    }
  }

  /// Returns the name of a setting in errors and reports.
  static func name(_ section: String, _ key: String) -> String {
    let isBare = key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
    return isBare && !key.isEmpty ? "\(section).\(key)" : "\(section).\"\(key)\""
  }

  private init(_ reader: inout ConfigurationReader) {
    reader.allowSections([
      "navigation", "store", "sort", "time", "look", "themes", "routes", "aliases", "keys",
      "commands",
    ])
    reader.allow(["restore", "forget-after-days"], in: "navigation")
    reader.allow(["history-days"], in: "store")
    restore = reader.choice("navigation", "restore") ?? restore
    forgetAfterDays = reader.days("navigation", "forget-after-days")
    historyDays = reader.days("store", "history-days") ?? historyDays
    readConventions(&reader)
    routes = Self.routes(&reader)
    aliases = Self.aliases(&reader)
    commands = Self.commands(&reader)
    keymap = Self.keymap(&reader)
    bindings = Self.bindings(&reader, over: keymap, beside: commands)
    readLook(&reader)
    places = reader.places
  }
}
