internal import CPlatform
internal import CairnInterface

/// The widths that ncurses uses for ambiguous characters.
enum CharacterWidths {
  /// Makes ncurses use the same widths as the canvas.
  static func use() {
    guard AmbiguousWidth.isWide else { return platform_use_wide(nil, 0) }
    let bounds = AmbiguousWidth.ranges.flatMap { [$0.lowerBound, $0.upperBound] }
    unsafe platform_use_wide(bounds, Int32(AmbiguousWidth.ranges.count))
  }
}
