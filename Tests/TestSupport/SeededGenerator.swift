import Glibc

/// Random numbers that are the same for the same seed (SplitMix64 by Sebastiano Vigna).
///
/// A property test takes seeds as its arguments, so that a failure names the seed:
///
///     @Test(arguments: SeededGenerator.seeds(100))
///     func `a text never overruns its region`(seed: UInt64) {
///       var generator = SeededGenerator(seed: seed)
///
/// `CAIRN_TEST_SEED` in the environment is where the seeds begin, to look at other cases.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator whose numbers depend on `seed` alone.
  public init(seed: UInt64) { state = seed }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Consecutive seeds, from 1 or from what `CAIRN_TEST_SEED` says.
  public static func seeds(_ count: Int) -> [UInt64] {
    let first = getenv("CAIRN_TEST_SEED").flatMap { UInt64(String(cString: $0)) } ?? 1
    return (0..<count).map { first &+ UInt64($0) }
  }

  /// A number from `range`.
  public mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// One of some things, of which there is at least one.
  public mutating func element<Element>(of choices: some Collection<Element>) -> Element {
    let offset = number(0...choices.count - 1)
    return choices[choices.index(choices.startIndex, offsetBy: offset)]
  }

  /// Any bytes, at most `most` of them.
  public mutating func bytes(atMost most: Int) -> [UInt8] {
    (0..<number(0...most)).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}
