internal import CairnInterchange
internal import CairnKit
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// The screens of previewed files: their collections, lists and records.
struct PeekScreens {
  let workspace: Workspace
  let jobs: JobRunner
  let peeked: PeekedFiles

  /// Creates the preview screens for the app over a workspace.
  init(_ workspace: Workspace, _ jobs: JobRunner) {
    (self.workspace, self.jobs) = (workspace, jobs)
    peeked = PeekedFiles(workspace)
  }

  /// Returns the screen at a URL; without a file, the list of files.
  func screen(at url: ScreenURL) -> any Screen {
    do throws(AppError) {
      let place = try PeekPlace(url)
      guard !place.choices.files.isEmpty else {
        return ImportableFiles("Look at a file", workspace) {
          PeekPlace(ImportChoices([$0]), ScreenURL([])).url
        }.list(at: url)
      }
      switch peeked.known(of: place.choices) {
      case .ready(let look) where look.isTold && place.singleCollection(of: look) == nil:
        return screen(at: place, of: look)
      case nil, .loading, .ready: return waiting(for: place)
      case .failed(let error):
        let list = list(of: [], at: place)
        list.readiness = { .failed(error.description) }
        list.followUp = { [peeked] in
          if case .failed = peeked.known(of: place.choices) { [] } else { [.retry] }
        }
        return ListScreen(list)
      }
    } catch {
      return ExplainScreen(
        Explanation("The files can't be shown", subject: url.text, reason: error.description))
    }
  }

  /// Returns a screen that waits until the files are read.
  private func waiting(for place: PeekPlace) -> any Screen {
    WaitingScreen(place.choices.names) { [peeked] in
      let (state, effects) = peeked.state(of: place.choices)
      switch state {
      case .loading: return effects
      case .failed: return effects + [.retry]
      case .ready(let look):
        let list = place.singleCollection(of: look).map(place.outward)
        return effects + look.news() + [list.map(Effect.replace) ?? .retry]
      }
    }
  }

  /// Returns the screen of a place in files that were read.
  private func screen(at place: PeekPlace, of look: PeekedFiles.Look) -> any Screen {
    let list = list(of: look.made.report.collections, at: place)
    guard !place.inner.segments.isEmpty else { return ListScreen(list) }
    do {
      return try look.records.screen(at: place.url)
    } catch {
      let reason =
        look.made.report.isFruitless
        ? "No row could be read. Change the types of the columns." : "\(error)"
      list.readiness = { .failed(reason) }
      return ListScreen(list)
    }
  }

  private func list(
    of collections: [ImportReport.Collection], at place: PeekPlace
  ) -> ArrayListSource<ImportReport.Collection> {
    ArrayListSource(
      place.choices.names, query: ListQuery(place.inner),
      columns: [
        .init(ListColumn("collection", width: 12...40)) { $0.entity.plural },
        .init(ListColumn("records", alignment: .trailing, width: 7...12)) {
          Count.text($0.inserted)
        } sort: {
          $0.inserted < $1.inserted
        },
        .init(ListColumn("fields", width: 10...200)) {
          $0.entity.properties.map(\.name).joined(separator: ", ")
        },
      ],
      id: \.entity.name, url: { place.outward(ScreenURL([$0.entity.plural])) },
      elements: { collections })
  }

  // MARK: Acting

  /// Returns whether a URL shows records of files, whose columns have types.
  static func showsRecords(_ url: ScreenURL) -> Bool {
    PeekPlace.contains(url) && url.segments.count > 1
  }

  /// Returns the actions of the shown records, and the place in their store; `nil` on other screens.
  func acting(at place: ActionPlace) -> (RecordActions, ActionPlace)? {
    guard let (peek, look) = records(at: place.url) else { return nil }
    var inner = place
    inner.url = peek.inner
    inner.selection = peek.inward(place.selection)
    return (
      RecordActions(look.made.workspace, look.records, jobs, OpenConflicts(look.records)), inner
    )
  }

  /// Returns the store that has the records at a URL, and the URL in that store; `nil` if the URL
  /// leads to no file that was read.
  func stored(at url: ScreenURL) -> (StoreClient, ScreenURL)? {
    records(at: url).map { ($1.records, $0.inner) }
  }

  /// Returns the records that a URL shows, if they were read.
  private func records(at url: ScreenURL) -> (PeekPlace, PeekedFiles.Look)? {
    guard Self.showsRecords(url), let place = try? PeekPlace(url),
      case .ready(let look) = peeked.known(of: place.choices)
    else { return nil }
    return (place, look)
  }

  // MARK: Types

