internal import CairnKit
internal import CairnRecords
internal import CairnStore

/// What was changed on two machines and waits for a choice, on a screen.
struct ConflictScreens {
  let desk: ConflictDesk

  /// The URL of the list.
  static let url = ScreenURL(["~conflicts"])

  /// The list of the records, filtered as its own URL says.
  func list(at url: ScreenURL) -> any Screen {
    let (desk, records) = (desk, desk.records)
    let list = ArrayListSource<RecordConflict>(
      "Conflicts", query: CairnScreens.ListQuery(url),
      columns: [
        .init(ListColumn("record", width: 12...48)) { records.snapshot.title(of: $0.id) },
        .init(ListColumn("in", width: 8...24)) {
          records.snapshot.model[$0.id.entity]?.plural ?? $0.id.entity
        },
        .init(ListColumn("field", width: 6...24)) { conflict in
          conflict.fields.map(\.title).joined(separator: ", ")
        },
        .init(ListColumn("both sides", width: 16...80, isSortable: false)) { conflict in
          conflict.fields.map { field in
            field.sides.map { "\($0.name): \($0.words)" }.joined(separator: " | ")
          }.joined(separator: "; ")
        },
      ],
      id: { "\($0.id.entity)/\($0.id.key)" }, url: { records.snapshot.url(of: $0.id) },
      open: desk.choose, elements: { desk.conflicts })
    list.readiness = { desk.phase }
    list.followUp = desk.look
    list.acts = { action, conflict in
      action == .actions ? desk.choose(conflict) : nil
    }
    list.emptyHint = "no conflicts; a sync lists fields here that two machines changed"
    return ListScreen(list)
  }
}
