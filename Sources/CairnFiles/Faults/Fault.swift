/// A failure to inject: which call fails, how, and what it does all the same.
public struct Fault: Sendable {
  /// How many calls fail.
  public enum Extent: Hashable, Sendable {
    /// Only the one; the next succeeds, as after an interruption.
    case once
    /// That one and all after it, as on a full disk.
    case forever
  }

  /// What a call that fails did before.
  public enum Effect: Hashable, Sendable {
    /// Nothing.
    case nothing
    /// For a write its first half, for anything else nothing.
    case part
    /// Everything; only the answer is wrong.
    case whole
  }

  /// Which of the calls that count fails first, from 1.
  public let call: Int
  /// How many fail.
  public let extent: Extent
  /// What those that fail do.
  public let effect: Effect
  /// The only actions that count, or `nil` if all do.
  public let actions: Set<FileAction>?
  /// What those that fail throw, from what was asked and the path.
  public let error: @Sendable (FileAction, String) -> FileError

  /// Creates a failure; the cases of `FileError` serve as `error`, `FileError.full` for example.
  public init(
    at call: Int, _ error: @escaping @Sendable (FileAction, String) -> FileError,
    lasting extent: Extent = .once, of actions: Set<FileAction>? = nil, effect: Effect = .nothing
  ) {
    self.call = call
    self.extent = extent
    self.actions = actions
    self.effect = effect
    self.error = error
  }
}
