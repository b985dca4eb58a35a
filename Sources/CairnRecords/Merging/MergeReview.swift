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
///    The choices are in `take=`, so that history and favorites have them.
/// 3. Only the action `mergeRecords` saves, as one change.
/// 4. After a change of a record, the screen compares the records again.
public final class MergeReview {
  private let client: StoreClient
  private let ids: [ObjectID]
  private var choices: [(field: String, id: ObjectID)] = []
  private var plan: MergePlan?
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
    look()
  }

  /// The URL of the screen that merges records into the first record.
  static func url(merging ids: [ObjectID], on client: StoreClient) -> ScreenURL {
    let others = ids.dropFirst().map(\.key.description).joined(separator: ",")
    return client.url(of: ids[0]).appending(StoreAddress.mergeSegment)
      .setting("with", to: others)
  }

  /// The list of the fields.
  public func list(_ query: ListQuery) -> ArrayListSource<MergePlan.Field> {
    let list = ArrayListSource(
      title, query: query, columns: columns, id: \.property.name,
      open: { [self] in choose($0) }, elements: { [self] in rows })
    list.tone = { [self] field in isLosing(field) ? .warning : .plain }
    list.readiness = { [self] in problem.map { .failed($0) } ?? .ready }
    list.followUp = { [self] in
      look()
      return []
    }
    list.remarks = { [self] in plan?.lossWords.map { [$0] } ?? [] }
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
  }

  private func makePlan(in context: ObjectContext) throws(StoreError) -> MergePlan {
    var plan = try MergePlan(merging: ids, in: context)
    for (field, id) in choices { plan.take(field, from: id) }
    return plan
  }
}

// MARK: - Rows

extension MergeReview {
  /// The fields that have a value in some record.
  private var rows: [MergePlan.Field] {
    plan?.fields.filter { $0.contents.contains { !$0.isEmpty } } ?? []
  }

  private var columns: [ArrayListSource<MergePlan.Field>.Column] {
    let field = ArrayListSource<MergePlan.Field>.Column(
      ListColumn("field", width: 8...20, isSortable: false)
    ) {
      $0.property.caption
    }
    let records = ids.indices.map { index in
      let title = "\(index == 0 ? "keep" : "merge") \(ids[index].key)"
      return ArrayListSource<MergePlan.Field>.Column(
        ListColumn("\(ids[index].key)", title: title, width: 12...40, isSortable: false)
      ) { [self] field in
        cell(of: field, index)
      }
    }
    return [field] + records
  }

  private func cell(of field: MergePlan.Field, _ index: Int) -> String {
    let values = field.contents[index]
    let isTaken = field.isUnited || field.choice == index
    let text = client.snapshot.words(values, in: field.property, at: client.clock())
    return (isTaken && !values.isEmpty ? "* " : "  ") + text.onOneLine
  }

  private func isLosing(_ field: MergePlan.Field) -> Bool {
    guard let plan else { return false }
    let result = plan.result(of: field)
    return field.contents.contains { !$0.allSatisfy(result.contains) }
  }

  /// Takes the next different value of a field.
  private func choose(_ field: MergePlan.Field) -> [Effect] {
    guard !field.isUnited else {
      return [.say(Message("\(field.property.caption) keeps the values of all records"))]
    }
    let count = field.contents.count
    let others = (1..<count).map { (field.choice + $0) % count }
    guard let next = others.first(where: { field.contents[$0] != field.contents[field.choice] })
    else { return [.say(Message("all records have the same \(field.property.caption)"))] }
    let name = field.property.name
    choices.removeAll { $0.field == name }
    choices.append((name, ids[next]))
    plan?.take(name, from: ids[next])
    let text = choices.map { "\($0.field):\($0.id.key)" }.joined(separator: ",")
    return [.setQuery(name: "take", value: text), .refresh]
  }
}

// MARK: - Merging

extension MergeReview {
  /// Merges the records as one change, and goes back.
  private func merge() -> [Effect] {
    guard let plan else { return [] }
    let seen = client.snapshot
    let merged = seen.title(of: Array(ids.dropFirst()))
    let title = "merge \(merged) into \(seen.title(of: ids[0]))"
    // Another program's change must not change what the person saw.
    let shown = plan.fields.map { ($0.property.name, plan.ids[$0.choice]) }
    let ids = ids
    return client.change("merging \(merged)") { store throws(StoreError) in
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
        let words = plan.lossWords.map { "; \($0)" } ?? ""
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

extension MergePlan {
  /// The number of values that are left out, in words; `nil` if all are kept.
  fileprivate var lossWords: String? {
    lossCount == 0 ? nil : "\(Count.text(lossCount, "value")) left out"
  }
}

extension Snapshot {
  /// The values of a field for people; linked records by their titles.
  package func words(_ values: [Value], in property: Property, at clock: WallClock) -> String {
    values.map { value in
      guard case .link(let key) = value, case .relationship(let link) = property else {
        return ValueText.display(value, at: clock)
      }
      return title(of: ObjectID(entity: link.destination, key: key))
    }.joined(separator: ", ")
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
