internal import CairnNavigation
internal import CairnRecords
internal import CairnStore

/// What a merge did, or would do.
public struct MergeReport: Sendable {
  /// The URL of the record that is kept.
  public let kept: String

  /// A line for each record that is merged into it, for each value that is left out, and for each
  /// collection with owned records that stand several times.
  public let lines: [String]

  /// Parses `FIELD=ID`, the choice of the record that gives a field's value.
  ///
  /// - Throws: ``AppError/usage(_:)`` for another text.
  public static func choice(
    _ word: String
  ) throws(AppError) -> (field: String, record: String) {
    guard let equals = word[word.endOfQuotation...].firstIndex(of: "="), equals > word.startIndex,
      case let record = word[word.index(after: equals)...], !record.isEmpty
    else { throw .usage("--take \(word) is not FIELD=ID") }
    return (String(word[..<equals]), String(record))
  }
}

extension Workspace {
  /// Merges records into the first of them, as one change.
  ///
  /// - Parameters:
  ///   - addresses: the records, or a collection and the ids of its records.
  ///   - choices: the fields with the record that gives each one's value.
  ///   - isDryRun: whether to check the merge without saving it.
  /// - Returns: the report.
  /// - Throws: ``AppError/failed(_:)`` for unknown records and fields, and when a rule of the model
  ///   forbids the merge.
  public func merge(
    _ addresses: [Address], taking choices: [(field: String, record: String)], isDryRun: Bool
  ) throws(AppError) -> MergeReport {
    let ids = try mergedRecords(addresses)
    let snapshot = store.snapshot
    let context = store.newContext()
    do throws(StoreError) {
      var plan = try MergePlan(merging: ids, in: context)
      let failure = take(choices, in: &plan)
      if let failure { throw .refused(failure) }
      try context.merge(plan)
      if isDryRun {
        if let issue = context.validate().first { throw .invalid([issue]) }
      } else {
        try context.save(title: plan.title(in: snapshot))
      }
      return MergeReport(
        kept: snapshot.url(of: ids[0]).text,
        lines: lines(of: plan, in: snapshot, isDryRun: isDryRun))
    } catch {
      throw self.failure(error)
    }
  }

  /// Returns the records at the addresses; after a collection, ids are of its records.
  private func mergedRecords(_ addresses: [Address]) throws(AppError) -> [ObjectID] {
    var ids: [ObjectID] = []
    var collection: ScreenURL?
    for (index, address) in addresses.enumerated() {
      if index == 0, case .url(let url) = address, url.segments.count == 1, try isList(address) {
        collection = url
      } else if let collection, case .url(let url) = address, url.segments.count == 1 {
        ids.append(try record(at: .url(collection.appending(url.segments[0]))))
      } else {
        ids.append(try record(at: address))
      }
    }
    return ids
  }

  /// Applies the choices to a plan, and returns the reason if that is impossible.
  private func take(
    _ choices: [(field: String, record: String)], in plan: inout MergePlan
  ) -> String? {
    guard let entity = model[plan.kept.entity] else { return nil }
    for (field, record) in choices {
      guard let property = entity.property(matching: field) else {
        return "\(entity.plural) have no field \(field)"
      }
      let planned = plan.fields.first { $0.property.name == property.name }
      if let planned, let objection = plan.objection(toChoosing: planned) { return objection }
      let id = ScreenURL([entity.plural]).appending(record)
      let address = record.contains("/") ? try? Address(record) : .url(id)
      guard let address, let found = try? self.record(at: address),
        plan.take(property.name, from: found)
      else { return "\(record) is not one of the merged records" }
    }
    return nil
  }

  private func lines(of plan: MergePlan, in snapshot: Snapshot, isDryRun: Bool) -> [String] {
    let verb = isDryRun ? "would merge" : "merged"
    let kept = snapshot.url(of: plan.kept).text
    let merged = plan.ids.dropFirst().map { "\(verb) \(snapshot.url(of: $0).text) into \(kept)" }
    let losses = plan.losses.map { loss in
      let value = snapshot.words([loss.value], in: loss.property, at: clock)
      return (loss.id, loss.property.name, value)
    }
    let texts = plan.unknownTexts.map { ($0.id, $0.name, $0.text) }
    return merged
      + (losses + texts).map { id, name, text in
        "left out of \(snapshot.url(of: id).text): \(name): \(text)"
      } + plan.equalityWords
  }
}
