internal import CairnKit
internal import CairnRecords
internal import CairnStore

/// The screens of saved changes: all changes, one change, and the versions of a record.
struct ChangeScreens {
  let history: ChangeHistory

  private var records: StoreClient { history.records }

  /// The URL of the list of all changes.
  static let url = ScreenURL(["~changes"])

  /// The segment for a record's versions in its URL.
  static let historySegment = "~history"

  /// Returns the URL of a change's screen.
  static func url(of number: UInt64) -> ScreenURL { ScreenURL(["~changes", "\(number)"]) }

  /// Returns whether a URL is a screen of changes or versions, where `x` offers undo.
  static func shows(_ url: ScreenURL) -> Bool {
    url.segments.first == "~changes" || url.segments.dropFirst(2).first == historySegment
  }

  /// Returns the list of all changes, filtered by its URL.
  func list(at url: ScreenURL) -> any Screen {
    ListScreen(ChangeListSource(ListQuery(url), history))
  }

  /// Returns a change's screen.
  func screen(of number: UInt64) -> any Screen { DetailScreen(ChangeDetailSource(number, history)) }

  /// Returns the list of a record's versions, or one version.
  ///
  /// - Parameters:
  ///   - url: the screen's own URL.
  ///   - number: the change that made the version; `nil` for the list of all versions.
  /// - Returns: the screen.
  /// - Throws: `AddressProblem` if the URL names no record, existing or deleted.
  func history(at url: ScreenURL, version number: UInt64?) throws(AddressProblem) -> any Screen {
    let id = try record(at: url)
    let versions = RecordVersions(id, history)
    let own = url.replacing(segments: Array(url.segments.prefix(3)))
    guard let number else { return list(of: versions, at: url, own) }
    return DetailScreen(VersionDetailSource(number, versions))
  }

  /// Returns the record of a history's URL, which may be deleted.
  private func record(at url: ScreenURL) throws(AddressProblem) -> ObjectID {
    let place = ScreenURL(Array(url.segments.prefix(2)))
    do throws(AddressProblem) {
      guard
        case .record(let id) = try StoreAddress(
          place, in: records.snapshot, at: records.clock())
      else { throw .noPlace(url.text) }
      return id
    } catch .gone(let id, _) {
      return id
    }
  }

  private func list(
    of versions: RecordVersions, at url: ScreenURL, _ own: ScreenURL
  ) -> any Screen {
    let (clock, here) = (records.clock, records.store.replica)
    let list = ArrayListSource<RecordVersions.Version>(
      "History of \(versions.title)", query: ListQuery(url),
      columns: [
        .number { $0.entry.number },
        .init(ListColumn("what", title: "fields", width: 28...120)) { $0.summary(at: clock()) },
        .init(ListColumn("change", width: 12...48)) { $0.entry.title },
        .init(ListColumn("from", width: 8...28)) { $0.entry.from(seenAt: here) },
        .age(at: clock) { $0.entry.time },
      ],
      id: { "\($0.entry.number)" }, url: { own.appending("\($0.entry.number)") },
      elements: { versions.all })
    list.crumb = "History"
    list.readiness = { versions.phase }
    list.followUp = versions.look
    list.acts = { action, version in
      action == .actions ? [.present(versions.sheet(version))] : nil
    }
    list.emptyHint = "no changes of this record; the history may not reach back so far"
    return ListScreen(list)
  }
}

/// The action sheet of a change.
struct ChangeSheet {
  let entry: ChangeSummary
  let history: ChangeHistory

  var menu: Menu {
    var choices: [Menu.Choice] = []
    if !history.records.isReadOnly {
      choices.append(Menu.Choice("t", "Undo it") { history.takeBack(entry) })
    }
    choices.append(
      Menu.Choice("y", "Copy its title") { [.copy(entry.title, what: "the title")] })
    choices.append(Menu.Choice("l", "Keep it") { [] })
    return Menu("Change \(entry.number)", choices: choices)
  }
}
