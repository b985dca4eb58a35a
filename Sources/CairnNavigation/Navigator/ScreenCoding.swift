/// How a navigator asks its screens what it keeps of them.
public struct ScreenCoding<Destination> {
  /// What the breadcrumb says.
  public var title: (Destination) -> String

  /// What a screen is called that was never made; `nil` for the last segment of its URL.
  public var name: (ScreenURL) -> String?

  /// Keeps the screen's own state.
  public var encode: (Destination, inout StateEncoder) -> Void

  /// Whether the screen holds something unsaved.
  public var importance: (Destination) -> Importance

  /// Why the screen doesn't want to be left; nil if it may be.
  public var leave: (Destination) -> String?

  /// Describes screens; those that keep nothing need only a title.
  public init(
    title: @escaping (Destination) -> String,
    name: @escaping (ScreenURL) -> String? = { _ in nil },
    encode: @escaping (Destination, inout StateEncoder) -> Void = { _, _ in },
    importance: @escaping (Destination) -> Importance = { _ in .normal },
    leave: @escaping (Destination) -> String? = { _ in nil }
  ) {
    self.title = title
    self.name = name
    self.encode = encode
    self.importance = importance
    self.leave = leave
  }
}
