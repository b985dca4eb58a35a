internal import CairnFiles

/// The file STORE, which holds the format and the identity of the store.
struct StoreHeader: Sendable {
  static let format = 1

  var id: StoreID
  var created: Timestamp
  /// The first feature in STORE that this program doesn't know; `nil` if it knows all.
  var newerFeature: String?
  /// The words after `Needs:` that this program knows.
  var needs: Set<Feature> = []

  /// A feature of a store that a program of an earlier version does not know.
  enum Feature: String, CaseIterable {
    /// A field of the type `localtime`.
    case localtime
    /// The statements `%show`, `%color` and `%due` of a model.
    case appearance
    /// The statements `%label`, `%caption` and `%unit` of a model.
    case labels
    /// The statement `%repeat` of a model.
    case `repeat`
    /// Kept files, which an earlier program would leave out of backups.
    case files
    /// Notes about merged records, which an earlier program would leave out of backups.
    case merges
  }

  var text: String {
    Self.text("Format: \(Self.format)\nStore: \(id)\nCreated: \(created)\n", adding: needs)
  }

  /// Creates a header for a store with `model`.
  init(id: StoreID, created: Timestamp, model: ObjectModel = ObjectModel()) {
    self.id = id
    self.created = created
    needs = model.features
  }

  /// Reads the file of the store at `path`.
  ///
  /// A program that doesn't know a word after `Needs:` must not write. It may ignore words after
  /// `Has:`.
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
    let words = (fields["Needs"] ?? "").split(separator: " ").map(String.init)
    let word = words.first { Feature(rawValue: $0) == nil }
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
    needs = Set(words.compactMap(Feature.init))
  }
}

extension ObjectModel {
  /// Finds the features that a program must know to read entities and their records.
  static func features(of entities: [Entity]) -> Set<StoreHeader.Feature> {
    var features: Set<StoreHeader.Feature> = []
    for entity in entities {
      if entity.due != nil { features.insert(.appearance) }
      if entity.repetition != nil { features.insert(.repeat) }
      if entity.label != nil || entity.relationships.contains(where: { $0.label != nil }) {
        features.insert(.labels)
      }
      for attribute in entity.attributes {
        if attribute.type == .localtime { features.insert(.localtime) }
        if attribute.label != nil || attribute.unit != nil { features.insert(.labels) }
        if attribute.style != nil || !attribute.colors.isEmpty { features.insert(.appearance) }
      }
    }
    return features
  }
}

extension StoreHeader {
  /// Adds features to the text of the file, and keeps all other lines.
  static func text(_ text: String, adding features: Set<Feature>) -> String {
    guard !features.isEmpty else { return text }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let place = lines.firstIndex { $0.hasPrefix("Needs:") }
    let known = place.map { lines[$0].dropFirst(6).split(separator: " ").map(String.init) } ?? []
    let words = Set(known).union(features.map(\.rawValue)).sorted().joined(separator: " ")
    if let place {
      lines[place] = "Needs: \(words)"
    } else {
      lines.insert("Needs: \(words)", at: lines.last == "" ? lines.count - 1 : lines.count)
    }
    return lines.joined(separator: "\n")
  }
}

extension Writer {
  /// Adds required features to `STORE`, before the first frame that needs them.
  ///
  /// An older program must never read such a frame. The caller holds the commit lock.
  mutating func noteFeatures(_ features: Set<StoreHeader.Feature>) throws(StoreError) {
    guard !features.isSubset(of: header.needs) else { return }
    let (text, state) = try folder.readSettled(folder.header, atMost: FileExchange.timeout)
    let present = try header(in: text)
    if !features.isSubset(of: present.needs) {
      let exchange = FileExchange(
        folder: folder, path: folder.header, isLinked: false, keptName: StoreFolder.headerName,
        problems: problems)
      let noted = StoreHeader.text(String(decoding: text, as: UTF8.self), adding: features)
      guard case .done = try exchange.put(Array(noted.utf8), expecting: state) else {
        throw .busy(path: folder.path)
      }
      let path = folder.path
      try folder.perform { fileSystem throws(FileError) in
        try fileSystem.synchronizeFolder(path)
      }
    }
    try readHeaderAnew()
  }

  /// Reads the features that another process added to `STORE`.
  mutating func readHeaderAnew() throws(StoreError) {
    let (text, state) = try folder.readSettled(folder.header, atMost: FileExchange.timeout)
    header = try header(in: text)
    origin.header = state
  }

  private func header(in text: [UInt8]) throws(StoreError) -> StoreHeader {
    let found = try StoreHeader(
      parsing: String(decoding: text, as: UTF8.self), path: folder.path)
    guard found.id == header.id else { throw .busy(path: folder.path) }
    if let feature = found.newerFeature { throw .needsNewer(path: folder.path, feature: feature) }
    return found
  }
}
