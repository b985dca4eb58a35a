public import CairnScreens

/// The files of the machine, as a person names them in forms.
///
/// Everything here may take long, and is asked off the drawing thread.
public protocol NamedFiles: Sendable {
  /// Goes on with a path, as shells do.
  ///
  /// - Parameters:
  ///   - path: what was typed.
  ///   - known: paths that begin so and that other records have.
  /// - Returns: the path with as much more as is certain, and what may follow.
  func completion(of path: String, among known: [String]) -> TextPrompt.Completion

  /// Looks at a file.
  ///
  /// - Parameter path: the file.
  /// - Returns: how many bytes it has and the first of them.
  /// - Throws: ``FileRefusal`` for what isn't there or is no file.
  func look(at path: String) throws(FileRefusal) -> (size: Int, start: [UInt8])

  /// Reads a file whole.
  ///
  /// - Parameter path: the file.
  /// - Returns: what is in it.
  /// - Throws: ``FileRefusal`` for what isn't there, is no file, or is too large.
  func read(_ path: String) throws(FileRefusal) -> [UInt8]
}

/// Why a file that was named can't be taken: "is a folder".
public struct FileRefusal: Error, Hashable {
  /// The reason, as the end of a sentence about the file.
  public let reason: String

  /// A refusal.
  public init(_ reason: String) { self.reason = reason }
}
