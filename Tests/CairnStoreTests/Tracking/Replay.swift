import CairnStore
import TestSupport
import Testing

/// The rows of a list by section, as a view would hold them.
struct ShownList: Equatable {
  var sections: [[RecordKey]]

  init(_ results: FetchedResults) {
    sections = results.sections.map { section in section.range.map { results.result[$0].key } }
  }

  subscript(place: ResultPlace) -> RecordKey { sections[place.section][place.row] }

  /// The list that `changes` make of this one; rows that come are looked up in `new`.
  func applying(_ changes: RowChanges, rowsOf new: ShownList) -> ShownList {
    var list = self
    let moved = changes.movedRows.map { (destination: $0.destination, key: self[$0.origin]) }
    let leaving = changes.deletedRows + changes.movedRows.map(\.origin)
    for place in leaving.sorted(by: >) { list.sections[place.section].remove(at: place.row) }
    for section in changes.deletedSections.reversed() {
      expectTrue(list.sections[section].isEmpty, "a section goes with rows in it")
      list.sections.remove(at: section)
    }
    for section in changes.insertedSections { list.sections.insert([], at: section) }
    let arriving = moved + changes.insertedRows.map { ($0, new[$0]) }
    for (place, key) in arriving.sorted(by: { $0.destination < $1.destination }) {
      list.sections[place.section].insert(key, at: place.row)
    }
    return list
  }
}
