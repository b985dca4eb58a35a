internal import CairnInterchange
internal import CairnNavigation
internal import CairnRecords
public import CairnStore

/// How one record is printed.
public enum RecordFormat: String, CaseIterable, Sendable {
  /// Labels and values for people.
  case text
  /// A JSON object.
  case json
  /// Markdown with links.
  case markdown
}

extension Workspace {
  /// The content as it was at the end of a span of time; `nil` for as it is.
  ///
  /// - Throws: ``AppError/failed(_:)`` when the history does not reach so far back.
  public func snapshot(atEndOf span: TimeOption?) throws(AppError) -> Snapshot {
    guard let span else { return store.snapshot }
    do throws(StoreError) {
      return try store.snapshot(at: span.last)
    } catch {
      throw failure(error)
    }
  }

  /// A record as text.
  ///
  /// - Parameters:
  ///   - id: the record, which is there.
  ///   - snapshot: the content that it is read from.
  ///   - format: how.
  /// - Returns: whole lines.
  /// - Throws: ``AppError/failed(_:)`` when it isn't there any more.
  public func text(
    of id: ObjectID, in snapshot: Snapshot, as format: RecordFormat
  ) throws(AppError) -> String {
    guard snapshot.row(id) != nil else { throw failure(.notFound(id)) }
    let text = RecordText(id: id, snapshot: snapshot, clock: clock)
    switch format {
    case .text: return text.plainLines.joined(separator: "\n") + "\n"
    case .markdown: return text.markdown
    case .json:
      do throws(InterchangeError) {
        let bytes = try ExportOperation(.record(id), in: snapshot, as: .json).data()
        return String(decoding: bytes, as: UTF8.self)
      } catch {
        throw failure(error)
      }
    }
  }

  /// The URL of a record that holds in every store.
  public func portableURL(of id: ObjectID) -> String {
    store.snapshot.portableURL(of: id).text
  }
}
