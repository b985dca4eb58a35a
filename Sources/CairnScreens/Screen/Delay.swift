/// Effects that wait until nothing of the same name has been asked for during a time.
public struct Delay {
  /// Which wait this is; a new one replaces a waiting one of the same name.
  public var name: String
  /// How long to wait.
  public var duration: Duration
  /// What happens then.
  public var effects: [Effect]
  /// Whether they are of no use any more once something leads to another screen; else they happen
  /// before that.
  public var lapses: Bool

  /// Effects that follow a rest of the keys.
  public init(
    _ name: String, _ duration: Duration, _ effects: [Effect], lapses: Bool = false
  ) {
    self.lapses = lapses
    self.name = name
    self.duration = duration
    self.effects = effects
  }
}
