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
    for section in links {
      lines += ["", "\(section.name)  \(section.links.count)"]
      lines += section.links.map { "  \(TerminalText.visible($0.title))  \($0.url)" }
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
    for section in links {
      lines += ["", "## " + Self.escaped(section.name), ""]
      lines += section.links.map { "- [\(Self.escaped($0.title))](\($0.url))" }
    }
    if !remarks.isEmpty { lines += ["", "## " + RecordRemark.heading, ""] }
    lines += remarks.map { "- **\(Self.escaped($0.label))**: \(Self.escaped($0.text))" }
    return lines.joined(separator: "\n") + "\n"
  }

  private func url(of id: ObjectID) -> String { mount.outward(snapshot.url(of: id)).text }

  private struct Link {
    let title: String
    let url: String
  }

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

  private var links: [(name: String, links: [Link])] {
    (entity?.relationships ?? []).compactMap { relationship in
      let keys: [RecordKey]
      do throws(StoreError) {
        keys = try snapshot.links(of: id, relationship.name)
      } catch {
        return (relationship.caption, [Link(title: error.description(in: snapshot.model), url: "")])
      }
      guard !keys.isEmpty else { return nil }
      let links = keys.map { key in
        let target = ObjectID(entity: relationship.destination, key: key)
        return Link(title: snapshot.title(of: target), url: url(of: target))
      }
      return (relationship.caption, links)
    }
  }

  private static func textLines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Returns text with all markup escaped.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      if "\\`*_{}[]<>#|".contains(character) { escaped.append("\\") }
      escaped.append(character == "\n" ? " " : character)
    }
  }
}
