internal import CairnInterface
internal import CairnKit
internal import CairnRecords
internal import CairnStore

/// The open conflicts between two machines, read from the files on another thread.
final class OpenConflicts {
  let records: StoreClient
  private let reading = StoreReading<[RecordConflict]>("looking for conflicts")

  init(_ records: StoreClient) { self.records = records }

  var conflicts: [RecordConflict] { reading.output ?? [] }

  /// The state of the reading.
  var phase: ListPhase { reading.phase }

  /// Reads the conflicts again if the store changed; the screens are refreshed afterwards.
  func look() -> [Effect] {
    reading.look(in: records) { store, _ throws(StoreError) in try store.conflicts() }
  }

  // MARK: Choosing

  /// Lets a person resolve the conflict of a record, which is first searched in the files.
  func choose(of id: ObjectID) -> [Effect] {
    let store = records.store
    let job = BackgroundJob("looking for the conflict", holdsKeys: true) {
      Result { () throws(StoreError) in try store.conflicts().first { $0.id == id } }
    } completion: { [weak self] outcome in
      guard let self else { return [] }
      switch outcome {
      case .success(let conflict?): return choose(conflict)
      case .success(nil):
        let file = records.snapshot.row(id)?.unmergedFile ?? "the store's files"
        return [.say(Message("its conflict overlaps others in \(file); resolve it in the file"))]
      case .failure(let error):
        return [.say(Message(error.description(in: records.snapshot.model), tone: .bad))]
      }
    }
    return [.run(job)]
  }

  /// Lets a person resolve a conflict, field by field.
  func choose(_ conflict: RecordConflict) -> [Effect] {
    if let obstacle = records.obstacle { return [.say(Message(obstacle, tone: .warning))] }
    return ask(conflict, conflict.fields[...], [:])
  }

  private func ask(
    _ conflict: RecordConflict, _ fields: ArraySlice<RecordConflict.Field>,
    _ choices: [String?: Int]
  ) -> [Effect] {
    guard let field = fields.first else { return resolve(conflict, choices) }
    let title = records.snapshot.title(of: conflict.id)
    let sides = field.sides.enumerated().map { number, side in
      Menu.Item(
        number < 9 ? Character("\(number + 1)") : nil, side.words,
        detail: "\(side.name)\(number == 0 ? ", shown until you choose" : "")")
    }
    let items = sides + [Menu.Item("l", "Decide later")]
    let before = field.base.isEmpty ? "" : "before: \(field.base.joined(separator: ", ").onOneLine)"
    let menu = Menu(
      "\(field.title) of \(title)", items, footer: KeyWords(before)
    ) { [weak self] place in
      guard let self else { return [] }
      var choices = choices
      if place < field.sides.count { choices[field.name] = place }
      return ask(conflict, fields.dropFirst(), choices)
    }
    return [.present(menu)]
  }

  private func resolve(_ conflict: RecordConflict, _ choices: [String?: Int]) -> [Effect] {
    guard !choices.isEmpty else { return [.say(Message("the conflict stays"))] }
    let model = records.snapshot.model
    let title = records.snapshot.title(of: conflict.id)
    return records.change("resolving \(title)") { store throws(StoreError) in
      try store.resolve(title: "resolve \(title)", conflict, choices)
    } completion: { [weak self] outcome in
      self?.reading.invalidate()
      switch outcome {
      case .success(let transaction):
        let text = "resolved \(title); the next sync sends the choice"
        return [.say(.saved(text, isChange: transaction != nil))] + (self?.look() ?? [])
      case .failure(.notFound):
        let text = "\(title) has changed; choose again"
        return [.say(Message(text, tone: .warning))] + (self?.look() ?? [])
      case .failure(let error):
        return [.say(Message(error.description(in: model), tone: .bad))]
      }
    }
  }
}

/// The screen of the open conflicts.
struct ConflictScreens {
  let openConflicts: OpenConflicts

  /// The URL of the list.
  static let url = ScreenURL(["~conflicts"])

  /// Returns the list of records with conflicts, filtered by its URL.
  func list(at url: ScreenURL) -> any Screen {
    let (openConflicts, records) = (openConflicts, openConflicts.records)
    let list = Self.table({ records.snapshot }, { openConflicts.conflicts }).list(
      ListQuery(url), url: { records.snapshot.url(of: $0.id) }, open: openConflicts.choose)
    list.readiness = { openConflicts.phase }
    list.followUp = openConflicts.look
    list.acts = { action, conflict in
      action == .actions ? openConflicts.choose(conflict) : nil
    }
    list.emptyHint = "no conflicts; a sync lists fields here that two machines changed"
    return ListScreen(list)
  }
}

extension ConflictScreens {
  /// Returns the table of records with conflicts.
  static func table(
    _ snapshot: @escaping () -> Snapshot, _ conflicts: @escaping () -> [RecordConflict]
  ) -> ListTable<RecordConflict> {
    ListTable(
      title: "Conflicts",
      columns: [
        .init(ListColumn("record", width: 12...48)) { snapshot().title(of: $0.id) },
        .init(ListColumn("in", width: 8...24)) {
          snapshot().model[$0.id.entity]?.plural ?? $0.id.entity
        },
        .init(ListColumn("field", width: 6...24)) { conflict in
          conflict.fields.map(\.title).joined(separator: ", ")
        },
        .init(ListColumn("both sides", width: 16...80, isSortable: false)) { conflict in
          conflict.fields.map { field in
            field.sides.map { "\($0.name): \($0.words)" }.joined(separator: " | ")
          }.joined(separator: "; ")
        },
      ], id: { "\($0.id.entity)/\($0.id.key)" }, rows: conflicts)
  }
}

extension RecordConflict.Side {
  /// The side's value on one line.
  var words: String { texts.isEmpty ? "nothing" : texts.joined(separator: ", ").onOneLine }
}

extension RecordConflict.Field {
  /// The title of the choice: the field, or the whole record.
  var title: String { name ?? "all of it" }

  /// Returns the index of the side with a name, or with a number counted from 1.
  func number(of word: String) -> Int? {
    // Numbers come first, because another machine can choose a number as its name.
    if let number = Int(word), sides.indices.contains(number - 1) { return number - 1 }
    return sides.firstIndex { $0.name == word }
  }
}
