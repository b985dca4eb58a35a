internal import CairnFiles
internal import Synchronization

/// What a person has set, read again when their file changes while the app runs.
///
/// A file with a mistake changes nothing: what was set before stays until the mistake is gone.
final class LiveConfiguration: Sendable {
  private struct State {
    var configuration: Configuration
    var text: String?
    var problem: AppError?
  }

  private let file: ConfigurationFile
  private let state: Mutex<State>

  /// Begins with what the file said when the app was made.
  init(_ configuration: Configuration, _ file: ConfigurationFile) {
    self.file = file
    // Where it can't be read, the first look says so.
    state = Mutex(State(configuration: configuration, text: try? file.text()))
  }

  /// What is set now.
  var current: Configuration { state.withLock { $0.configuration } }

  /// The folders to follow for changes of the file.
  var folders: [String] { file.foldersToFollow }

  /// Reads the file if it has changed.
  ///
  /// - Returns: whether anything is set otherwise than before.
  /// - Throws: ``AppError/failed(_:)`` with the file's first mistake, once for each change.
  func refresh() throws(AppError) -> Bool {
    let result = Result { () throws(AppError) in try file.text() }
    return try state.withLock { state throws(AppError) in
      do throws(AppError) {
        let text = try result.get()
        guard text != state.text else { return false }
        state.text = text
        let read = try file.configuration(of: text)
        defer { (state.configuration, state.problem) = (read, nil) }
        return read != state.configuration || state.problem != nil
      } catch {
        guard error != state.problem else { return false }
        state.problem = error
        throw error
      }
    }
  }
}
