internal import CairnKit
internal import CairnRecords
internal import CairnStore

/// A list on the terminal, from which a person chooses records for a script.
///
/// The list is drawn on the terminal device, so that standard output has only the answer.
public struct RecordChooser {
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
  ///   - filter: the initial filter, which can be changed on the screen.
  ///   - columns: the fields to print, independent of the columns on the screen.
  /// - Throws: ``AppError`` as `Workspace.list(at:adding:limit:)`.
  public init(
    _ workspace: Workspace, _ address: Address, filter: String?, columns: String?
  ) throws(AppError) {
    self.workspace = workspace
    self.columns = try ListClauses(columns: columns)
    // A wrong address is reported before the list is drawn.
    let list = try workspace.list(at: address, adding: self.columns)
    _ = try list.columns()
    let (place, url) = try workspace.place(at: address)
    guard case .list(let entity, let origin) = place else {
      throw .failed("\(url.text) is a record; a list's URL is needed")
    }
    (self.entity, self.origin) = (entity, origin)
    self.url = try ListClauses(filter: filter).applied(to: url)
  }

  /// Shows the list until the person chooses records.
  ///
  /// - Parameter isPlain: whether the list is drawn for a screen reader.
  /// - Returns: the chosen records; empty if the person left without a choice.
  /// - Throws: ``AppError/failed(_:)`` if there is no terminal, ``AppError/interrupted`` at Ctrl-C.
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
    // The person may have changed the filter, and other processes may have saved changes.
    let all = Address.url(url.setting("where", to: nil))
    return try workspace.list(at: all, adding: columns)
      .restricted(to: Set(answer.ids.compactMap(RecordKey.init(_:))))
  }

  /// Returns the app whose only screen is the list.
  private func application(_ answer: Answer) throws(AppError) -> Application {
    let environment = workspace.environment
    let client = StoreClient(workspace.store, clock: { environment.wallClock }, isReadOnly: true)
    let (url, entity, origin) = (url, entity, origin)
    do throws(NavigationError) {
      let map = try URLMap<any Screen>(home: url) {
        // Filtering changes the URL, so the one route takes any path to the list.
        Route("cairn://(place:path)") { (_: [String]) in
          let source = try RecordListSource(url, entity: entity, origin: origin, client: client)
          return ListScreen(source) { ids in
            answer.ids = ids
            return [.quit]
          }
        }
      }
      var application = Application(map)
      application.keepsState = false
      application.reload = { client.reload() }
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

/// The person's choice.
private final class Answer {
  var ids: [String] = []
  var isInterrupted = false
}

extension RecordList {
  /// Prints a line for each record: its URL, or the values of the requested columns separated by
  /// tabs.
  ///
  /// - Parameters:
  ///   - hasColumns: whether columns were requested.
  ///   - sink: called with the next bytes.
  /// - Throws: ``AppError`` for an unknown column, and the errors of `sink`.
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

  /// Returns a value without line ends and tabs.
  private static func cell(_ text: String?) -> String {
    String((text ?? "").map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }
}
