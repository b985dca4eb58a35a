internal import CairnStore
internal import TOMLKit

/// A table of a configuration, read with the names of its keys in every error.
struct ConfigurationSection {
  private let table: TOMLTable
  private let path: String?

  init(_ table: TOMLTable, path: String?) {
    self.table = table
    self.path = path
  }

  /// Refuses keys other than these.
  func allow(_ keys: [String]) throws(ConfigurationProblem) {
    for key in table.keys.sorted() where !keys.contains(key) {
      let nearest = NearestNames.nearest(to: key, among: keys, limit: 1).first
      throw .unknownKey(name(of: key), nearest: nearest.map(name(of:)))
    }
  }

  /// The table under a key, or `nil` if there is none.
  func section(_ key: String) throws(ConfigurationProblem) -> ConfigurationSection? {
    guard let value = table[key] else { return nil }
    guard let section = value.table else {
      throw .value(key: name(of: key), expected: "a table: [\(name(of: key))]")
    }
    return ConfigurationSection(section, path: name(of: key))
  }

  /// The text under a key.
  func text(_ key: String) throws(ConfigurationProblem) -> String? {
    guard let value = table[key] else { return nil }
    guard let text = value.string else {
      throw .value(key: name(of: key), expected: "a text in quotes")
    }
    return text
  }

  /// The number of days under a key, 1 or more.
  func days(_ key: String) throws(ConfigurationProblem) -> Int? {
    guard let value = table[key] else { return nil }
    guard let days = value.int, (1...Configuration.mostDays).contains(days) else {
      let most = Configuration.mostDays
      throw .value(key: name(of: key), expected: "a number of days from 1 to \(most)")
    }
    return days
  }

  /// All keys with their texts, in the order of the keys.
  func texts() throws(ConfigurationProblem) -> [(String, String)] {
    var texts: [(String, String)] = []
    for key in table.keys.sorted() {
      if let text = try text(key) { texts.append((key, text)) }
    }
    return texts
  }

  private func name(of key: String) -> String {
    path.map { "\($0).\(key)" } ?? key
  }
}
