internal import CairnKit
internal import CairnRecords
internal import CairnStore

/// A list on the terminal, from which a person chooses records for a script.
///
/// The list is drawn on the terminal itself, so that standard output has nothing but the answer.
public struct Picker {
  private let workspace: Workspace
  private let columns: ListClauses
  private let url: ScreenURL
  private let entity: String
  private let origin: FetchRequest.Origin?

  /// Prepares the list at an address.
  ///
  /// - Parameters:
  ///   - workspace: the store.
  ///   - address: a collection, a record's links, or a favorite of either.
  ///   - filter: a filter to begin with, which can be changed on the screen.
  ///   - columns: the fields that are printed, whatever the screen shows.
  /// - Throws: ``AppError`` as `Workspace.list(at:adding:limit:)`.
  public init(
    _ workspace: Workspace, _ address: Address, filter: String?, columns: String?
  ) throws(AppError) {
    self.workspace = workspace
    self.columns = try ListClauses(columns: columns)
    // What is wrong with it is said before anything is drawn.
    let list = try workspace.list(at: address, adding: self.columns)
    _ = try list.columns()
    let (place, url) = try workspace.place(at: address)
    guard case .list(let entity, let origin) = place else {
      throw .failed("\(url.text) is a record; a list's URL is needed")
    }
    (self.entity, self.origin) = (entity, origin)
    self.url = try ListClauses(filter: filter).applied(to: url)
  }

  /// Shows the list until something is chosen.
  ///
  /// - Parameter isPlain: whether it is drawn for who has it read aloud.
  /// - Returns: the chosen records; none where the person left without a choice.
  /// - Throws: ``AppError/failed(_:)`` where there is no terminal, ``AppError/interrupted`` at
  ///   Ctrl-C.
  public func ask(isPlain: Bool = false) throws(AppError) -> RecordList {
    let answer = Answer()
    var application = try application(answer)
    application.look(as: try? workspace.settings, isPlain: isPlain)
    do throws(ApplicationError) {
      try application.run()
    } catch {
      throw .failed(error.description)
    }
    guard !answer.isInterrupted else { throw .interrupted }
    // The filter may have been another one, and others may have saved meanwhile.
    let all = Address.url(url.setting("where", to: nil))
    return try workspace.list(at: all, adding: columns)
      .restricted(to: Set(answer.ids.compactMap(RecordKey.init(_:))))
  }

  /// The app whose only screen is the list.
  private func application(_ answer: Answer) throws(AppError) -> Application {
    let environment = workspace.environment
    let desk = RecordDesk(workspace.store, clock: { environment.wallClock }, isReadOnly: true)
    let (url, entity, origin) = (url, entity, origin)
    do throws(NavigationError) {
      let map = try URLMap<any Screen>(home: url) {
        Route("*") { (_: UnmatchedURL) in
          let source = try RecordListSource(url, entity: entity, origin: origin, desk: desk)
          return ListScreen(source) { ids in
            answer.ids = ids
            return [.quit]
          }
        }
      }
      var application = Application(map)
      application.reload = { desk.reload() }
      application.interrupted = {
        answer.isInterrupted = true
        return [.quit]
      }
      return application
    } catch {
      throw .failed(error.description)
    }
  }
}

/// What was chosen.
private final class Answer {
  var ids: [String] = []
  var isInterrupted = false
}

extension RecordList {
  /// Prints a line for each record: its URL, or the values of the columns that were asked for with
  /// a tab between.
  ///
  /// - Parameters:
  ///   - hasColumns: whether columns were asked for.
  ///   - sink: takes the next bytes.
  /// - Throws: ``AppError`` for a column that isn't there, and what `sink` throws.
  public func printLines(
    ofColumns hasColumns: Bool, to sink: ([UInt8]) throws(AppError) -> Void
  ) throws(AppError) {
    let columns = hasColumns ? try columns() : nil
    for row in result {
      let line =
        columns?.exported(row).map(Self.cell).joined(separator: "\t")
        ?? result.snapshot.url(of: row.id).text
      try sink(Array((line + "\n").utf8))
    }
  }

  /// A value without what ends a line or a cell.
  private static func cell(_ text: String?) -> String {
    String((text ?? "").map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }
}
