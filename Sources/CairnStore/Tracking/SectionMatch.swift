/// Which section of a new list is which of the old one.
struct SectionMatch {
  /// By old section, the new one; `nil` for a section that is gone.
  private(set) var new: [Int?] = []

  /// Sections of the old list that are gone, ascending.
  private(set) var deleted: [Int] = []

  /// Sections of the new list that were not there, ascending.
  private(set) var inserted: [Int] = []

  /// Compares the sections, which stand in the same order in both lists, one after the other.
  init(from old: FetchResult, to current: FetchResult) {
    guard old.request.group != nil else {
      new = [0]
      return
    }
    var next = 0
    for section in old.sections {
      let first = old.places[old.places.startIndex + section.range.lowerBound]
      var order = -1
      while next < current.sections.count {
        let start = current.places.startIndex + current.sections[next].range.lowerBound
        order = current.ranks.compareSections(current.places[start], with: first, of: old.ranks)
        if order >= 0 { break }
        inserted.append(next)
        next += 1
      }
      if order == 0, next < current.sections.count {
        new.append(next)
        next += 1
      } else {
        deleted.append(new.count)
        new.append(nil)
      }
    }
    inserted += next..<current.sections.count
  }
}
