/// The file STORE: which format the folder has, and which store it is.
struct StoreHeader: Sendable {
  static let format = 1

  var id: StoreID
  var created: Timestamp

  var text: String {
    "Format: \(Self.format)\nStore: \(id)\nCreated: \(created)\n"
  }

  init(id: StoreID, created: Timestamp) {
    self.id = id
    self.created = created
  }

  /// Reads the file of the store at `path`.
  ///
  /// Words after `Needs:` name features without which the store cannot be used rightly, words
  /// after `Has:` such as can be ignored. This program knows no word of the first kind.
  init(parsing text: String, path: String) throws(StoreError) {
    var fields: [String: String] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      fields[String(line[..<colon])] = String(value)
    }
    guard let format = fields["Format"] else {
      throw .damaged(file: "\(path)/STORE", line: 1, reason: "the format cannot be read")
    }
    guard format == String(Self.format) else {
      throw .needsNewer(path: path, feature: "format \(format)")
    }
    if let word = fields["Needs"]?.split(separator: " ").first {
      throw .needsNewer(path: path, feature: String(word))
    }
    guard let id = fields["Store"].flatMap(StoreID.init) else {
      throw .damaged(file: "\(path)/STORE", line: 1, reason: "the store's identity cannot be read")
    }
    guard let created = fields["Created"].flatMap({ Timestamp($0) }) else {
      throw .damaged(file: "\(path)/STORE", line: 1, reason: "the time of creation cannot be read")
    }
    self.init(id: id, created: created)
  }
}
