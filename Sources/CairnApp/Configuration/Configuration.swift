internal import CairnFiles
internal import CairnNavigation
internal import CairnStore
internal import TOMLKit

/// What a person has set in `config.toml`; without the file, the defaults.
///
///     [navigation]
///     restore = "all"             # none, root, top or all: how much a start brings back
///     forget-after-days = 365     # entries untouched for longer don't come back, drafts excepted
///
///     [store]
///     history-days = 90           # how long a change can be taken back
///
///     [routes]                    # URLs of one's own
///     "cairn://quick/(minutes:int)" = "cairn://recipes?where=minutes<=(minutes)"
///
/// A key that isn't known is an error, since a setting that does nothing is worse than none.
struct Configuration: Hashable, Sendable {
  /// How much of the navigation a start brings back.
  var restore = Persistence.all

  /// After how many days an untouched entry doesn't come back; `nil` for never.
  var forgetAfterDays: Int?

  /// For how many days a change can be taken back.
  var historyDays = 90

  /// The most days that a setting takes.
  static let mostDays = 36_500

  /// The person's own URLs, each with the one it stands for, in the order of their patterns.
  var routes: [Route] = []

  /// A URL pattern of a person's own.
  struct Route: Hashable, Sendable {
    let pattern: String
    let target: String
  }

  /// The defaults.
  init() {}

  /// Reads the file in the person's configuration folder, if there is one.
  ///
  /// - Throws: ``AppError/failed(_:)`` naming the file and the line, or the key.
  init(_ environment: Environment, _ fileSystem: any FileSystem) throws(AppError) {
    let path = environment.configurationFolder + "/config.toml"
    let bytes: [UInt8]
    do throws(FileError) {
      guard try fileSystem.exists(path) else { return }
      bytes = try fileSystem.read(path)
    } catch {
      throw .failed(error.description)
    }
    do throws(ConfigurationProblem) {
      self = try Configuration(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw .failed("\(environment.abbreviated(path)), \(error)")
    }
  }

  /// What the file says, or why it can't be read.
  static func reading(
    _ environment: Environment, _ fileSystem: any FileSystem
  ) -> Result<Configuration, AppError> {
    Result { () throws(AppError) in try Configuration(environment, fileSystem) }
  }

  /// Reads the text of a configuration.
  ///
  /// - Throws: ``ConfigurationProblem``, the first that there is.
  init(parsing text: String) throws(ConfigurationProblem) {
    let document: TOMLTable
    do {
      document = try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw .syntax(
        error.description, line: error.source.begin.line, column: error.source.begin.column)
    } catch {
      throw .syntax("\(error)", line: 1, column: 1)
    }
    let root = ConfigurationSection(document, path: nil)
    try root.allow(["navigation", "store", "routes"])
    try read(navigation: root.section("navigation"))
    if let store = try root.section("store") {
      try store.allow(["history-days"])
      historyDays = try store.days("history-days") ?? historyDays
    }
    if let routes = try root.section("routes") {
      self.routes = try routes.texts().map(Route.init)
    }
  }

  private mutating func read(
    navigation section: ConfigurationSection?
  ) throws(ConfigurationProblem) {
    guard let section else { return }
    try section.allow(["restore", "forget-after-days"])
    forgetAfterDays = try section.days("forget-after-days")
    guard let word = try section.text("restore") else { return }
    guard let persistence = Persistence(rawValue: word) else {
      let words = Persistence.allCases.map(\.rawValue).joined(separator: ", ")
      throw .value(key: "navigation.restore", expected: "one of \(words)")
    }
    restore = persistence
  }
}
