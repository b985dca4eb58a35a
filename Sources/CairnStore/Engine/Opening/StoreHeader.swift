/// The file STORE: which format the folder has, and which store it is.
struct StoreHeader: Sendable {
  static let format = 1

  var id: StoreID
  var created: Timestamp
  /// What the store has that only a newer program knows: its format, or a word after `Needs:`.
  var newerFeature: String?

  var text: String {
    "Format: \(Self.format)\nStore: \(id)\nCreated: \(created)\n"
  }

  init(id: StoreID, created: Timestamp) {
    self.id = id
    self.created = created
  }

  /// Reads the file of the store at `path`.
  ///
  /// Words after `Needs:` name features without which nothing may be written to the store, words
  /// after `Has:` such as can be ignored. This program knows no word of the first kind.
  ///
  /// - Throws: `StoreError.damaged`; `.needsNewer` for a newer file that cannot be read at all.
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
    let word = fields["Needs"]?.split(separator: " ").first.map(String.init)
    let newer = format == String(Self.format) ? word : "format \(format)"
    let (store, time) = (fields["Store"].flatMap(StoreID.init), fields["Created"])
    if let newer, store == nil || time.flatMap({ Timestamp($0) }) == nil {
      throw .needsNewer(path: path, feature: newer)
    }
    guard let id = store else {
      throw .damaged(file: "\(path)/STORE", line: 1, reason: "the store's identity cannot be read")
    }
    guard let created = time.flatMap({ Timestamp($0) }) else {
      throw .damaged(file: "\(path)/STORE", line: 1, reason: "the time of creation cannot be read")
    }
    self.init(id: id, created: created)
    newerFeature = newer
  }
}
