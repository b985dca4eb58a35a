internal import CairnInterface
public import CairnNavigation
public import CairnScreens
public import CairnStore

/// The screen that merges records: a row for each field, and a column for each record.
///
///     contacts/p3/~merge?with=p7&take=Phone:p7
///
/// 1. The record of the path is kept, and the records after `with=` are merged into it.
/// 2. A star marks the value that the merged record gets. Enter chooses the next different value.
///    The choices are in `take=`, so that history and favorites have them. A field is found by its
///    former names, too.
/// 3. Only the action `mergeRecords` saves, as one change.
/// 4. After a change of a record, the screen compares the records again.
/// 5. A drawing reads no record. The texts are made after a change and after a choice.
public final class MergeReview {
  /// A field with the texts of its cells.
  public struct FieldRow {
    /// The field.
    let field: MergePlan.Field
    /// The cell of each record.
    let cells: [String]
    /// Whether the merged record lacks a value.
    let isLosing: Bool
  }

  private let client: StoreClient
  private let ids: [ObjectID]
  private var choices: [(field: String, id: ObjectID)] = []
  private var plan: MergePlan?
  private var rows: [FieldRow] = []
  private var remarks: [String] = []
  private var problem: String?
  private var seen: Snapshot?

  /// Prepares the merge at a URL.
  ///
  /// - Parameters:
  ///   - id: the record that is kept.
  ///   - url: the URL with the other records and the choices.
  ///   - client: the client of the store.
  public init(_ id: ObjectID, at url: ScreenURL, client: StoreClient) {
    self.client = client
    let others = url.values("with").flatMap { $0.split(separator: ",") }
      .compactMap { RecordKey(String($0)) }
    ids = [id] + others.map { ObjectID(entity: id.entity, key: $0) }
    for choice in url.values("take").flatMap({ $0.split(separator: ",") }) {
      let parts = choice.split(separator: ":").map(String.init)
      guard parts.count == 2, let key = RecordKey(parts[1]) else { continue }
      choices.append((parts[0], ObjectID(entity: id.entity, key: key)))
    }
  }

  /// The URL of the screen that merges records into the first record.
  static func url(merging ids: [ObjectID], on client: StoreClient) -> ScreenURL {
    let others = ids.dropFirst().map(\.key.description).joined(separator: ",")
    return client.url(of: ids[0]).appending(StoreAddress.mergeSegment)
      .setting("with", to: others)
  }

  /// The list of the fields.
  public func list(_ query: ListQuery) -> ArrayListSource<FieldRow> {
    let list = ArrayListSource(
      title, query: query, columns: columns, id: \.field.property.name,
      open: { [self] in choose($0.field) },
      elements: { [self] in
        look()
        return rows
      })
    list.tone = { $0.isLosing ? .warning : .plain }
    list.readiness = { [self] in problem.map { .failed($0) } ?? .ready }
    list.remarks = { [self] in remarks }
    if client.obstacle == nil { list.merges = merge }
    return list
  }

  private var title: String {
    "Merge \(client.snapshot.title(of: Array(ids.dropFirst()))) into \(client.snapshot.title(of: ids[0]))"
  }

  /// Compares the records, unless nothing changed.
  private func look() {
    guard seen !== client.snapshot else { return }
    seen = client.snapshot
    do throws(StoreError) {
      plan = try makePlan(in: client.store.newContext())
      problem = nil
    } catch {
      (plan, problem) = (nil, error.description(in: client.snapshot.model))
    }
    fill()
  }

  private func makePlan(in context: ObjectContext) throws(StoreError) -> MergePlan {
    var plan = try MergePlan(merging: ids, in: context)
    let model = context.snapshot.model
    choices = choices.map { field, id in
      (model[plan.kept.entity]?.property(matching: field)?.name ?? field, model.currentID(of: id))
    }
    for (field, id) in choices { plan.take(field, from: id) }
    return plan
  }
}

// MARK: - Rows

extension MergeReview {
  /// The most values in a cell, which has no room for more.
  private static let mostValues = 5

  /// Makes the rows of the fields that have a value in some record, and the remarks.
  private func fill() {
    guard let plan, let seen else {
      (rows, remarks) = ([], [])
      return
    }
    let losing = Set(plan.losses.map(\.property.name))
    let fields = plan.fields.filter { $0.contents.contains { !$0.isEmpty } }
    rows = fields.map { field in
      FieldRow(
        field: field, cells: ids.indices.map { cell(of: field, $0, in: seen) },
        isLosing: losing.contains(field.property.name))
    }
    remarks = (plan.lossWords.map { [$0] } ?? []) + plan.equalityWords
  }

