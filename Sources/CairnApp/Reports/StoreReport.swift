internal import CairnInterchange
internal import CairnJSON
internal import CairnKit
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

extension Workspace {
  /// Where the store is, how much is in it, and what is under way.
  ///
  /// - Throws: ``AppError/failed(_:)`` when a collection can't be read.
  public func storeReport(_ format: ReportFormat) throws(AppError) -> String {
    let info: StoreInfo
    do throws(StoreError) {
      info = try store.info()
    } catch {
      throw failure(error)
    }
    let plurals = info.counts.map { count in
      (store.snapshot.model[count.entity]?.plural ?? count.entity, count.count)
    }
    switch format {
    case .json: return info.json(plurals, problems: store.problems).report
    case .text:
      var lines = [
        "path           \(info.path)", "format         \(info.format)",
        "id             \(info.id)",
        "created        \(info.created)", "replica        \(info.replica)",
        "last change    \(info.version)", "read-only      \(info.isReadOnly ? "yes" : "no")",
        "journal bytes  \(info.journalBytes)", "history bytes  \(info.historyBytes)",
        "history since  \(info.historyStart.map(\.description) ?? "none")",
        "last fold      \(info.lastFold.map(\.description) ?? "none")",
      ]
      lines += plurals.map { "\($0.0.padded(to: 14)) \($0.1)" }
      lines += store.problems.map { "problem        \($0)" }
      return lines.joined(separator: "\n") + "\n"
    }
  }

  /// In how many places the files that were read so far are damaged.
  public var damageCount: Int { store.damageCount }

  /// Which files of records lack some that they had, in a sentence; `nil` where none does, or none
  /// can be looked at.
  public var losses: String? {
    guard let files = try? store.findLosses(), let first = files.first else { return nil }
    let place = files.count == 1 ? first.file : "\(files.count) files"
    return "records are missing in \(place); restore them from git or a backup, or accept the "
      + "loss with cairn store verify --accept-missing"
  }

  /// The links that this machine follows from now on, since the store was opened here for the first
  /// time; a sentence for each.
  public var newLinks: [String] {
    store.problems.filter(\.isNewLink).map(\.description)
  }

  /// Which saved changes gave way to what somebody wrote in the files, as far as these were read.
  public var overruledSaves: [String] {
    store.problems.filter(\.overrulesSave).map(\.description)
  }

  /// Reads every file of the store.
  ///
  /// - Returns: what was found.
  /// - Throws: ``AppError/failed(_:)`` when the store can't be read at all.
  public func verify() throws(AppError) -> StoreCheck {
    try recorded(.verify, "Verify the store") { check in
      JobOutcome(result: check.fault ?? "no damage", details: check.lines)
    } _: { log throws(AppError) in
      try verification { done, total in log.note(JobProgress.Reading(done, of: total)) }
    }
  }

  /// Reads every file, of which whoever calls keeps the record.
  ///
  /// - Parameter check: hears how many of how many records were looked at, and may end it.
  /// - Returns: what is wrong.
  /// - Throws: ``AppError/failed(_:)`` when a file can't be read, or it was ended.
  func verification(
    checking check: (_ done: Int, _ total: Int) throws(StoreError) -> Void = { _, _ in }
  ) throws(AppError) -> StoreCheck {
    do throws(StoreError) {
      return StoreCheck(
        problems: try store.verify(checking: check), edits: try store.foreignEdits())
    } catch {
      throw failure(error)
    }
  }

  /// Moves what was saved from the journal into the text.
  ///
  /// - Throws: ``AppError/failed(_:)`` when the store is read-only or another process is at it.
  public func fold() throws(AppError) {
    try recorded(.fold, "Save all changes to your files") {
      JobOutcome(result: "all changes are in your files")
    } _: { _ throws(AppError) in
      try foldText()
    }
  }

  /// Folds, of which whoever calls keeps the record.
  func foldText() throws(AppError) {
    do throws(StoreError) {
      try store.fold()
    } catch {
      throw failure(error)
    }
  }

