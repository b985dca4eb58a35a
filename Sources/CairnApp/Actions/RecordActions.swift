internal import CairnInterchange
internal import CairnKit
internal import CairnRecords
internal import CairnStore

/// What can be done with a record or a list beyond changing it: exporting, mailing, copying.
///
/// Each is offered on a sheet over the screen and found by the screen's URL alone. What writes a
/// file does so as a job that takes nothing but the URL along, so that a person goes on meanwhile,
/// and hears of its end wherever they are by then.
final class RecordActions {
  /// What an action is done with.
  struct Target {
    let url: ScreenURL
    let title: String
    let id: ObjectID?
    /// The rows of the list that are meant, by their ids; `nil` for all.
    var marks: Set<String>?
    /// The records that these are; read where they are needed, as there may be very many.
    var keys: Set<RecordKey>? { marks.map { Set($0.compactMap { RecordKey($0) }) } }
    /// Whether the list's rows are values with their counts.
    var countsValues: Bool {
      let view = url.value("view") ?? ""
      return id == nil
        && [RecordQuery.frequencyView, RecordQuery.repeatedView].contains { view.hasPrefix($0) }
    }
  }

  let workspace: Workspace
  let desk: RecordDesk
  let jobs: JobDesk
  let conflicts: ConflictDesk
  /// What was typed last for the shell, without records and with them.
  var lastCommands = (shell: "", pipe: "")

  init(
    _ workspace: Workspace, _ desk: RecordDesk, _ jobs: JobDesk, _ conflicts: ConflictDesk
  ) {
    self.conflicts = conflicts
    self.workspace = workspace
    self.desk = desk
    self.jobs = jobs
  }

  /// Whether there is a sheet for what a person looks at.
  func canAct(at place: ActionPlace) -> Bool { shown(at: place) != nil }

