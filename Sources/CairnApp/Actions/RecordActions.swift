internal import CairnInterchange
internal import CairnKit
internal import CairnRecords
internal import CairnStore

/// The actions on a record or a list besides changing it, such as export, mail and copy.
///
/// Each action is offered on a sheet over the screen and depends on the screen's URL alone. An
/// action that writes a file runs as a job, which gets only the URL. The person can keep working,
/// and is told on any screen when the job ends.
final class RecordActions {
  /// The subject of an action.
  struct Target {
    let url: ScreenURL
    let title: String
    let id: ObjectID?
    /// The ids of the list's rows to use; `nil` for all rows.
    var marks: Set<String>?
    /// The keys of the marked records.
    ///
    /// They are computed on demand, as there may be very many.
    var keys: Set<RecordKey>? { marks.map { Set($0.compactMap { RecordKey($0) }) } }
    /// Whether the list's rows are distinct values with counts.
    var countsValues: Bool { id == nil && !ViewText.showsRecords(url.value("view")) }
  }

  let workspace: Workspace
  let client: StoreClient
  let jobs: JobRunner
  let conflicts: OpenConflicts
  /// The store that commands in a shell change: its folder, and its client.
  ///
  /// For files that are looked at, it is the app's store.
  var shellStore: (path: String, client: StoreClient)
  /// The shell commands that were typed last, without records and with them.
  var lastCommands = (shell: "", pipe: "")

  init(
    _ workspace: Workspace, _ client: StoreClient, _ jobs: JobRunner, _ conflicts: OpenConflicts
  ) {
    self.conflicts = conflicts
    shellStore = (workspace.path, client)
    self.workspace = workspace
    self.client = client
    self.jobs = jobs
  }

  /// Returns whether the current screen has an action sheet.
  func canAct(at place: ActionPlace) -> Bool { shown(at: place) != nil }

  /// Returns the action sheet for the current screen; `nil` if the screen shows nothing of the
  /// store.
  ///
  /// - Parameters:
  ///   - place: the current screen and selection.
  ///   - commands: the person's own commands.
  ///   - favorites: the URLs of the favorites on the launcher.
  /// - Returns: the effects that show the sheet.
  func sheet(
    at place: ActionPlace, commands: [OwnCommand] = [], favorites: Set<String> = []
  ) -> [Effect]? {
    guard let shown = shown(at: place) else { return nil }
    let chosen = chosen(place, of: shown)
    var choices: [Menu.Choice] = []
    if let id = (chosen ?? shown).id, client.snapshot.row(id)?.unmergedFile != nil {
      choices.append(
        Menu.Choice("b", "Resolve the conflict") { self.conflicts.choose(of: id) })
    }
    if let chosen {
      choices.append(Menu.Choice("r", "Export \(chosen.short) as …") { self.export(chosen) })
    }
    let whole = shown.id == nil ? "Export the list as …" : "Export as …"
    choices.append(Menu.Choice("e", whole) { self.export(shown) })
    let subject = chosen ?? shown
    let mail = chosen.map { "Mail \($0.short) …" } ?? "Mail …"
    choices.append(Menu.Choice("m", mail) { self.mail(subject) })
    let field = place.field.flatMap { $0.emptyFields.isEmpty ? $0 : nil }
    choices.append(Menu.Choice("y", "Copy …") { self.copy(subject, list: shown, field: field) })
    // A favorite, a change or a job may lead to a record, but it is not the record.
    if !client.isReadOnly, target(place.url) != nil {
      choices += place.isPicked ? changing(subject) : changing(subject, in: shown, place)
    } else if !client.isReadOnly, AppPage.isFind(place.url) {
      choices += changing(subject)
    }
    if let selection = place.selection, place.url == AppPage.launcherURL,
      favorites.contains(selection.text)
    {
      choices.append(
        Menu.Choice("f", "Edit the favorite …") { [.perform(.renameFavorite)] })
      choices.append(Menu.Choice("d", "Remove the favorite") { [.perform(.removeFavorite)] })
    }
    for (index, command) in commands.filter({ canRun($0, at: place) }).enumerated() {
      // The letters are used by built-in actions, so custom commands have digits.
      let digit = index < 9 ? Character("\(index + 1)") : nil
      choices.append(
        Menu.Choice(digit, command.title) { self.run(command, at: place) ?? [] })
    }
    choices.append(Menu.Choice("c", "Cancel") { [] })
    return [.present(Menu(shown.title, choices: choices))]
  }

