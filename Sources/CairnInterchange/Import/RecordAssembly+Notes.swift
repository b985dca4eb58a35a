internal import CairnStore

/// A note of an import, with the links in its texts.
struct LinkedNote {
  let record: ObjectID
  let relationship: Relationship
  let links: [WikiLinks.Link]
  let folder: String
  let origin: WaitingLink.Origin
}

/// Wiki links that lead to no record.
struct DeadWikiLinks {
  /// The number of links that name no note.
  var unknown = 0
  /// The number of links that name several notes.
  var ambiguous = 0
  private var first: (unknown: String?, ambiguous: String?)

  /// Adds a link, unless it names a file that is no note.
  mutating func note(
    _ link: WikiLinks.Link, _ found: NoteNames.Found, at origin: WaitingLink.Origin
  ) {
    let place = "\(origin.input): \(link.text)"
    if found == .several {
      ambiguous += 1
      first.ambiguous = first.ambiguous ?? place
    } else if !link.namesFile {
      unknown += 1
      first.unknown = first.unknown ?? place
    }
  }

  /// The notices about the links.
  var notices: [String] {
    [
      first.unknown.map {
        "\(counted(unknown, "wiki link")) \(unknown == 1 ? "names" : "name") no note, the first in \($0)"
      },
      first.ambiguous.map {
        "\(counted(ambiguous, "wiki link")) \(ambiguous == 1 ? "names" : "name") several notes, the "
          + "first in \($0)"
      },
    ].compactMap(\.self)
  }
}

/// Makes links of the wiki links in notes. Their texts stay unchanged.
extension RecordAssembly {
  /// Notes a note's name and its links, which may lead to later notes.
  ///
  /// A note of an export has its own links.
  mutating func noteWikiLinks(
    of draft: RecordDraft, _ id: ObjectID, inFile file: String?, from origin: WaitingLink.Origin,
    _ table: TablePlan
  ) {
    guard let relationship = table.noteLinks, draft.identity == nil else { return }
    let folder = draft.text(of: MarkdownReader.folder) ?? ""
    let names = [draft.text(of: MarkdownReader.name), file.map { Naming.baseName(of: $0) }]
    for name in names.compactMap(\.self) {
      noteNames[id.entity]?.add(id.key, called: name, in: folder)
    }
    var links = WikiLinks()
    for value in draft.values { value?.addWikiLinks(to: &links) }
    linkedNotes.append(
      LinkedNote(
        record: id, relationship: relationship, links: links.links, folder: folder, origin: origin))
  }

  /// Finds the notes that wiki links name, after all notes are known.
  ///
  /// Links that a person added stay. A link leaves with the text that named it.
  mutating func findLinkedNotes() {
    var dead = DeadWikiLinks()
    for note in linkedNotes {
      var keys: [RecordKey] = []
      for link in note.links {
        let found = noteNames[note.record.entity]?.note(link, from: note.folder) ?? .none
        if case .one(let key) = found {
          if key != note.record.key, !keys.contains(key) { keys.append(key) }
        } else {
          dead.note(link, found, at: note.origin)
        }
      }
      add(keys, to: note)
    }
    linkedNotes = []
    report.notices += dead.notices
  }

  private mutating func add(_ keys: [RecordKey], to note: LinkedNote) {
    let name = note.relationship.name
    let isStored = stored.snapshot.model[note.record.entity]?.relationship(name) != nil
    let known = isStored ? stored.links(of: note.record, name) : []
    let old = oldLinks(of: note).subtracting(keys)
    let met = Set(known)
    let all = known.filter { !old.contains($0) } + keys.filter { !met.contains($0) }
    guard all != known else { return }
    waiting.add(
      WaitingLink(
        record: note.record, relationship: note.relationship,
        ends: all.map { .record(ObjectID(entity: note.record.entity, key: $0)) },
        origin: note.origin))
  }

  /// Returns the notes that a stored note's texts name.
  private func oldLinks(of note: LinkedNote) -> Set<RecordKey> {
    guard let row = stored.row(note.record), let names = noteNames[note.record.entity],
      let entity = stored.snapshot.model[note.record.entity]
    else { return [] }
    var links = WikiLinks()
    for property in entity.storedProperties { row[property.name]?.addWikiLinks(to: &links) }
    let folder =
      entity.attribute(matching: MarkdownReader.folder).flatMap { row[$0.name] }
      .map(FieldIndex.text) ?? ""
    return Set(
      links.links.compactMap { link in
        if case .one(let key) = names.note(link, from: folder) { key } else { nil }
      })
  }
}

extension RecordDraft {
  /// Returns the text of a field with a value.
  fileprivate func text(of field: String) -> String? {
    entity.storedPlace(matching: field).flatMap { values[$0] }.map(FieldIndex.text)
  }
}

extension Value {
  /// Adds the wiki links of a text, or of several texts.
  fileprivate func addWikiLinks(to links: inout WikiLinks) {
    for text in storedTexts { links.add(text) }
  }
}
