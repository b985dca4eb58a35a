internal import CairnKit
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens

/// A record in files that are looked at: that of the store which they make, once it is there.
final class PeekedDetail: DetailSource {
  private let at: PeekPlace
  private let desk: PeekDesk
  private var source: RecordDetailSource?
  private var problem: String?

  init(_ place: PeekPlace, _ desk: PeekDesk) {
    (at, self.desk) = (place, desk)
  }

  var title: String { source?.title ?? at.choices.names }
  var subtitle: String { source?.subtitle ?? "" }
  var fields: [DetailField] {
    source?.fields ?? [DetailField(at.choices.names, problem ?? "is being read")]
  }
  var remarks: [DetailField] { source?.remarks ?? [] }
  var remarksTitle: String { source?.remarksTitle ?? "" }
  var place: DetailPlace? { source?.place }
  var changes: ChangeOptions { source?.changes ?? [] }
  var obstacle: String? { source?.obstacle }

  var sections: [DetailSection] {
    (source?.sections ?? []).map { section in
      var section = section
      section.url = section.url.map(at.outward)
      for index in section.links.indices {
        section.links[index].url = at.outward(section.links[index].url)
      }
      return section
    }
  }

  func sibling(_ offset: Int) -> ScreenURL? { source?.sibling(offset).map(at.outward) }

  func refresh(_ surroundings: Surroundings) -> [Effect] {
    let (state, effects) = desk.state(of: at.choices)
    switch state {
    case .loading: break
    case .failed(let error): (source, problem) = (nil, error.description)
    case .ready(let look):
      if source == nil { show(look) }
      let list = at.inward(surroundings.listURL)
      return look.news()
        + at.outward(source?.refresh(Surroundings(url: at.inner, listURL: list)) ?? [])
    }
    return effects
  }

  private func show(_ look: PeekDesk.Look) {
    do {
      let address = try StoreAddress(at.inner, in: look.records.snapshot, at: look.records.clock())
      guard case .record(let id) = address else {
        problem = "has no record at \(at.inner.text)"
        return
      }
      source = try RecordDetailSource(id, desk: look.records)
    } catch {
      problem = "\(error)"
    }
  }
}