  /// The sheet for what a person looks at, or `nil` where nothing of the store is shown.
  ///
  /// - Parameters:
  ///   - place: what they look at.
  ///   - commands: the person's own.
  ///   - favorites: the URLs of those on the launcher.
  /// - Returns: the effects that show it.
  func sheet(
    at place: ActionPlace, commands: [OwnCommand] = [], favorites: Set<String> = []
  ) -> [Effect]? {
    guard let shown = shown(at: place) else { return nil }
    let chosen = chosen(place, of: shown)
    var choices: [Menu.Choice] = []
    if let id = (chosen ?? shown).id, desk.snapshot.row(id)?.unmergedFile != nil {
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
    choices.append(Menu.Choice("y", "Copy …") { self.copy(subject, list: shown) })
    // A favorite, a change or a job that leads to a record is not the record.
    if !desk.isReadOnly, target(place.url) != nil {
      choices += place.isPicked ? changing(subject) : changing(subject, in: shown, place)
    } else if !desk.isReadOnly, AppPage.isFind(place.url) {
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
      // Letters are taken by what is there everywhere.
      let digit = index < 9 ? Character("\(index + 1)") : nil
      choices.append(
        Menu.Choice(digit, command.title) { self.run(command, at: place) ?? [] })
    }
    choices.append(Menu.Choice("c", "Cancel") { [] })
    return [.present(Menu(shown.title, choices: choices))]
  }

  /// How what is shown can be changed, or what is chosen of it, by what the screen does.
  private func changing(
    _ subject: Target, in shown: Target, _ place: ActionPlace
  ) -> [Menu.Choice] {
    var choices = [Menu.Choice("f", "Add to favorites") { [.perform(.keepFavorite)] }]
    if let id = subject.id { choices.append(duplicating(subject, id)) }
    choices += linking(subject, in: shown)
    if place.isBeside || shown.id != nil, let id = subject.id {
      // On a page the cursor may be on a part of the record, which the key would delete.
      choices.append(deleting(subject, id, then: place.isBeside ? [] : [.back]))
    } else if subject.id != nil || subject.marks != nil {
      choices.append(Menu.Choice("d", "Delete \(subject.short)") { [.perform(.delete)] })
    }
    return choices
  }

  /// How a record can be changed that no screen shows.
  private func changing(_ subject: Target) -> [Menu.Choice] {
    guard let id = subject.id else { return [] }
    return [duplicating(subject, id), deleting(subject, id)]
  }

  /// Deletes a record, whatever screen it is on.
  private func deleting(
    _ subject: Target, _ id: ObjectID, then effects: [Effect] = []
  ) -> Menu.Choice {
    Menu.Choice("d", "Delete \(subject.short)") { self.desk.delete([id], then: effects) }
  }

  private func duplicating(_ subject: Target, _ id: ObjectID) -> Menu.Choice {
    Menu.Choice("u", "Duplicate \(subject.short)") { self.desk.duplicate(id) }
  }

  /// What can be done with the links of what is shown, and with what is chosen of a list of them.
  private func linking(_ subject: Target, in shown: Target) -> [Menu.Choice] {
    guard desk.canLink(at: shown.url) else { return [] }
    var choices = [Menu.Choice("l", "Link records …") { [.perform(.linkRecords)] }]
    if shown.id == nil, subject.id != nil || subject.marks != nil {
      choices.append(
        Menu.Choice("n", "Unlink \(subject.short)") { [.perform(.unlink)] })
    }
    return choices
  }

  /// Opens the versions of the record that is shown, or that the cursor is on; `nil` where there is
  /// none.
  func history(at place: ActionPlace) -> [Effect]? {
    record(at: place).map { id in
      [.open(desk.snapshot.url(of: id).appending(ChangeScreens.historySegment))]
    }
  }

  /// Makes another record like the one that is shown, or that the cursor is on; `nil` where there is
  /// none.
  func duplicate(at place: ActionPlace) -> [Effect]? {
    guard !desk.isReadOnly else { return nil }
    return record(at: place).map { desk.duplicate($0) }
  }

  /// The record that is shown, or that the cursor is on.
  func record(at place: ActionPlace) -> ObjectID? {
    target(place.url)?.id ?? place.selection.flatMap(target)?.id
  }

  /// How many records are edited as one text, or given to a command one by one: in a text their URLs
  /// are a command's arguments.
  private static let markLimit = 1000

  /// The records that are marked, in the order of their keys, else the one that is shown or that
  /// the cursor is on.
  ///
  /// - Parameters:
  ///   - place: what is shown, and what is marked of it.
  ///   - user: who gets them, as "an editor".
  /// - Returns: the records; none where all that are marked were deleted since.
  /// - Throws: ``AppError`` where more are marked than fit.
  func records(at place: ActionPlace, for user: String) throws(AppError) -> [ObjectID] {
    guard let entity = entityOfMarks(at: place) else { return record(at: place).map { [$0] } ?? [] }
    // Before all of 100,000 are sorted.
    guard place.marks.count <= Self.markLimit else {
      throw .failed(
        "\(Count.text(place.marks.count)) records are marked; \(user) takes at most "
          + Count.text(Self.markLimit))
    }
    return place.marks.compactMap { RecordKey($0) }.sorted()
      .map { ObjectID(entity: entity, key: $0) }
      .filter { desk.snapshot.row($0) != nil }
  }

  /// The entity of those records, found in the same time for one and for all of a list.
  func entityOfRecords(at place: ActionPlace) -> Entity? {
    (entityOfMarks(at: place) ?? record(at: place)?.entity).flatMap { desk.snapshot.model[$0] }
  }

  private func entityOfMarks(at place: ActionPlace) -> String? {
    guard !place.marks.isEmpty, let shown = shown(at: place), shown.id == nil,
      case .list(let entity, _)? = try? StoreAddress(
        shown.url, in: desk.snapshot, at: desk.clock())
    else { return nil }
    return entity
  }

  /// What there is to copy of what a person looks at, or `nil` where nothing of the store is shown.
  func copies(at place: ActionPlace) -> [Effect]? {
    guard let shown = shown(at: place) else { return nil }
    return copy(chosen(place, of: shown) ?? shown, list: shown, field: place.field)
  }

  /// What is shown, or what the cursor is on where many kinds are.
  func shown(at place: ActionPlace) -> Target? {
    target(place.url) ?? place.selection.flatMap(target)
  }

  /// What of a list an action is meant for: the marked records, those that its filter leaves out
  /// included, else the one that the cursor is on.
  func chosen(_ place: ActionPlace, of list: Target) -> Target? {
    guard list.id == nil else { return nil }
    guard !place.marks.isEmpty else {
      // Where many kinds are, the list itself is what the cursor is on.
      return place.selection == list.url ? nil : place.selection.flatMap(target)
    }
    return Target(
      url: list.url.setting("where", to: nil),
      title: "\(Count.text(place.marks.count)) marked of \(list.title)", id: nil,
      marks: place.marks)
  }

  /// What of the store is at a URL; `nil` for a form, and where nothing is.
  private func target(_ url: ScreenURL) -> Target? {
    let snapshot = desk.snapshot
    switch try? StoreAddress(url, in: snapshot, at: desk.clock()) {
    case .record(let id): return Target(url: url, title: snapshot.title(of: id), id: id)
    case .list(let entity, let origin):
      guard let entity = snapshot.model[entity] else { return nil }
      let title = snapshot.title(ofList: entity, origin: origin)
      return Target(url: url, title: title, id: nil)
    case .new, .edit, nil: return nil
    }
  }
}

extension RecordActions.Target {
  /// The title, cut so that a menu has room for it.
  var short: String { title.shortened(to: 24) }

  /// Words for the name of a file with it: the handle or key of a record, the collection of a list.
  func fileWords(in snapshot: Snapshot) -> String {
    let segments = snapshot.readable(url).segments
    return (id == nil ? segments[...] : segments.suffix(1)).joined(separator: "-")
  }
}
