internal import CairnFiles
internal import Synchronization

/// What a person has set, read again when their file changes while the app runs.
///
/// What was read holds once it is taken over, so that whoever finds that it can't be used leaves
/// all of it alone. A file with a mistake changes nothing: what was set before stays until the
/// mistake is gone.
final class LiveConfiguration: Sendable {
  private struct State {
    var current: Configuration
    var newest: Configuration
    var text: String?
    var problem: AppError?
    var startsPlain = false
    /// Whether it wasn't told yet what was left out of what the file said at first.
    var isUntold: Bool
  }

  private let file: ConfigurationFile
  private let state: Mutex<State>

  /// Begins with what the file said when the app was made, or with the defaults where it was wrong:
  /// the first look says so.
  init(_ reading: Result<Configuration, AppError>, _ file: ConfigurationFile) {
    self.file = file
    let configuration = file.usable(reading)
    let text: String? = if case .success = reading { try? file.text() } else { nil }
    state = Mutex(State(current: configuration, newest: configuration, text: text, isUntold: true))
  }

  /// What to say of the keys and commands that can't be used.
  ///
  /// - Parameter others: what is wrong with commands in the store that is open.
  /// - Returns: the first, and that the rest holds; `nil` where all is well.
  func remark(besides others: [ConfigurationProblem] = []) -> String? {
    let problems = (state.withLock { $0.newest.leftOut } + others).sorted { $0.place < $1.place }
    return file.remark(on: problems)
  }

  /// Whether it is the first time that this is asked, to tell of what was wrong from the start.
  func takeFirstLook() -> Bool {
    state.withLock { state in
      defer { state.isUntold = false }
      return state.isUntold
    }
  }

  /// What is set now.
  var current: Configuration { state.withLock { $0.current } }

  /// Whether the app was started to be read aloud, whatever is set.
  var startsPlain: Bool {
    get { state.withLock { $0.startsPlain } }
    set { state.withLock { $0.startsPlain = newValue } }
  }

  /// The folders to follow for changes of the file.
  var folders: [String] { file.foldersToFollow }

  /// Reads the file if it has changed.
  ///
  /// - Returns: what it says, if that is otherwise than it said before, or it had a mistake.
  /// - Throws: ``AppError/failed(_:)`` with the file's first mistake, once for each change.
  func readIfChanged() throws(AppError) -> Configuration? {
    let result = Result { () throws(AppError) in try file.text() }
    return try state.withLock { state throws(AppError) in
      do throws(AppError) {
        let text = try result.get()
        guard text != state.text else { return nil }
        state.text = text
        let read = try file.configuration(of: text)
        defer { (state.newest, state.problem) = (read, nil) }
        return read != state.newest || state.problem != nil ? read : nil
      } catch {
        guard error != state.problem else { return nil }
        state.problem = error
        throw error
      }
    }
  }

  /// Makes what was read hold.
  func take(_ configuration: Configuration) {
    state.withLock { $0.current = configuration }
  }
}
