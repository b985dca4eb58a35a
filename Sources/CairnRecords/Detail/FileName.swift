/// The name of a file, at the end of a path.
package struct FileName: Hashable, CustomStringConvertible {
  /// The name with its type.
  package let description: String

  /// Creates the last name of a path.
  package init(ofPath path: String) {
    description = path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The part after the last point, in lower case; empty if there is none.
  package var type: String {
    guard let point = description.lastIndex(of: "."), point != description.startIndex else {
      return ""
    }
    return description[description.index(after: point)...].lowercased()
  }
}
