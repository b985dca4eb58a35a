/// Where a row starts: its line, and among several that start there its place in their array.
public struct RowLine: Hashable, Sendable, CustomStringConvertible {
  /// An element of an array of JSON.
  public struct Element: Hashable, Sendable {
    /// Its place in the array, from 1.
    public var number: Int
    /// What the array is called, where it has a name.
    public var array: String?
  }

  /// The line, from 1.
  public var number: Int
  /// Which element it is, in a line where others start as well.
  public var element: Element?

  /// The place as it follows "line": "3", "1, element 4", "1, element 4 of albums".
  public var description: String {
    guard let element else { return "\(number)" }
    let array = element.array.map { " of \($0)" } ?? ""
    return "\(number), element \(element.number)\(array)"
  }
}
