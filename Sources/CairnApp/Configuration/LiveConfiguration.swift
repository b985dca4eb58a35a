internal import CairnFiles
internal import Synchronization

/// The person's settings, read again when their file changes while the app runs.
///
/// New settings are in effect only after `take(_:)`, so that unusable settings can be ignored as a
/// whole. A file with a mistake changes nothing: the earlier settings stay until the mistake is
/// fixed.
final class LiveConfiguration: Sendable {
  private struct State {
    var current: Configuration
    var newest: Configuration
    var text: String?
    var problem: AppError?
    var startsPlain = false
    /// Whether the person was not yet told which settings were left out at the start.
    var isUntold: Bool
  }

  private let file: ConfigurationFile
  private let state: Mutex<State>

  /// Starts with the settings that were read at launch, or with the defaults if their file is
  /// wrong.
  ///
  /// The first look reports the mistake.
  init(_ reading: Result<Configuration, AppError>, _ file: ConfigurationFile) {
    self.file = file
    let configuration = file.usable(reading)
    let text: String? = if case .success = reading { try? file.text() } else { nil }
    state = Mutex(State(current: configuration, newest: configuration, text: text, isUntold: true))
  }

  /// Returns a message about keys and commands that can't be used.
  ///
  /// - Parameter others: the problems of commands in the open store.
  /// - Returns: the first problem, and that all other settings are in use; `nil` without problems.
  func remark(besides others: [ConfigurationProblem] = []) -> String? {
    let problems = (state.withLock { $0.newest.leftOut } + others).sorted { $0.place < $1.place }
    return file.remark(on: problems)
  }

  /// Returns `true` at the first call only, so that mistakes at the start are reported once.
  func takeFirstLook() -> Bool {
    state.withLock { state in
      defer { state.isUntold = false }
      return state.isUntold
    }
  }

  /// The settings in effect.
  var current: Configuration { state.withLock { $0.current } }

  /// Whether the app was started for a screen reader, independent of the settings.
  var startsPlain: Bool {
    get { state.withLock { $0.startsPlain } }
    set { state.withLock { $0.startsPlain = newValue } }
  }

  /// The folders to watch for changes of the file.
  var folders: [String] { file.foldersToFollow }

  /// Reads the file if it has changed.
  ///
  /// - Returns: the new settings if they differ from the last ones, or the file had a mistake
  ///   before.
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

  /// Puts settings into effect.
  func take(_ configuration: Configuration) {
    state.withLock { $0.current = configuration }
  }
}
