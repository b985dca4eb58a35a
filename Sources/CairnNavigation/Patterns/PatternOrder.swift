/// The rank of a pattern among the candidates for a URL; the smallest is tried first.
///
/// The order of `<` is described at ``URLMap/candidates(for:)``.
struct PatternOrder: Comparable {
  private let standing: Int
  private let segments: [Int]
  private let constraints: Int
  private let captures: Int
  private let required: Int
  private let fixedText: [Int]
  private let narrowness: [Int]
  private let registration: Int

  /// Creates the rank of a pattern; without a URL, all its query captures count as present.
  init(
    _ pattern: Pattern, isFallback: Bool = false, registration: Int, url: ScreenURL? = nil
  ) {
    standing = pattern.isWildcard ? 2 : isFallback ? 1 : 0
    segments = (pattern.segments + [pattern.fragment].compactMap(\.self)).map(\.rank.rawValue)
    constraints = pattern.query.count { $0.capture == nil }
    captures = pattern.query.count { part in
      guard part.capture != nil else { return false }
      return url.map { $0.value(part.key) != nil } ?? true
    }
    required = pattern.query.count { $0.capture != nil && !$0.isOptional }
    fixedText = pattern.segments.flatMap(\.fixedText)
    narrowness = pattern.allCaptures.map(\.width)
    self.registration = registration
  }

  static func < (first: PatternOrder, second: PatternOrder) -> Bool {
    if first.standing != second.standing { return first.standing < second.standing }
    for (left, right) in zip(first.segments, second.segments) where left != right {
      return left < right
    }
    if first.segments.count != second.segments.count {
      return first.segments.count > second.segments.count
    }
    if first.constraints != second.constraints { return first.constraints > second.constraints }
    if first.captures != second.captures { return first.captures > second.captures }
    if first.required != second.required { return first.required > second.required }
    if first.fixedText != second.fixedText {
      return second.fixedText.lexicographicallyPrecedes(first.fixedText)
    }
    if first.narrowness != second.narrowness {
      return first.narrowness.lexicographicallyPrecedes(second.narrowness)
    }
    return first.registration < second.registration
  }
}

extension Pattern.Capture {
  /// The rough number of texts that the capture matches; fewer come first.
  var width: Int {
    switch type {
    case .choice: 0
    case .bool: 1
    case .date: 2
    case .uuid: 3
    case .uint: 4
    case .int: 5
    case .double: 6
    case .object: 7
    case .registered: 8
    case .string: 9
    case nil: name == nil ? 10 : 9
    case .path: 11
    }
  }
}

/// The specificity of a pattern's segment; more specific segments are tried first.
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
  /// The lengths of the texts before and after a capture.
  var fixedText: [Int] {
    guard case .capture(_, let prefix, let suffix) = self else { return [] }
    return [prefix.utf8.count, suffix.utf8.count]
  }

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
