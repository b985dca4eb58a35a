internal import CairnInterchange
internal import CairnStore

/// Reads the tables of a configuration and collects every mistake with its place.
struct ConfigurationReader {
  private typealias Table = [YAMLValue.Field]

  private let document: TOMLDocument

  /// The mistakes so far.
  private(set) var problems: [ConfigurationProblem] = []

  /// The places of the settings that were read, by name.
  private(set) var places: [String: TextPlace] = [:]

  /// Parses a document.
  ///
  /// - Throws: ``ConfigurationProblem`` if the text is not TOML.
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

  /// Refuses keys other than these in a table.
  mutating func allow(_ names: [String], in section: String) {
    guard let table = table(section) else { return }
    allow(names, in: table, path: [section])
  }

  /// Returns the text of a setting, if it is set to a text.
  mutating func text(_ section: String, _ key: String) -> String? {
    value(section, key, expected: "a text in quotes") { $0.string }
  }

  /// Returns the truth value of a setting, if it is set.
  mutating func truth(_ section: String, _ key: String) -> Bool? {
    value(section, key, expected: "true or false") { $0.bool }
  }

  /// Returns the number of days of a setting, 1 or more.
  mutating func days(_ section: String, _ key: String) -> Int? {
    let most = Configuration.mostDays
    return value(section, key, expected: "a number of days from 1 to \(most)") { value in
      value.int.flatMap { (1...most).contains($0) ? $0 : nil }
    }
  }

  /// Returns the value of a setting that is one of several words, if it is set.
  mutating func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ section: String, _ key: String
  ) -> Choice? {
    let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    return value(section, key, expected: "one of \(words)") { value in
      value.string.flatMap(Choice.init)
    }
  }

  /// Returns the value of a setting, if `read` accepts it.
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

  /// Returns all keys of a table with their texts, in the order of the keys.
  mutating func texts(_ section: String) -> [(key: String, text: String)] {
    guard let table = table(section) else { return [] }
    var texts: [(key: String, text: String)] = []
    for key in table.keys.sorted() {
      if let text = text(section, key) { texts.append((key, text)) }
    }
    return texts
  }

  /// Returns the custom keys: for each action one text or several.
  ///
  /// They apply in all contexts or, inside a table with a context's name, in that context.
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
      // A name of several words without quotation marks parses as nested tables.
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

  /// Returns the tables within a table, each with its texts or lists of texts.
  ///
  /// - Parameters:
  ///   - section: the outer table.
  ///   - names: the allowed keys of an inner table.
  ///   - flags: further keys with the values true or false. A true flag has a text, a false one
  ///     none.
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

  /// Returns a text or a list of texts; `nil` for any other value.
  private static func texts(_ value: YAMLValue?) -> [String]? {
    if let text = value?.string { return [text] }
    guard let array = value?.array, array.allSatisfy({ $0.string != nil }) else { return nil }
    return array.compactMap(\.string)
  }

  /// Records the place of a setting in the file.
  mutating func notePlace(_ path: [String], name: String) { places[name] = place(path) }

  /// Adds a problem with custom keys.
  mutating func refuse(_ path: [String], because reason: String) {
    problems.append(ConfigurationProblem(.keys(reason), at: place(path)))
  }

  /// Adds a problem at a path.
  mutating func refuse(_ path: [String], _ reason: ConfigurationProblem.Reason) {
    problems.append(ConfigurationProblem(reason, at: place(path)))
  }

  /// Adds a problem for a setting with a wrong kind of value.
  mutating func refuse(_ section: String, _ key: String, expected: String) {
    problems.append(
      ConfigurationProblem(
        .value(key: Configuration.name(section, key), expected: expected),
        at: place([section, key])))
  }

  /// Adds a problem with a custom URL.
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

/// A reason why a configuration can't be used, with its place.
struct ConfigurationProblem: Error, Hashable, CustomStringConvertible {
  /// The kind of problem.
  enum Reason: Hashable {
    /// The text is not TOML.
    case syntax(String)

    /// No table or key has this name.
    case unknownKey(String, nearest: String?)

    /// The value of a key has the wrong kind.
    case value(key: String, expected: String)

    /// A custom URL is invalid.
    case route(String)

    /// Custom keys can't be assigned.
    case keys(String)

    /// A style or a theme is invalid.
    case look(String)
  }

  let reason: Reason
  let place: TextPlace

  init(_ reason: Reason, at place: TextPlace) {
    self.reason = reason
    self.place = place
  }

  /// Whether the problem may concern custom keys; a syntax error may.
  var isAboutKeys: Bool {
    switch reason {
    case .keys, .syntax: true
    case .value(let key, _): key.hasPrefix("keys")
    case .unknownKey, .route, .look: false
    }
  }

  /// Whether the problem concerns a custom command.
  var isAboutCommands: Bool {
    switch reason {
    case .value(let key, _), .unknownKey(let key, _): key.hasPrefix("commands.")
    case .keys, .syntax, .route, .look: false
    }
  }

  /// Whether the problem may concern the length of the history: the setting, or a misspelled name.
  var mayBeAboutHistory: Bool {
    switch reason {
    case .value(let key, _): key.hasPrefix("store")
    case .unknownKey(let key, _): key.hasPrefix("store") || !key.contains(".")
    case .keys, .syntax, .route, .look: false
    }
  }

  /// The place and the problem, as a sentence.
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