  /// Takes a change back.
  ///
  /// - Parameters:
  ///   - number: the change; `nil` is the newest that isn't taken back yet.
  ///   - isStrict: whether a part that cannot be undone refuses the whole.
  /// - Returns: the title of the change, and a sentence about the parts that were not undone.
  /// - Throws: ``AppError/failed(_:)`` when there is none, or all of it changed again since.
  public func undo(_ number: UInt64?, isStrict: Bool = false) throws(AppError) -> [String] {
    do throws(StoreError) {
      var left: [String] = []
      let title = try store.undo(
        number, isStrict: isStrict, leaving: { left = [$0.words(in: store.snapshot.model)] }
      ).title
      return [title] + left
    } catch {
      guard number == nil, case .changedSince = error else { throw failure(error) }
      throw .failed(
        "\(failure(error)); cairn undo NUMBER undoes another change; cairn log lists them")
    }
  }

  /// Makes the change again that was taken back last.
  ///
  /// - Parameter isStrict: whether a part that cannot be redone refuses the whole.
  /// - Returns: the title of the change, and a sentence about the parts that were not undone.
  /// - Throws: ``AppError/failed(_:)`` when there is none.
  public func redo(isStrict: Bool = false) throws(AppError) -> [String] {
    do throws(StoreError) {
      var left: [String] = []
      let title = try store.redo(isStrict: isStrict) {
        left = [$0.words(in: store.snapshot.model, isRedo: true)]
      }.title
      return [title] + left
    } catch {
      throw failure(error)
    }
  }
}

extension StoreInfo {
  func json(_ counts: [(String, Int)], problems: [StoreProblem]) -> JSONValue {
    let collections = JSONObject(
      counts.map { JSONObject.Member(name: $0.0, value: .count($0.1)) })
    return [
      "path": .string(path), "format": .count(format), "id": .string("\(id)"),
      "created": .string("\(created)"),
      "replica": .string("\(replica)"), "version": .count(Int(version)),
      "readOnly": .boolean(isReadOnly), "collections": .object(collections),
      "journalBytes": .count(journalBytes), "historyBytes": .count(historyBytes),
      "historySince": .optional(historyStart?.description),
      "lastFold": .optional(lastFold?.description),
      "problems": .array(problems.map { .string("\($0)") }),
    ]
  }
}

extension StoreProblem.Severity {
  /// How bad it is, as a report begins its line.
  var word: String {
    switch self {
    case .damage: "damaged"
    case .conflict: "conflict"
    case .note: "note"
    }
  }
}

/// What a look at every file of a store found.
public struct StoreCheck {
  /// What is wrong or odd, damage first.
  public let lines: [String]
  private let damageCount: Int
  private let conflictCount: Int
  /// How many files lack records for a reason that is no damage.
  private let lossCount: Int

  init(problems: [StoreProblem], edits: [FileEdit]) {
    lines =
      problems.map { "\($0.severity.word): \($0)" }
      + edits.map { "edited outside Cairn: \($0)" }
    damageCount = problems.count { $0.severity == .damage }
    conflictCount = problems.count { $0.severity == .conflict }
    lossCount = problems.count { $0.isLoss && $0.severity != .damage }
  }

  /// What the person can do, or need not fear.
  public var advice: String {
    damageCount + lossCount == 0
      ? "cairn sync conflicts shows both values, cairn sync resolve chooses"
      : "undamaged records stay usable, damaged files are kept"
  }

  /// What somebody has to look at, as a part of a sentence; `nil` where nothing calls for it.
  public var fault: String? {
    let damage = counted(damageCount, "place") + (damageCount == 1 ? " is" : " are") + " damaged"
    let loss = counted(lossCount, "file") + (lossCount == 1 ? " lacks" : " lack") + " records"
    let conflicts =
      counted(conflictCount, "conflict") + (conflictCount == 1 ? " is" : " are") + " open"
    let parts = [
      damageCount > 0 ? damage : nil, lossCount > 0 ? loss : nil,
      conflictCount > 0 ? conflicts : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", and ")
  }
}

extension RecordDesk {
  /// What is the matter with the store, as far as it was read.
  ///
  /// - Parameter losses: which of its files lack records, in a sentence.
  /// - Returns: the first of what there is; `nil` where nothing is the matter.
  func alert(losses: String?) -> Alert? {
    if let reloadProblem { return Alert("not up to date", text: reloadProblem) }
    let (damageCount, conflictCount) = (store.damageCount, store.conflictCount)
    if damageCount > 0 {
      let places = counted(damageCount, "place")
      return Alert("damaged", text: "damaged in \(places): cairn store verify")
    }
    if let losses { return Alert("records missing", text: losses) }
    guard conflictCount > 0 else { return nil }
    return Alert("conflict", text: "\(counted(conflictCount, "conflict")) to resolve: ~conflicts")
  }
}
