internal import CairnStore

/// A line of a form and its record, where that is known.
struct OwnedLine: Hashable {
  let text: String
  var key: RecordKey?
}

extension OwnedLines {
  /// Merges typed lines with stored lines.
  ///
  /// Lines are the same if their record is. Where the record of a line is not known, it follows from
  /// the text, as when lines are saved.
  ///
  /// - Parameters:
  ///   - base: the lines that the typing began with.
  ///   - mine: the lines as typed.
  ///   - theirs: the lines that are stored now.
  /// - Returns: the lines with both changes; nil if both sides changed one value, or one side
  ///   changed a line that the other deleted.
  func merged(base: [OwnedLine], mine: [String], theirs: [OwnedLine]) -> [String]? {
    let origins = origins(of: theirs, in: base)
    let own = Self.matches(from: base.map(\.text), to: mine)
    // Each line gets a name: the name of its line in `base`, or a new one.
    let names = base.indices.map { "base \($0)" }
    let theirNames = origins.enumerated().map { $1.map { names[$0] } ?? "theirs \($0)" }
    let myNames = own.enumerated().map { $1.map { names[$0] } ?? "mine \($0)" }
    var list = Attribute(name: link.name, type: .string)
    list.isMultiple = true
    let lists = [names, myNames, theirNames].map { Value(list: $0.map(Value.text)) }
    guard
      let merged = Property.attribute(list).merged(
        base: lists[0], mine: lists[1], theirs: lists[2])
    else { return nil }
    let known = (
      base: Dictionary(zip(names, base.map(\.text))) { first, _ in first },
      mine: Dictionary(zip(myNames, mine)) { first, _ in first },
      theirs: Dictionary(zip(theirNames, theirs.map(\.text))) { first, _ in first }
    )
    // One side may delete a line only if the other side did not change it.
    for name in names {
      let (text, here, there) = (known.base[name], known.mine[name], known.theirs[name])
      if here == nil, let there, there != text { return nil }
      if there == nil, let here, here != text { return nil }
    }
    var lines: [String] = []
    for case .text(let name) in merged?.elements ?? [] {
      let (text, here, there) = (known.base[name], known.mine[name], known.theirs[name])
      guard let line = line(text, here, there) else { return nil }
      lines.append(line)
    }
    return lines
  }

  /// Which line before each stored line was.
  private func origins(of theirs: [OwnedLine], in base: [OwnedLine]) -> [Int?] {
    guard base.allSatisfy({ $0.key != nil }), theirs.allSatisfy({ $0.key != nil }) else {
      return Self.matches(from: base.map(\.text), to: theirs.map(\.text))
    }
    let places = Dictionary(base.enumerated().map { ($1.key, $0) }) { first, _ in first }
    return theirs.map { places[$0.key] }
  }

  /// Merges one line column by column; nil if both sides changed a column.
  private func line(_ base: String?, _ mine: String?, _ theirs: String?) -> String? {
    guard let mine else { return theirs }
    guard let theirs, let base else { return mine }
    let (before, here, there) = (values(of: base), values(of: mine), values(of: theirs))
    guard max(here.count, there.count) <= columns.count else { return nil }
    var merged: [String] = []
    for index in columns.indices {
      let old = index < before.count ? before[index] : ""
      let own = index < here.count ? here[index] : ""
      let other = index < there.count ? there[index] : ""
      if own == other || other == old {
        merged.append(own)
      } else if own == old {
        merged.append(other)
      } else {
        return nil
      }
    }
    return line(merged)
  }
}
