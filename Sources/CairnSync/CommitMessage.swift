internal import CairnStore

extension SyncChanges {
  /// The record changes between two states of a store's files.
  ///
  /// - Parameters:
  ///   - changes: the files that differ.
  ///   - contents: the bytes of their blobs.
  ///   - model: the model of the new state.
  ///   - oldModel: the model of the old state, for collections that the new model lacks.
  init(
    _ changes: [TreeChange], _ contents: [String: [UInt8]], _ model: ObjectModel,
    replacing oldModel: ObjectModel? = nil
  ) {
    isEmpty = changes.isEmpty
    changesModel = changes.contains { $0.path == ObjectStore.modelFile }
    // A renamed collection's files may have moved to another folder.
    var texts: [String: (old: [UInt8]?, new: [UInt8]?)] = [:]
    for change in changes {
      let path = TextMerge.place(of: change.path, in: model)
      var text = texts[path] ?? (nil, nil)
      if change.old.exists { text.old = contents[change.old.blob] }
      if change.new.exists { text.new = contents[change.new.blob] }
      texts[path] = text
    }
    for (path, text) in texts.sorted(by: { $0.key < $1.key }) {
      let isGone = TextMerge.collection(of: path, in: model).map { model[$0] == nil } ?? false
      let difference = TextDifference(model: isGone ? oldModel ?? model : model)
      for found in difference.changes(of: path, from: text.old, to: text.new) {
        records.append(found.change)
        titles[found.change.id] = found.title
      }
    }
  }

  /// Returns a machine's name on one line, without control and direction characters, and of at most
  /// 80 characters.
  static func plainName(_ name: some StringProtocol) -> String {
    let scalars = name.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: "?"
      default: scalar
      }
    }
    return String(String(String.UnicodeScalarView(scalars)).prefix(80))
  }

  /// Whether records or the model changed, and not only notes about merges or the form of files.
  var hasContentChanges: Bool { !visibleRecords.isEmpty || changesModel }

  /// The changes that people see: all except the notes about merges.
  private var visibleRecords: [RecordChange] { records.filter(\.isVisible) }

  /// The changes in one line: "Add 3 recipes; change 1 author".
  func summary(_ model: ObjectModel) -> String {
    let visible = visibleRecords
    if visible.count == 1, let only = visible.first {
      return "\(Self.verb(only.kind)) \(name(of: only.id, model))"
    }
    var parts: [String] = []
    for kind in [RecordChange.Kind.insert, .update, .delete] {
      let entities = Dictionary(grouping: visible.filter { $0.kind == kind }, by: \.id.entity)
      let counts = entities.sorted { $0.key < $1.key }.map { entity, changes in
        Self.count(changes.count, model[entity], entity)
      }
      guard !counts.isEmpty else { continue }
      let verb = Self.verb(kind)
      parts.append("\(parts.isEmpty ? verb : verb.lowercased()) \(Self.list(counts))")
    }
    if changesModel { parts.append("\(parts.isEmpty ? "C" : "c")hange the model") }
    guard parts.isEmpty else { return parts.joined(separator: "; ") }
    return records.isEmpty ? "Tidy the store's files" : "Update the notes about merged records"
  }

  /// The whole message: the summary, the change of each record, and the machine's name.
  func message(_ model: ObjectModel, machine: String) -> String {
    var lines = [summary(model), ""]
    let visible = visibleRecords
    if visible.count > 1 {
      lines += visible.prefix(Self.longest).map { line($0, model) }
      if visible.count > Self.longest { lines.append("… \(visible.count - Self.longest) more") }
      lines.append("")
    }
    return (lines + ["\(Self.machineKey): \(machine)", ""]).joined(separator: "\n")
  }

  /// The key of the line with the machine's name.
  static let machineKey = "Machine"

  /// The most records that a message lists.
  private static let longest = 100

  private func line(_ change: RecordChange, _ model: ObjectModel) -> String {
    let title = titles[change.id].map { " " + Self.plain($0) } ?? ""
    let place = "\(model.path(of: change.id))\(title)"
    return switch change.kind {
    case .insert: "+ \(place)"
    case .delete: "- \(place)"
    case .update: "~ \(place): \(change.fields.map(\.name).joined(separator: ", "))"
    }
  }

  private func name(of id: ObjectID, _ model: ObjectModel) -> String {
    titles[id].map { "\(Self.plain($0)) (\(model.path(of: id)))" } ?? model.path(of: id)
  }

  /// A title on one line, of at most 60 characters.
  private static func plain(_ title: String) -> String {
    String(title.map { $0.isNewline ? " " : $0 }.prefix(60))
  }

  private static func verb(_ kind: RecordChange.Kind) -> String {
    switch kind {
    case .insert: "Add"
    case .update: "Change"
    case .delete: "Delete"
    }
  }

  private static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.joined() }
    return "\(words.dropLast().joined(separator: ", ")) and \(last)"
  }

  private static func count(_ count: Int, _ entity: Entity?, _ name: String) -> String {
    if name == Entity.favorite.name { return count == 1 ? "1 favorite" : "\(count) favorites" }
    return "\(count) \(count == 1 ? name.lowercased() : entity?.plural ?? name)"
  }
}
