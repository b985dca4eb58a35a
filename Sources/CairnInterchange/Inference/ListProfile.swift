internal import CairnJSON
internal import CairnStore

/// What the lists of one column have in common.
struct ListProfile: Sendable {
  /// Whether labels are passed over.
  let isLabeled: Bool
  /// How many rows have a list.
  private(set) var count = 0
  /// Whether one of them needs a field of several values: cells that may come several times, of
  /// which there is one, need none.
  private(set) var needsSeveral = false
  /// Whether all of them can be tags.
  private(set) var areTags = true
  /// The types that all elements of all lists have.
  private(set) var shapes = Shapes.all.subtracting(.tags)

  /// Takes in a list of plain values, as JSON text.
  ///
  /// - Parameters:
  ///   - bytes: The list.
  ///   - arePlain: Whether its strings may spell anything, as cells of a table do.
  mutating func add(_ bytes: ArraySlice<UInt8>, arePlain: Bool = false) {
    count += 1
    let elements = ListText.elements(of: bytes) ?? []
    if !arePlain || elements.count > 1 { needsSeveral = true }
    if areTags { areTags = ListText.areTags(elements) }
    for element in elements { shapes.formIntersection(shapes(of: element, arePlain)) }
  }

  private func shapes(of element: JSONValue, _ isPlain: Bool) -> Shapes {
    switch element {
    case .number(let number): Shapes(of: Array(number.text.utf8)[...]).intersection(.numbers)
    case .boolean: .boolean
    case .string(let text):
      Shapes(of: Array((isLabeled ? Label.split(text).text : text).utf8)[...])
        .intersection(isPlain ? .all : .spelledInText)
    case .null, .array, .object: []
    }
  }
}