  /// Asks for a column of the shown records, and then for its type.
  func chooseColumn(at place: ActionPlace) -> [Effect]? {
    guard let (place, look) = records(at: place.url) else { return nil }
    let fields = fields(at: place, in: look)
    let links = place.choices.options.links.filter { $0.field == nil }.map(\.column)
    var items = Menu.lettered(fields.map(\.attribute.name) + links)
    for (index, (_, attribute)) in fields.enumerated() {
      items[index].detail = attribute.type.title
    }
    for index in links.indices { items[fields.count + index].detail = "link" }
    return [
      .present(
        Menu("Change the type of", items, footer: .leaves) { index in
          guard index < fields.count else {
            return chooseType(ofLink: links[index - fields.count], at: place, in: look)
          }
          return chooseType(
            of: fields[index].attribute, of: fields[index].entity, at: place, in: look)
        })
    ]
  }

  /// Asks for the type of a column that a link replaced.
  private func chooseType(
    ofLink column: String, at place: PeekPlace, in look: PeekedFiles.Look
  ) -> [Effect] {
    [
      .present(
        ColumnTypes.menu(for: column, now: nil, isAsked: true, forms: []) {
          ColumnTypes.askForLink(of: column, among: look.records.snapshot.model.entities) { link in
            readAgain(place) { $0.setLink(link, of: column) }
          }
        } choose: { type, form in
          readAgain(place) {
            $0.setLink(nil, of: column)
            $0.setType(of: column, type, as: form)
          }
        })
    ]
  }

  /// Reads the files again with other options.
  private func readAgain(
    _ place: PeekPlace, _ choose: (inout ImportOptions) -> Void
  ) -> [Effect] {
    var place = place
    choose(&place.choices.options)
    return peeked.read(place.choices, then: [.setItems(place.url.query), .retry])
  }

  /// Returns the fields of the shown records.
  ///
  /// If no row could be read, these are the fields that the records would have.
  private func fields(
    at place: PeekPlace, in look: PeekedFiles.Look
  ) -> [(entity: String, attribute: Attribute)] {
    let entity: Entity? =
      switch try? look.records.address(place.url) {
      case .list(let name, _): look.records.snapshot.model[name]
      case .record(let id): look.records.snapshot.model[id.entity]
      default: nil
      }
    if let entity { return entity.attributes.map { (entity.name, $0) } }
    return look.made.fields.map { field in
      let type = place.choices.options.types[field.column] ?? .string
      return (field.entity, Attribute(name: field.field, type: type))
    }
  }

  private func chooseType(
    of field: Attribute, of entity: String, at place: PeekPlace, in look: PeekedFiles.Look
  ) -> [Effect] {
    let sources = look.made.fields.filter { $0.entity == entity && $0.field == field.name }
    guard let column = sources.first?.column, Set(sources.map(\.column)).count == 1 else {
      return [.say(Message("\(field.name) doesn't come from a single column", tone: .warning))]
    }
    let snapshot = look.records.snapshot
    let forms = sources.flatMap(\.formChoices)
    let isAsked = place.choices.options.types[column] != nil
    let job = BackgroundJob("looking at the values", holdsKeys: true) {
      Self.names(of: field, in: entity, snapshot)
    } completion: { names -> [Effect] in
      let choice = names.map { names in
        let link = ImportOptions.Link(of: column, called: field.caption)
        return ColumnTypes.names(in: names.goal, isNew: names.isNew, names.counts) {
          readAgain(place) { $0.setLink(link, of: column) }
        }
      }
      let menu = ColumnTypes.menu(
        for: column, now: field.type, isAsked: isAsked, forms: forms, names: choice
      ) {
        ColumnTypes.askForLink(of: column, among: snapshot.model.entities) { link in
          readAgain(place) { $0.setLink(link, of: column) }
        }
      } choose: { type, form in
        readAgain(place) {
          $0.setLink(nil, of: column)
          $0.setType(of: column, type, as: form)
        }
      }
      return [.present(menu)]
    }
    return [.run(job)]
  }
}

extension PeekScreens {
  /// Returns the collection for the values of a field, and the number of values; `nil` without any.
  private static func names(
    of field: Attribute, in entity: String, _ snapshot: Snapshot
  ) -> (goal: Entity, isNew: Bool, counts: (values: Int, created: Int))? {
    let goal =
      snapshot.model.entities.first(meantBy: field.caption) ?? .ofNames(calledBy: field.caption)
    let conversion = try? LinkConversion(
      of: field.name, of: entity, to: goal, addingMissing: true, in: snapshot)
    guard let conversion, conversion.valueCount > 0 else { return nil }
    return (goal, conversion.isNew, (conversion.valueCount, conversion.addedCount))
  }
}

extension PeekPlace {
  /// Returns the list of the files' only collection, which is shown instead of the list of
  /// collections.
  fileprivate func singleCollection(of look: PeekedFiles.Look) -> ScreenURL? {
    let collections = look.made.report.collections
    guard inner.segments.isEmpty, collections.count == 1 else { return nil }
    return ScreenURL([collections[0].entity.plural])
  }
}
