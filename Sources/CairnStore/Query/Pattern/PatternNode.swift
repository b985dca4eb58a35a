/// The tree of an expression.
indirect enum PatternNode: Hashable, Sendable {
  /// One scalar of a set.
  case one(ScalarSet)

  /// All, one after the other; of none, the empty text.
  case sequence([PatternNode])

  /// One of some.
  case choice([PatternNode])

  /// As often as `least` to `most` says, without end if there is no most.
  case repetition(PatternNode, least: Int, most: Int?)

  /// A place and no text.
  case place(Place)

  /// The places that an expression can name.
  enum Place: Hashable, Sendable {
    case start, end, wordEdge, noWordEdge
  }
}
