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
