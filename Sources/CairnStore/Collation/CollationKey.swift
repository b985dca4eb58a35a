/// Bytes whose order is the order of texts for people, the same on every machine.
///
/// Texts are compared in four levels, each only where the ones before are equal:
///
/// 1. letters without case and accents (see `SearchFold`), a run of ASCII digits as the number that
///    it spells: `p9` before `p10`
/// 2. accents: `resume` before `résumé`
/// 3. case, lower before upper, then fewer leading zeros: `lyon` before `Lyon`, `1` before `01`
/// 4. the scalars themselves, so that `ae` and `æ` are two texts
///
/// Keys are equal exactly for canonically equivalent texts. A key is about as long as its text, and
/// comparing two is comparing their bytes. No language's own alphabet is followed: `ö` sorts with
/// `o` everywhere.
///
///     [primary] 00 [accents] 00 [case] 00 [scalars, only where not ASCII]
public struct CollationKey: Hashable, Comparable, Sendable {
  /// The key's bytes, ordered as unsigned numbers; a prefix comes first.
  public let bytes: [UInt8]

  /// The key of `text`; a pass over it.
  public init(_ text: String) {
    var writer = CollationWriter()
    var bytes: [UInt8] = []
    writer.append(text, to: &bytes)
    self.bytes = bytes
  }

  /// Whether the left text comes first.
  public static func < (left: Self, right: Self) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
