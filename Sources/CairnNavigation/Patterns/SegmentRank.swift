/// How much a segment of a pattern says: what says more is tried first.
enum SegmentRank: Int, Comparable {
  case literal
  /// A capture with text around it.
  case affixed
  case typed
  case string
  case anonymous
  /// The rest of the path.
  case path

  static func < (first: SegmentRank, second: SegmentRank) -> Bool {
    first.rawValue < second.rawValue
  }
}

extension Pattern.Piece {
  var rank: SegmentRank {
    switch self {
    case .literal: .literal
    case .capture(let capture, let prefix, let suffix):
      switch capture.type {
      case .path: .path
      case _ where !(prefix + suffix).isEmpty: .affixed
      case .string: .string
      case _ where capture.name == nil: .anonymous
      case nil: .string
      default: .typed
      }
    }
  }
}
