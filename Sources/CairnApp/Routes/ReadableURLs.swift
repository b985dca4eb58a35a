internal import CairnNavigation
internal import CairnRecords
internal import CairnStore

/// URLs as the location line shows them; it asks at each drawing, so the last answer is kept.
final class ReadableURLs {
  private let desk: RecordDesk
  private var last: (url: ScreenURL, snapshot: Snapshot, shown: ScreenURL)?

  init(_ desk: RecordDesk) { self.desk = desk }

  /// The URL with a record's handle in the place of its key.
  func shown(for url: ScreenURL) -> ScreenURL {
    let snapshot = desk.snapshot
    if let last, last.snapshot === snapshot, last.url == url { return last.shown }
    let shown = snapshot.readable(url, at: desk.clock())
    last = (url, snapshot, shown)
    return shown
  }
}
