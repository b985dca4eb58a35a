import Glibc

/// Puts a mark between what a process sends to its terminal: a change of the title.
///
/// - Parameters:
///   - name: the title, which no other mark has.
///   - descriptor: the terminal.
public func mark(_ name: String, on descriptor: Int32) {
  let mark = "\u{1B}]2;\(name)\u{7}"
  _ = write(descriptor, mark, mark.utf8.count)
}

extension PseudoTerminal {
  /// Returns the bytes before each mark and after the mark before it.
  public func parts(after marks: [String]) -> [[UInt8]] {
    var rest = received[...]
    return marks.map { name in
      let mark = Array("\u{1B}]2;\(name)\u{7}".utf8)
      let starts = rest.indices.first { rest[$0...].starts(with: mark) } ?? rest.endIndex
      defer { rest = rest[min(starts + mark.count, rest.endIndex)...] }
      return Array(rest[..<starts])
    }
  }
}