  private var columns: [ArrayListSource<FieldRow>.Column] {
    let field = ArrayListSource<FieldRow>.Column(
      ListColumn("field", width: 8...20, isSortable: false)
    ) {
      $0.field.property.caption
    }
    let records = ids.indices.map { index in
      let title = "\(index == 0 ? "keep" : "merge") \(ids[index].key)"
      return ArrayListSource<FieldRow>.Column(
        ListColumn("\(ids[index].key)", title: title, width: 12...40, isSortable: false)
      ) {
        $0.cells[index]
      }
    }
    return [field] + records
  }

  private func cell(of field: MergePlan.Field, _ index: Int, in snapshot: Snapshot) -> String {
    let values = field.contents[index]
    let isTaken = field.isUnited || field.choice == index
    let text = snapshot.words(
      values, in: field.property, at: client.clock(), limit: Self.mostValues)
    return (isTaken && !values.isEmpty ? "* " : "  ") + text.onOneLine
  }

  /// Takes the next different value of a field.
  private func choose(_ field: MergePlan.Field) -> [Effect] {
    guard var changed = plan else { return [] }
    if let objection = changed.objection(toChoosing: field) { return [.say(Message(objection))] }
    let count = field.contents.count
    let others = (1..<count).map { (field.choice + $0) % count }
    guard let next = others.first(where: { field.contents[$0] != field.contents[field.choice] })
    else { return [.say(Message("all records have the same \(field.property.caption)"))] }
    let name = field.property.name
    choices.removeAll { $0.field == name }
    choices.append((name, ids[next]))
    changed.take(name, from: changed.ids[next])
    plan = changed
    fill()
    let text = choices.map { "\($0.field):\($0.id.key)" }.joined(separator: ",")
    return [.setQuery(name: "take", value: text), .refresh]
  }
}

// MARK: - Merging

extension MergeReview {
  /// Merges the records as one change, and goes back.
  private func merge() -> [Effect] {
    guard let plan, let seen else {
      return problem.map { [.say(Message($0, tone: .bad))] } ?? []
    }
    let title = plan.title(in: seen)
    let words = remarks.map { "; \($0)" }.joined()
    // Another program's change must not change what the person saw.
    let shown = plan.fields.map { ($0.property.name, plan.ids[$0.choice]) }
    let ids = plan.ids
    return client.change("merging \(plan.merged(in: seen))") { store throws(StoreError) in
      let context = store.newContext()
      var plan = try MergePlan(
        merging: context.snapshot.currentIDs(of: ids, since: seen), in: context)
      for (field, id) in shown {
        plan.take(field, from: context.snapshot.currentID(of: id, since: seen))
      }
      try context.merge(plan)
      return try context.save(title: title)
    } completion: { outcome in
      switch outcome {
      case .success(let transaction):
        return [
          .back,
          .say(.saved(title.replacingFirstWord("merged") + words, isChange: transaction != nil)),
        ]
      case .failure(let error):
        return [.say(Message(error.description(in: seen.model), tone: .bad))]
      }
    }
  }
}

extension RecordListSource {
  /// Opens the screen that merges the marked records, or the records of a section of duplicates.
  public func merge(_ ids: [String], in section: String?) -> [Effect]? {
    var keys = Set(ids)
    if keys.isEmpty, findsDuplicates, let result = shownResult,
      let group = result.sections.first(where: { TotalsLookup.id(of: $0.value) == section })
    {
      keys = Set(group.range.map { "\(result[$0].key)" })
    }
    guard keys.count > 1 else {
      let advice: KeyWords = "\(key: .markRow) marks"
      return [.say(Message("mark the records to merge", tone: .warning, advice: advice))]
    }
    guard keys.count <= Self.mostMerged else {
      let words = "\(Count.text(keys.count)) records are too many; mark at most \(Self.mostMerged)"
      return [.say(Message(words, tone: .warning))]
    }
    let present = findingPresent(Array(keys))()
    guard present.count > 1 else { return [.say(.goneMarks)] }
    return [.open(MergeReview.url(merging: present, on: client))]
  }

  /// More records have no room side by side.
  private static let mostMerged = 9

  /// Whether the last row names the key that merges.
  public var hintsMerging: Bool { findsDuplicates }
}
