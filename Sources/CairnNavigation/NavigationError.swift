public import CairnFiles

/// Why something about URLs, the map or the saved state failed.
public enum NavigationError: Error, Hashable, Sendable {
  /// A text is no URL.
  case malformedURL(MalformedURL)
  /// A text is no pattern.
  case malformedPattern(MalformedPattern)
  /// A map's routes, links and redirects contradict each other or themselves; every mistake found.
  case registration([RegistrationProblem])
  /// A pattern can't make a URL of some values.
  case unwritable(UnwritableURL)
  /// No link leads from values of a type, under a name.
  case noLink(type: String, name: String?)
  /// A screen's state has another kind of value under a key than what was asked for, or none.
  case unreadableState(key: String, expected: String)
  /// A screen's state was written by a newer version than this program knows.
  case newerState(version: Int, known: Int)
  /// A screen's state has a version that no migration leads on from.
  case noMigration(version: Int)
  /// Another process has the session.
  case sessionInUse(String)
  /// No state of the session can be read, so that its drafts are not known.
  case unreadableSession(String)
  /// The session has no such draft by now.
  case noDraft
  /// A file operation failed.
  case file(FileError)
}

extension NavigationError: CustomStringConvertible {
  /// A sentence about what was asked.
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
