/// How GNU recutils write a field, for whoever reads or writes files of records that are no
/// store's.
public enum RecText {
  /// Appends a field: its name, and its text on as many lines as that has.
  public static func append(_ field: String, _ text: String, to bytes: inout [UInt8]) {
    let (name, text) = (Array(field.utf8), Array(text.utf8))
    bytes.appendField(name: name.span, text: text.span)
  }

  /// The text of a field, its lines joined and their guards taken away.
  ///
  /// - Parameter field: what stands from behind the colon to the end of the last line, the further
  ///   lines with the plus that they begin with.
  /// - Returns: the text, not checked to be UTF-8.
  public static func unfolded(_ field: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.appendUnfolding(field.span)
    return text
  }
}
