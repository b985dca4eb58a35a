/// The few different values of a column that may be a choice.
struct DistinctTexts: Sendable {
  /// More different values than this are no choice.
  static let limit = 12
  /// A value with more characters than this is no name of a choice.
  static let longest = 40

  /// The values in the order in which they came, `nil` once the column can be no choice.
  private(set) var values: [[UInt8]]? = []
  private var latest = 0

  /// Takes in the next value.
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    guard let known = values else { return }
    if latest < known.count, known[latest].elementsEqual(bytes) { return }
    if let place = known.firstIndex(where: { $0.elementsEqual(bytes) }) {
      latest = place
      return
    }
    guard known.count < Self.limit, Self.isName(bytes) else {
      values = nil
      return
    }
    latest = known.count
    values?.append(Array(bytes))
  }

  /// Whether `bytes` can stand among the choices of a model, which are on one line between bars.
  private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, let last = bytes.last,
      first > Byte.space, last > Byte.space,
      bytes.allSatisfy({ $0 >= Byte.space && $0 != Byte.bar })
    else { return false }
    return !bytes.hasMoreCharacters(than: longest)
  }
}
