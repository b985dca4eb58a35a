internal import CairnInterchange
internal import CairnKit
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// Files that are looked at, on screens: their collections, lists and records.
struct PeekScreens {
  let workspace: Workspace
  let jobs: JobDesk
  let desk: PeekDesk

  /// The screens of files looked at in the app over a workspace.
  init(_ workspace: Workspace, _ jobs: JobDesk) {
    (self.workspace, self.jobs) = (workspace, jobs)
    desk = PeekDesk(workspace)
  }

  /// The screen at a URL: without a file, the files that there are.
  func screen(at url: ScreenURL) -> any Screen {
    do throws(AppError) {
      let place = try PeekPlace(url)
      guard !place.choices.files.isEmpty else {
        return ImportableFiles("Look at a file", workspace) {
          PeekPlace(ImportChoices([$0]), ScreenURL([])).url
        }.list(at: url)
      }
      switch place.inner.segments.count {
      case 0: return collections(of: place)
      case 2: return DetailScreen(PeekedDetail(place, desk))
      default: return ListScreen(PeekedList(place, desk))
      }
    } catch {
      return ExplainScreen(
        Explanation("The files can't be shown", subject: url.text, reason: error.description))
    }
  }

  /// The collections of files; a single one is shown at once.
  private func collections(of place: PeekPlace) -> any Screen {
    let desk = desk
    var shown: PeekDesk.State? { desk.known(of: place.choices) }
    let list = ArrayListSource<ImportReport.Collection>(
      place.choices.names, query: CairnScreens.ListQuery(place.inner),
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
      elements: {
        if case .ready(let look) = shown { look.made.report.collections } else { [] }
      })
    list.readiness = {
      switch shown {
      case nil, .loading: .loading
      case .ready: .ready
      case .failed(let error): .failed(error.description)
      }
    }
    list.followUp = {
      let (state, effects) = desk.state(of: place.choices)
      guard case .ready(let look) = state else { return effects }
      guard look.made.report.collections.count == 1 else { return effects + look.news() }
      return [.replace(place.outward(ScreenURL([look.made.report.collections[0].entity.plural])))]
    }
    return ListScreen(list)
  }

  // MARK: Acting

  /// Whether a URL shows records of files, of which columns have types.
  static func showsRecords(_ url: ScreenURL) -> Bool {
    PeekPlace.contains(url) && url.segments.count > 1
  }

  /// The sheet for records that a person looks at, or `nil` where they do not.
  func sheet(at place: ActionPlace) -> [Effect]? {
    guard let (actions, inner) = acting(at: place) else { return nil }
    return actions.sheet(at: inner)
  }

  /// Whether there is a sheet for what a person looks at.
  func canAct(at place: ActionPlace) -> Bool {
    acting(at: place).map { $0.canAct(at: $1) } ?? false
  }

  private func acting(at place: ActionPlace) -> (RecordActions, ActionPlace)? {
    guard Self.showsRecords(place.url), let peek = try? PeekPlace(place.url),
      case .ready(let look) = desk.known(of: peek.choices)
    else { return nil }
    return (
      RecordActions(
        look.made.workspace, look.records, jobs, ConflictDesk(look.records)),
      ActionPlace(url: peek.inner, selection: peek.inward(place.selection), field: place.field)
    )
  }
}
