import TestSupport

/// One step of a random life of a store; numbers pick among what there is when its turn comes, so
/// that any part of a life is a life.
struct Step: CustomStringConvertible {
  enum Kind: CaseIterable {
    case create, set, link, delete, undo, redo, group
    case openChild, saveChild, discardChild, mergeChild
    case save, rollback, fold, reopen, undoSaved, other, otherBeside
  }

  var kind: Kind
  var first: Int
  var second: Int
  var third: Int

  var description: String { "\(kind)(\(first), \(second), \(third))" }

  private static let common: [Kind] = [
    .create, .create, .create, .set, .set, .set, .link, .link, .link, .link, .delete, .save,
  ]

  /// Steps of which most edit.
  static func random(_ count: Int, using generator: inout SeededGenerator) -> [Step] {
    (0..<count).map { _ in
      let kinds = generator.number(0...2) == 0 ? Kind.allCases : common
      return Step(
        kind: kinds[generator.number(0...kinds.count - 1)], first: generator.number(0...999),
        second: generator.number(0...999), third: generator.number(0...999))
    }
  }

  /// The fewest of `steps` with which `fails` is still true, found by leaving parts out.
  static func shrunk(_ steps: [Step], while fails: ([Step]) -> Bool) -> [Step] {
    var steps = steps
    var length = steps.count / 2
    while length > 0 {
      var start = 0
      while start < steps.count {
        var fewer = steps
        fewer.removeSubrange(start..<min(start + length, steps.count))
        if fails(fewer) { steps = fewer } else { start += length }
      }
      length /= 2
    }
    return steps
  }
}
