internal import CairnInterchange
internal import CairnStore

/// Reads the tables of a configuration and gathers every mistake with its place.
struct ConfigurationReader {
  private typealias Table = [YAMLValue.Field]

  private let document: TOMLDocument

  /// The mistakes so far.
  private(set) var problems: [ConfigurationProblem] = []

  /// Where each setting stands that was read, by its name.
  private(set) var places: [String: TextPlace] = [:]

  /// Takes a document.
  ///
  /// - Throws: ``ConfigurationProblem`` if the text is no TOML.
  init(_ text: String) throws(ConfigurationProblem) {
    do throws(TOMLError) {
      document = try TOMLDocument(text)
    } catch {
      let place = TextPlace(line: error.line, column: error.column)
      throw ConfigurationProblem(.syntax(error.reason), at: place)
    }
  }

  /// Refuses tables other than these.
  mutating func allowSections(_ names: [String]) { allow(names, in: document.fields, path: []) }

  /// Refuses other keys than these in a table.
  mutating func allow(_ names: [String], in section: String) {
    guard let table = table(section) else { return }
    allow(names, in: table, path: [section])
  }

  /// The text of a setting, if it is set to one.
  mutating func text(_ section: String, _ key: String) -> String? {
    value(section, key, expected: "a text in quotes") { $0.string }
  }

  /// Whether a setting says yes, if it is set.
  mutating func truth(_ section: String, _ key: String) -> Bool? {
    value(section, key, expected: "true or false") { $0.bool }
  }

  /// The number of days of a setting, 1 or more.
  mutating func days(_ section: String, _ key: String) -> Int? {
    let most = Configuration.mostDays
    return value(section, key, expected: "a number of days from 1 to \(most)") { value in
      value.int.flatMap { (1...most).contains($0) ? $0 : nil }
    }
  }

  /// The value of a setting, if it is set to one that `read` knows.
  private mutating func value<Value>(
    _ section: String, _ key: String, expected: String,
    _ read: (YAMLValue) -> Value?
  ) -> Value? {
    guard let written = table(section)?[key] else { return nil }
    guard let value = read(written) else {
      refuse(section, key, expected: expected)
      return nil
    }
    note(section, key)
    return value
  }

  /// All keys of a table with their texts, in the order of the keys.
  mutating func texts(_ section: String) -> [(key: String, text: String)] {
    guard let table = table(section) else { return [] }
    var texts: [(key: String, text: String)] = []
    for key in table.keys.sorted() {
      if let text = text(section, key) { texts.append((key, text)) }
    }
    return texts
  }

  /// The person's keys: of each action a text or several, in all its contexts or, from a table of
  /// the context's name, in one.
  mutating func keys(_ section: String) -> [(path: [String], texts: [String])] {
    guard let table = table(section) else { return [] }
    return keys(in: table, [section])
  }

  private mutating func keys(
    in table: Table, _ path: [String]
  ) -> [(path: [String], texts: [String])] {
    var found: [(path: [String], texts: [String])] = []
    for key in table.keys.sorted() {
      let place = path + [key]
      // A name of several words without quotation marks reads as tables within tables.
      if let inner = table[key]?.table, path.count <= 3 {
        found += keys(in: inner, place)
      } else if let texts = Self.texts(table[key]) {
        found.append((place, texts))
      } else {
        let name = place.joined(separator: ".")
        problems.append(
          ConfigurationProblem(
            .value(key: name, expected: "keys in quotes, such as \"g s\", or a list of them"),
            at: self.place(place)))
      }
    }
    return found
  }

  /// The tables within a table, each with its texts or lists of texts.
  ///
  /// - Parameters:
  ///   - section: the outer table.
  ///   - names: the keys that an inner one may have.
  ///   - flags: those besides that are true or false; one that is true has a text, any other none.
  /// - Returns: the inner tables in the order of their names.
  mutating func tables(
    in section: String, allowing names: [String], flags: [String] = []
  ) -> [(name: String, texts: [String: [String]])] {
    guard let outer = table(section) else { return [] }
    var tables: [(name: String, texts: [String: [String]])] = []
    for name in outer.keys.sorted() {
      guard let inner = outer[name]?.table else {
        refuse(section, name, expected: "a table: [\(section).\(name)]")
        continue
      }
      allow(names + flags, in: inner, path: [section, name])
      var texts: [String: [String]] = [:]
      for key in inner.keys where names.contains(key) {
        texts[key] = Self.texts(inner[key])
        if texts[key] == nil {
          let full = "\(Configuration.name(section, name)).\(key)"
          refuse(
            [section, name, key], .value(key: full, expected: "a text in quotes, or a list of them")
          )
        }
      }
      for key in inner.keys where flags.contains(key) {
        guard let flag = inner[key]?.bool else {
          refuse(
            [section, name, key],
            .value(
              key: "\(Configuration.name(section, name)).\(key)", expected: "true or false"))
          continue
        }
        texts[key] = flag ? ["true"] : []
      }
      tables.append((name, texts))
    }
    return tables
  }

  /// A text or a list of texts; `nil` for anything else.
  private static func texts(_ value: YAMLValue?) -> [String]? {
    if let text = value?.string { return [text] }
    guard let array = value?.array, array.allSatisfy({ $0.string != nil }) else { return nil }
    return array.compactMap(\.string)
  }