  /// Returns the changes that the screen offers for its subject or selection.
  private func changing(
    _ subject: Target, in shown: Target, _ place: ActionPlace
  ) -> [Menu.Choice] {
    var choices = [Menu.Choice("f", "Add to favorites") { [.perform(.keepFavorite)] }]
    if let id = subject.id { choices.append(duplicating(subject, id)) }
    choices += linking(subject, in: shown)
    if place.isBeside || shown.id != nil, let id = subject.id {
      // On a page the cursor may be on a part of the record, and the key would delete that part.
      choices.append(deleting(subject, id, then: place.isBeside ? [] : [.back]))
    } else if subject.id != nil || subject.marks != nil {
      if subject.marks.map({ $0.count > 1 }) == true {
        choices.append(Menu.Choice("g", "Merge \(subject.short)") { [.perform(.mergeRecords)] })
      }
      choices.append(Menu.Choice("d", "Delete \(subject.short)") { [.perform(.delete)] })
    }
    return choices
  }

  /// Returns the changes for a record that has no screen of its own at the moment.
  private func changing(_ subject: Target) -> [Menu.Choice] {
    guard let id = subject.id else { return [] }
    return [duplicating(subject, id), deleting(subject, id)]
  }

  /// Returns the choice that deletes a record, on any screen.
  private func deleting(
    _ subject: Target, _ id: ObjectID, then effects: [Effect] = []
  ) -> Menu.Choice {
    Menu.Choice("d", "Delete \(subject.short)") { self.client.delete([id], then: effects) }
  }

  private func duplicating(_ subject: Target, _ id: ObjectID) -> Menu.Choice {
    Menu.Choice("u", "Duplicate \(subject.short)") { self.client.duplicate(id) }
  }

  /// Returns the link actions for the shown record or list, and for its selected rows.
  private func linking(_ subject: Target, in shown: Target) -> [Menu.Choice] {
    guard client.canLink(at: shown.url) else { return [] }
    var choices = [Menu.Choice("l", "Link records …") { [.perform(.linkRecords)] }]
    if shown.id == nil, subject.id != nil || subject.marks != nil {
      choices.append(
        Menu.Choice("n", "Unlink \(subject.short)") { [.perform(.unlink)] })
    }
    return choices
  }

  /// Opens the history of the shown record, or of the record under the cursor; `nil` without one.
  func history(at place: ActionPlace) -> [Effect]? {
    record(at: place).map { id in
      [.open(client.snapshot.url(of: id).appending(ChangeScreens.historySegment))]
    }
  }

  /// Duplicates the shown record, or the record under the cursor; `nil` without one.
  func duplicate(at place: ActionPlace) -> [Effect]? {
    guard !client.isReadOnly else { return nil }
    return record(at: place).map { client.duplicate($0) }
  }

  /// Returns the shown record, or the record under the cursor.
  func record(at place: ActionPlace) -> ObjectID? {
    target(place.url)?.id ?? place.selection.flatMap(target)?.id
  }

  /// The most records to edit as one text, or to pass to a command one by one.
  ///
  /// The records' URLs become arguments of a command.
  private static let markLimit = 1000

