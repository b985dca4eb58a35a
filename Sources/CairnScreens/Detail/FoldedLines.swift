/// Lines as words are looked for in them: folded once, and searched as bytes for each letter that
/// is typed, a millisecond for a megabyte or so.
struct FoldedLines: Sendable {
  /// The lines, each with a line end behind it.
  private let bytes: [UInt8]
  /// Where the lines end in that.
  private let ends: [Int]

  /// Folds lines, which have no line ends.
  init(_ lines: [String], by fold: (String) -> String) {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    ends.reserveCapacity(lines.count)
    for line in lines {
      bytes += fold(line).utf8
      bytes.append(UInt8(ascii: "\n"))
      ends.append(bytes.count)
    }
    (self.bytes, self.ends) = (bytes, ends)
  }

  /// The places of the lines that have a folded text in them, in order; none for no text.
  ///
  /// By Horspool's rule: what stands under the last byte of the text says how far it can go on.
  func places(having wanted: String) -> [Int] {
    let wanted = Array(wanted.utf8)
    guard let last = wanted.last else { return [] }
    var steps = [Int](repeating: wanted.count, count: 256)
    for (place, byte) in wanted.dropLast().enumerated() {
      steps[Int(byte)] = wanted.count - 1 - place
    }
    var places: [Int] = []
    let text = bytes.span
    var line = 0
    var end = wanted.count - 1
    while end < text.count {
      let byte = text[end]
      let start = end - (wanted.count - 1)
      guard byte == last, wanted.indices.allSatisfy({ text[start + $0] == wanted[$0] }) else {
        end += steps[Int(byte)]
        continue
      }
      line = self.line(at: start, from: line)
      places.append(line)
      // The rest of the line says nothing new.
      end = ends[line] + wanted.count - 1
      line += 1
    }
    return places
  }

  /// The line that the byte at `index` is in, at or behind `line`.
  private func line(at index: Int, from line: Int) -> Int {
    var (low, high) = (line, ends.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] > index { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
