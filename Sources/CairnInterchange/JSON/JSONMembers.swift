internal import CairnJSON

/// Cuts a JSON object into its members, without reading their values.
enum JSONMembers {
  /// The members of the object in `piece`; `nil` if that is no object, or cannot be cut.
  static func members(of piece: JSONPiece) -> [(name: String, value: JSONPiece)]? {
    var cursor = JSONCursor(piece)
    guard cursor.take(Byte.openBrace) else { return nil }
    var members: [(name: String, value: JSONPiece)] = []
    if cursor.next != Byte.closeBrace {
      repeat {
        guard let name = name(in: cursor.takeValue()), cursor.take(Byte.colon) else { return nil }
        members.append((name, cursor.takeValue()))
      } while cursor.take(Byte.comma)
    }
    guard cursor.take(Byte.closeBrace), cursor.next == nil else { return nil }
    return members
  }

  private static func name(in piece: JSONPiece) -> String? {
    var reader = JSONReader(piece.bytes, from: piece.start)
    // What is no name is no object's, and whoever reads the whole will say why.
    return try? reader.only().string
  }
}
