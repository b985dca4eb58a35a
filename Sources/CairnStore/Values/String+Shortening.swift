extension String {
  /// The text, cut where it has more than `count` characters, with an ellipsis as the last one.
  package func shortened(to count: Int) -> String {
    prefix(count + 1).count <= count ? self : prefix(count - 1) + "…"
  }
}
