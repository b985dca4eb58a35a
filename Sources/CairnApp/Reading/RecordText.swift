internal import CairnInterface
internal import CairnNavigation
internal import CairnRecords
internal import CairnStore

/// A record as text for people or as Markdown.
struct RecordText {
  let id: ObjectID
  let snapshot: Snapshot
  /// The place of the store's records in the app's URLs.
  let mount: Mount
  let clock: WallClock

  /// The text in lines: labels and values in two columns, longer texts below their labels, then the
  /// links.
  var plainLines: [String] {
    let fields = shortFields
    let width = fields.reduce(0) { max($0, GlyphWidth.columns(of: $1.label)) }
    var lines = [TerminalText.visible(snapshot.title(of: id)), url(of: id), ""]
    lines += fields.map { field in
      TextLayout.fit(field.label, columns: width) + "  " + TerminalText.visible(field.text)
    }
    for field in longFields {
      lines += ["", field.label]
      lines += Self.textLines(field.text).map { $0.isEmpty ? "" : "  " + TerminalText.visible($0) }
    }
    for section in sections {
      lines += ["", "\(section.name)  \(section.links.count)"]
      lines += section.plainLines.map { "  " + $0 }
    }
    if !remarks.isEmpty { lines += ["", RecordRemark.heading] }
    lines += remarks.map { "  \($0.label)  \(TerminalText.visible($0.text))" }
    return lines
  }

  /// The text in Markdown: a heading, the fields as a list, longer texts unchanged, and links.
  var markdown: String {
    var lines = ["# " + Self.escaped(snapshot.title(of: id)), ""]
    lines += shortFields.map { "- **\(Self.escaped($0.label))**: \(Self.escaped($0.text))" }
    for field in longFields { lines += ["", "## " + Self.escaped(field.label), "", field.text] }
    for section in sections {
      lines += ["", "## " + Self.escaped(section.name), ""] + section.markdownLines
    }
    if !remarks.isEmpty { lines += ["", "## " + RecordRemark.heading, ""] }
    lines += remarks.map { "- **\(Self.escaped($0.label))**: \(Self.escaped($0.text))" }
    return lines.joined(separator: "\n") + "\n"
  }

  private func url(of id: ObjectID) -> String { mount.outward(snapshot.url(of: id)).text }

  private var remarks: [RecordRemark] { snapshot.row(id)?.remarks(in: snapshot) ?? [] }

  private var entity: Entity? { snapshot.model[id.entity] }

  private func texts(_ isLong: Bool) -> [(label: String, text: String)] {
    guard let row = snapshot.row(id), let entity else { return [] }
    return entity.attributes.compactMap { attribute in
      guard (attribute.type == .text) == isLong, let value = row[attribute.name] else {
        return nil
      }
      return (attribute.caption, attribute.display(value, at: clock, isExact: true))
    }
  }

  private var shortFields: [(label: String, text: String)] { texts(false) }
  private var longFields: [(label: String, text: String)] { texts(true) }

  private var sections: [LinkedText] {
    (entity?.relationships ?? []).compactMap { relationship in
      let keys: [RecordKey]
      do throws(StoreError) {
        keys = try snapshot.linkedKeys(of: id, relationship.name)
      } catch {
        let reason = error.description(in: snapshot.model)
        return LinkedText(name: relationship.caption, links: [(reason, "")])
      }
      return keys.isEmpty ? nil : section(relationship, keys)
    }
  }

  private func section(_ relationship: Relationship, _ keys: [RecordKey]) -> LinkedText {
    let targets = keys.map { ObjectID(entity: relationship.destination, key: $0) }
    var section = LinkedText(
      name: relationship.caption, links: targets.map { (snapshot.title(of: $0), url(of: $0)) })
    guard let other = snapshot.model[relationship.destination],
      relationship.isOwning(in: snapshot.model)
    else { return section }
    let rows = targets.map { snapshot.row($0) }
    let table = LinkedTable(relationship, of: other, rows, in: snapshot, at: clock)
    section.columns = table.properties.map { ($0.caption, $0.isNumber) }
    section.cells = rows.map { table.cells(of: $0, isExact: true) }
    section.titleColumn = table.properties.firstIndex { $0.name == other.titleAttribute?.name }
    section.isOrdered = relationship.isOrdered
    return section
  }

  private static func textLines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Returns text with all markup escaped.
  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      if "\\`*_{}[]<>#|".contains(character) { escaped.append("\\") }
      escaped.append(character == "\n" ? " " : character)
    }
  }
}
