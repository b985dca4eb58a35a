/// The name of a member that many objects have, in the form in which they have it.
///
///     let title = JSONName("title")
///     for recipe in recipes {
///       writer.beginObject()
///       writer.name(title)
///       writer.write(recipe.title)
///       writer.endObject()
///     }
public struct JSONName: Sendable {
  /// The name itself.
  public let text: String
  /// The name in quotation marks.
  let bytes: [UInt8]

  /// Sets a name in quotation marks, with the escapes that it needs.
  public init(_ text: String) {
    self.text = text
    var writer = JSONWriter()
    writer.appendString(text)
    bytes = writer.bytes
  }
}