  /// Notes where a setting stands in the file.
  mutating func notePlace(_ path: [String], name: String) { places[name] = place(path) }

  /// Notes what is wrong with a person's keys.
  mutating func refuse(_ path: [String], because reason: String) {
    problems.append(ConfigurationProblem(.keys(reason), at: place(path)))
  }

  /// Notes what is wrong at a path.
  mutating func refuse(_ path: [String], _ reason: ConfigurationProblem.Reason) {
    problems.append(ConfigurationProblem(reason, at: place(path)))
  }

  /// Notes that a setting has another value than what it takes.
  mutating func refuse(_ section: String, _ key: String, expected: String) {
    problems.append(
      ConfigurationProblem(
        .value(key: Configuration.name(section, key), expected: expected),
        at: place([section, key])))
  }

  /// Notes what is wrong with one of the person's own URLs.
  mutating func refuse(_ section: String, _ key: String, because reason: String) {
    problems.append(ConfigurationProblem(.route(reason), at: place([section, key])))
  }
}

extension ConfigurationReader {
  private func table(_ section: String) -> Table? { document.fields[section]?.table }

  private mutating func allow(_ names: [String], in table: Table, path: [String]) {
    for key in table.keys.sorted() {
      let full = (path + [key]).joined(separator: ".")
      if !names.contains(key) {
        let nearest = NearestNames.nearest(to: key, among: names, limit: 1).first
        let meant = nearest.map { (path + [$0]).joined(separator: ".") }
        problems.append(
          ConfigurationProblem(.unknownKey(full, nearest: meant), at: place(path + [key])))
      } else if path.isEmpty, table[key]?.table == nil {
        problems.append(
          ConfigurationProblem(.value(key: key, expected: "a table: [\(key)]"), at: place([key])))
      }
    }
  }

  private mutating func note(_ section: String, _ key: String) {
    places[Configuration.name(section, key)] = place([section, key])
  }

  private func place(_ path: [String]) -> TextPlace {
    document[path].map { TextPlace(line: $0.line, column: $0.column) }
      ?? TextPlace(line: 1, column: 1)
  }
}

extension [YAMLValue.Field] {
  fileprivate var keys: [String] { map(\.name) }

  fileprivate subscript(name: String) -> YAMLValue? { first { $0.name == name }?.value }
}

extension YAMLValue {
  fileprivate var string: String? { if case .text(let text) = self { text } else { nil } }

  fileprivate var bool: Bool? {
    guard case .plain(let word) = self else { return nil }
    return ["true": true, "false": false][word]
  }

  fileprivate var int: Int? { if case .plain(let digits) = self { Int(digits) } else { nil } }

  fileprivate var array: [YAMLValue]? { if case .list(let values) = self { values } else { nil } }

  fileprivate var table: [Field]? { if case .fields(let fields) = self { fields } else { nil } }
}

/// Why a configuration can't be used, and where.
struct ConfigurationProblem: Error, Hashable, CustomStringConvertible {
  /// What is wrong at the place.
  enum Reason: Hashable {
    /// The text is no TOML.
    case syntax(String)

    /// Nothing is called so.
    case unknownKey(String, nearest: String?)

    /// The value of a key is of another kind.
    case value(key: String, expected: String)

    /// A URL of the person's own can't be one.
    case route(String)

    /// Keys can't do what they are to do.
    case keys(String)

    /// A style or a theme is none.
    case look(String)
  }

  let reason: Reason
  let place: TextPlace

  init(_ reason: Reason, at place: TextPlace) {
    self.reason = reason
    self.place = place
  }

  /// Whether it is about a person's keys; one of the file's form may be.
  var isAboutKeys: Bool {
    switch reason {
    case .keys, .syntax: true
    case .value(let key, _): key.hasPrefix("keys")
    case .unknownKey, .route, .look: false
    }
  }

  /// Whether it is about a command of the person's own.
  var isAboutCommands: Bool {
    switch reason {
    case .value(let key, _), .unknownKey(let key, _): key.hasPrefix("commands.")
    case .keys, .syntax, .route, .look: false
    }
  }

  /// Whether the setting that is left out may be the length of the history: itself, or a misspelled
  /// name.
  var mayBeAboutHistory: Bool {
    switch reason {
    case .value(let key, _): key.hasPrefix("store")
    case .unknownKey(let key, _): key.hasPrefix("store") || !key.contains(".")
    case .keys, .syntax, .route, .look: false
    }
  }

  /// Where and what, a sentence.
  var description: String { "\(place): \(explanation)" }

  var explanation: String {
    switch reason {
    case .syntax(let reason), .route(let reason), .keys(let reason), .look(let reason): reason
    case .unknownKey(let key, let nearest):
      "no setting is called \(key)" + (nearest.map { "; did you mean \($0)?" } ?? "")
    case .value(let key, let expected): "\(key) takes \(expected)"
    }
  }
}

/// A place in a text, counted from 1 as editors do.
struct TextPlace: Hashable, Comparable, Sendable, CustomStringConvertible {
  let line: Int
  let column: Int

  /// The place in words.
  var description: String { "line \(line), column \(column)" }

  static func < (first: TextPlace, second: TextPlace) -> Bool {
    (first.line, first.column) < (second.line, second.column)
  }
}
