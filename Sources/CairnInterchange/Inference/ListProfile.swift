internal import CairnJSON

/// What the lists of one column have in common.
struct ListProfile: Sendable {
  /// How many rows have a list.
  private(set) var count = 0
  /// Whether all of them can be tags.
  private(set) var areTags = true
  /// The types that all elements of all lists have.
  private(set) var shapes = Shapes.all.subtracting(.tags)

  /// Takes in a list of plain values, as JSON text.
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    count += 1
    let elements = ListText.elements(of: bytes) ?? []
    if areTags { areTags = ListText.areTags(elements) }
    for element in elements { shapes.formIntersection(Self.shapes(of: element)) }
  }

  private static func shapes(of element: JSONValue) -> Shapes {
    switch element {
    case .number(let number): Shapes(of: Array(number.text.utf8)[...]).intersection(.numbers)
    case .boolean: .boolean
    case .string(let text): Shapes(of: Array(text.utf8)[...]).intersection(.spelledInText)
    case .null, .array, .object: []
    }
  }
}
