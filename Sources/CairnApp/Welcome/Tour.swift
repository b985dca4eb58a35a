internal import CairnFiles
internal import CairnKit
internal import CairnStore

/// The tour for newcomers: three steps, each of which is one line in the status row.
///
/// The step is saved beside the store's sessions, because the last step ends at the next start. The
/// tour ends after that step. A person can start or end it at any time with the action `tour`.
final class Tour {
  /// A step of the tour.
  enum Step: Int {
    /// The person filters a list.
    case find = 1
    /// The person adds a view to the favorites.
    case keep
    /// The person quits and starts again.
    case comeBack
    /// The person reads that the tour is over; the next key ends it.
    case end
  }

  private let path: String
  private let fileSystem: any FileSystem
  private var step: Step?
  /// The number of favorites before the second step.
  private var favoriteCount: Int?

  /// Creates the tour, and reads the step saved by ``begin()`` and ``look(at:favorites:)``.
  init(_ workspace: Workspace) {
    path = workspace.sessionFolder + "/tour"
    fileSystem = workspace.fileSystem
    let text = (try? fileSystem.read(path)).map { String(decoding: $0, as: UTF8.self) }
    step = text.flatMap { Int($0) }.flatMap(Step.init)
    if step == .comeBack { move(to: .end) }
  }

  /// Begins the tour, or ends one that is under way.
  ///
  /// - Returns: the messages to show.
  func toggle() -> [Effect] {
    guard step == nil else {
      move(to: nil)
      return [.say(Message("tour ended", advice: "\(key: .tour) begins it again"))]
    }
    begin()
    return [.refresh]
  }

  func begin() { move(to: .find) }

  /// Moves to the next step if the present one is done.
  ///
  /// - Parameters:
  ///   - url: the open screen.
  ///   - favorites: the number of favorites.
  ///   - table: the actions with their keys.
  /// - Returns: what to do now; `nil` without a tour.
  func tip(at url: ScreenURL, favorites: Int, _ table: ActionTable) -> Alert? {
    switch step {
    case .find where url.query.contains { $0.name == "where" }: move(to: .keep)
    case .keep where favorites > favoriteCount ?? favorites: move(to: .comeBack)
    default: break
    }
    if step != .comeBack { favoriteCount = favoriteCount ?? favorites }
    guard let step, let words = words(step) else { return nil }
    let number = min(step.rawValue, 3)
    return Alert("tour \(number)/3", text: words.text(table), tone: .plain)
  }

  private func words(_ step: Step) -> KeyWords? {
    switch step {
    case .find:
      "find: open a list, press \(key: .filter), type a word, press \(key: .accept) · \(key: .tour) ends the tour"
    case .keep: "keep: press \(key: .keepFavorite) and \(key: .accept); the launcher shows the view"
    case .comeBack: "press \(key: .quit) to quit, then start Cairn again: you are back here"
    case .end: "you are back; the tour is over"
    }
  }

  private func move(to step: Step?) {
    self.step = step
    favoriteCount = nil
    guard let step, step != .end else {
      try? fileSystem.remove(path)
      return
    }
    do throws(FileError) {
      try fileSystem.makeFolder(path.parentFolder)
      try fileSystem.replace(path, with: Array("\(step.rawValue)".utf8))
    } catch {
      // Without the file, only the step after a restart is lost.
    }
  }
}
