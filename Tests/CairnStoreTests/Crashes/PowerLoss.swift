import CairnFiles
import TestSupport

/// Which of the changes that wait for the disk survive a loss of power.
enum PowerLoss {
  /// Sets of `count` changes: all of them if they are not more than `most`; else the prefixes, all
  /// but one, only one, and others by chance, `most` in all.
  static func choices(
    of count: Int, atMost most: Int, using generator: inout SeededGenerator
  ) -> [[Bool]] {
    if count < 30, 1 << count <= most {
      return (0..<1 << count).map { bits in (0..<count).map { bits >> $0 & 1 == 1 } }
    }
    var choices = (0...count).map { end in (0..<count).map { $0 < end } }
    choices += (0..<count).map { one in (0..<count).map { $0 != one } }
    choices += (0..<count).map { one in (0..<count).map { $0 == one } }
    while choices.count < most {
      let share = Double.random(in: 0...1, using: &generator)
      choices.append((0..<count).map { _ in Double.random(in: 0..<1, using: &generator) < share })
    }
    choices.shuffle(using: &generator)
    return Array(choices.prefix(most))
  }
}

extension MemoryFileSystem {
  /// Feeds all names and contents below the root.
  func hash(into hasher: inout Hasher) {
    hash("", into: &hasher)
  }

  private func hash(_ folder: String, into hasher: inout Hasher) {
    for name in (try? list(folder.isEmpty ? "/" : folder)) ?? [] {
      let path = "\(folder)/\(name)"
      hasher.combine(path)
      if let bytes = try? read(path) {
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
      } else {
        hash(path, into: &hasher)
      }
    }
  }
}
