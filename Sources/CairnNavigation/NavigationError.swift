public import CairnFiles

/// An error about URLs, the map or the saved state.
public enum NavigationError: Error, Hashable, Sendable {
  /// A text is not a valid URL.
  case malformedURL(MalformedURL)
  /// A text is not a valid pattern.
  case malformedPattern(MalformedPattern)
  /// A map's routes, links and redirects have mistakes or contradict each other; the array has all
  /// of them.
  case registration([RegistrationProblem])
  /// A pattern can't make a URL from values.
  case unwritable(UnwritableURL)
  /// A type has no link with this name.
  case noLink(type: String, name: String?)
  /// A screen's state has no value of the expected kind under a key.
  case unreadableState(key: String, expected: String)
  /// A screen's state was written by a newer version than this program knows.
  case newerState(version: Int, known: Int)
  /// No migration reads the version of a screen's state.
  case noMigration(version: Int)
  /// Another process uses the session.
  case sessionInUse(String)
  /// All states of the session are unreadable, so its drafts are not known.
  case unreadableSession(String)
  /// The session no longer has the draft.
  case noDraft
  /// A file operation failed.
  case file(FileError)
}

extension NavigationError: CustomStringConvertible {
  /// The error as a sentence.
  public var description: String {
    switch self {
    case .malformedURL(let error): error.description
    case .malformedPattern(let error): error.description
    case .registration(let problems): problems.map(\.description).joined(separator: "; ")
    case .unwritable(let error): error.description
    case .noLink(let type, nil): "no link leads from a \(type)"
    case .noLink(let type, let name?): "no link called \(name) leads from a \(type)"
    case .unreadableState(let key, let expected): "the saved state has no \(expected) under \(key)"
    case .newerState(let version, let known):
      "the saved state has version \(version), and this program knows only up to \(known)"
    case .noMigration(let version): "no migration reads the saved state's version \(version)"
    case .sessionInUse(let name): "the session \(name) is in use by another process"
    case .unreadableSession(let name):
      "the session \(name) can't be read; with --drafts, it is deleted with all its drafts"
    case .noDraft: "the draft is no longer there"
    case .file(let error): error.description
    }
  }
}