  /// Returns the marked records in the order of their keys.
  ///
  /// Without marks, returns the shown record or the record under the cursor.
  ///
  /// - Parameters:
  ///   - place: the current screen and its marks.
  ///   - user: the receiver of the records in an error message, such as "an editor".
  /// - Returns: the records; empty if all marked records were deleted in the meantime.
  /// - Throws: ``AppError`` if too many records are marked.
  func records(at place: ActionPlace, for user: String) throws(AppError) -> [ObjectID] {
    guard let entity = entityOfMarks(at: place) else { return record(at: place).map { [$0] } ?? [] }
    // The check comes first, so that 100,000 marks are not sorted in vain.
    guard place.marks.count <= Self.markLimit else {
      throw .failed(
        "\(Count.text(place.marks.count)) records are marked; \(user) takes at most "
          + Count.text(Self.markLimit))
    }
    return place.marks.compactMap { RecordKey($0) }.sorted()
      .map { ObjectID(entity: entity, key: $0) }
      .filter { client.snapshot.row($0) != nil }
  }

  /// Returns the entity of those records.
  ///
  /// The cost is the same for one record and for a whole list.
  func entityOfRecords(at place: ActionPlace) -> Entity? {
    (entityOfMarks(at: place) ?? record(at: place)?.entity).flatMap { client.snapshot.model[$0] }
  }

  private func entityOfMarks(at place: ActionPlace) -> String? {
    guard !place.marks.isEmpty, let shown = shown(at: place), shown.id == nil,
      case .list(let entity, _)? = try? StoreAddress(
        shown.url, in: client.snapshot, at: client.clock())
    else { return nil }
    return entity
  }

  /// Copies the field or the cell under the cursor, or asks what to copy; `nil` if the screen shows
  /// nothing of the store.
  ///
  /// If records are marked, it asks.
  func copies(at place: ActionPlace) -> [Effect]? {
    guard let shown = shown(at: place) else { return nil }
    if place.marks.isEmpty, let field = place.field, field.emptyFields.isEmpty {
      return copy(field)
    }
    return copy(chosen(place, of: shown) ?? shown, list: shown, field: place.field)
  }

  /// Returns the shown record or list; on screens with mixed rows, the one under the cursor.
  func shown(at place: ActionPlace) -> Target? {
    target(place.url) ?? place.selection.flatMap(target)
  }

  /// Returns the marked records of a list, even those hidden by its filter.
  ///
  /// Without marks, returns the record under the cursor.
  func chosen(_ place: ActionPlace, of list: Target) -> Target? {
    guard list.id == nil else { return nil }
    guard !place.marks.isEmpty else {
      // A row with a count represents all records with that value.
      if list.countsValues { return place.selection.flatMap(target)?.named(by: "where") }
      // On screens with mixed rows, the cursor is on the list itself.
      return place.selection == list.url ? nil : place.selection.flatMap(target)
    }
    return Target(
      url: list.url.setting("where", to: nil),
      title: "\(Count.text(place.marks.count)) marked of \(list.title)", id: nil,
      marks: place.marks)
  }

  /// Returns the record or list at a URL; `nil` for forms and for URLs outside the store.
  private func target(_ url: ScreenURL) -> Target? {
    let snapshot = client.snapshot
    switch try? StoreAddress(url, in: snapshot, at: client.clock()) {
    case .record(let id): return Target(url: url, title: snapshot.title(of: id), id: id)
    case .list(let entity, let origin):
      guard let entity = snapshot.model[entity] else { return nil }
      let title = snapshot.title(ofList: entity, origin: origin)
      return Target(url: url, title: title, id: nil)
    case .new, .edit, .merge, nil: return nil
    }
  }
}

extension RecordActions.Target {
  /// The target with its filter in the title, as in `Recipes · Kind=soup`.
  fileprivate func named(by item: String) -> Self {
    let filter = url.value(item).map { " · \($0)" } ?? ""
    return Self(url: url, title: title + filter, id: id, marks: marks)
  }

  /// The title, shortened to fit into a menu.
  var short: String { title.shortened(to: 24) }

  /// Returns the words of a file name: a record's handle or key, or a list's collection.
  func fileWords(in snapshot: Snapshot) -> String {
    let segments = snapshot.readable(url).segments
    return (id == nil ? segments[...] : segments.suffix(1)).joined(separator: "-")
  }
}
