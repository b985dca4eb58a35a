/// Why a screen can't be shown, and what to do about it.
public struct Explanation {
  /// Something that helps, under a key of its own.
  public struct Way {
    /// The letter that does it; the first way is also Enter's.
    public var letter: Character?
    /// What it does.
    public var title: String
    /// What else there is to know, such as a URL.
    public var detail: String
    /// What follows.
    public var effects: [Effect]

    /// A way.
    public init(
      _ letter: Character? = nil, _ title: String, detail: String = "", effects: [Effect]
    ) {
      self.letter = letter
      self.title = title
      self.detail = detail
      self.effects = effects
    }
  }

  /// What is the matter, in a few words: "Nothing at this address".
  public var headline: String
  /// What was asked for, often a URL.
  public var subject: String
  /// The characters of the subject that are at fault, counted from 0.
  public var fault: Range<Int>?
  /// Why, in a sentence or two.
  public var reason: String
  /// What else is shown, each with a label: as much of it as has room.
  public var lines: [(label: String, text: String)] = []
  /// What helps, the likeliest first.
  public var ways: [Way]
  /// Whether the screen can be shown by now, asked when data changed.
  public var isSolved: () -> Bool = { false }

  /// An explanation.
  public init(
    _ headline: String, subject: String = "", fault: Range<Int>? = nil, reason: String,
    ways: [Way] = []
  ) {
    self.headline = headline
    self.subject = subject
    self.fault = fault
    self.reason = reason
    self.ways = ways
  }
}
