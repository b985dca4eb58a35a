internal import CairnInterchange
internal import CairnJSON
internal import CairnKit
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

extension Workspace {
  /// Returns a report of the store: its location, its size, and its running jobs.
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
      if info.exchangesFiles == false {
        lines.append(
          "replacing      the file system cannot exchange two files: what another program writes in "
            + "the moment in which Cairn replaces a file is lost")
      }
      lines += plurals.map { "\($0.0.padded(to: 14)) \($0.1)" }
      lines += store.problems.map { "problem        \($0)" }
      return lines.joined(separator: "\n") + "\n"
    }
  }

  /// The number of damaged places in the files read so far.
  public var damageCount: Int { store.damageCount }

  /// Why an export may lack records, in a sentence; `nil` if no record is known to be missing.
  public var incompleteness: String? {
    guard damageCount > 0 else {
      if let losses { return losses }
      let count = store.conflictCount
      return count == 0
        ? nil
        : "\(counted(count, "record")) with an open conflict \(count == 1 ? "has" : "have") only one "
          + "side in the export; cairn sync conflicts shows both"
    }
    return
      "the store is damaged in \(counted(damageCount, "place")), so the export may lack records; "
      + "cairn store verify shows them"
  }

  /// The files that lack records which they had before, in a sentence.
  ///
  /// `nil` if none do, or the files can't be examined.
  public var losses: String? {
    store.lossesInWords.map { "\($0), or accept the loss with cairn store verify --accept-missing" }
  }

  /// The links that this machine follows from now on, because the store was opened here for the
  /// first time; one sentence each.
  public var newLinks: [String] {
    store.problems.filter(\.isNewLink).map(\.description)
  }

  /// The saved changes that were overruled by edits of the files, as far as the files were read.
  public var overruledSaves: [String] {
    store.problems.filter(\.overrulesSave).map(\.description)
  }

  /// Reads every file of the store.
  ///
  /// - Returns: the findings.
  /// - Throws: ``AppError/failed(_:)`` when the store can't be read at all.
  public func verify() throws(AppError) -> StoreCheck {
    try recorded(.verify, "Verify the store") { check in
      JobOutcome(result: check.fault ?? "no damage", details: check.lines)
    } _: { log throws(AppError) in
      try verification { done, total in log.note(JobProgress.Reading(done, of: total)) }
    }
  }

  /// Reads every file without a job record, which the caller keeps.
  ///
  /// - Parameter check: called with the number of records examined and their total; may throw to
  ///   stop.
  /// - Returns: the findings.
  /// - Throws: ``AppError/failed(_:)`` when a file can't be read, or `check` stopped it.
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

  /// Folds saved changes from the journal into the files.
  ///
  /// - Throws: ``AppError/failed(_:)`` when the store is read-only or in use by another process.
  public func fold() throws(AppError) {
    try recorded(.fold, "Save all changes to your files") {
      JobOutcome(result: "all changes are in your files")
    } _: { _ throws(AppError) in
      try foldText()
    }
  }

  /// Folds the journal without a job record, which the caller keeps.
  func foldText() throws(AppError) {
    do throws(StoreError) {
      try store.fold()
    } catch {
      throw failure(error)
    }
  }

  /// Undoes a change.
  ///
  /// - Parameters:
  ///   - number: the change; `nil` for the newest one that is not undone.
  ///   - isStrict: whether a part that can't be undone makes the whole undo fail.
  /// - Returns: the title of the change, and a sentence about the parts that were not undone.
  /// - Throws: ``AppError/failed(_:)`` when there is no such change, or all of it has changed
  ///   again.
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

  /// Redoes the change that was undone last.
  ///
  /// - Parameter isStrict: whether a part that can't be redone makes the whole redo fail.
  /// - Returns: the title of the change, and a sentence about the parts that were not undone.
  /// - Throws: ``AppError/failed(_:)`` when there is no such change.
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
      "readOnly": .boolean(isReadOnly),
      "exchangesFiles": exchangesFiles.map(JSONValue.boolean) ?? .null,
      "collections": .object(collections),
      "journalBytes": .count(journalBytes), "historyBytes": .count(historyBytes),
      "historySince": .optional(historyStart?.description),
      "lastFold": .optional(lastFold?.description),
      "problems": .array(problems.map { .string("\($0)") }),
    ]
  }
}

extension StoreProblem.Severity {
  /// The severity, as the first word of a report's line.
  var word: String {
    switch self {
    case .damage: "damaged"
    case .conflict: "conflict"
    case .note: "note"
    }
  }
}

/// The findings of a check of every file of a store.
public struct StoreCheck {
  /// The problems and oddities, damage first.
  public let lines: [String]
  private let damageCount: Int
  private let conflictCount: Int
  /// The number of files that lack records for another reason than damage.
  private let lossCount: Int

  init(problems: [StoreProblem], edits: [FileEdit]) {
    lines =
      problems.map { "\($0.severity.word): \($0)" }
      + edits.map { "edited outside Cairn: \($0)" }
    damageCount = problems.count { $0.severity == .damage }
    conflictCount = problems.count { $0.severity == .conflict }
    lossCount = problems.count { $0.isLoss && $0.severity != .damage }
  }

  /// Advice for the person, or reassurance.
  public var advice: String {
    damageCount + lossCount == 0
      ? "cairn sync conflicts shows both values, cairn sync resolve chooses"
      : "undamaged records stay usable, damaged files are kept"
  }

  /// The problems that need attention, as a part of a sentence; `nil` if nothing does.
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
