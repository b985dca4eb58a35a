internal import CairnStore

/// Finds the tables in a file of GNU recutils: a collection behind each descriptor, and one of the
/// records before the first.
enum RecTables {
  private struct Section {
    /// What its descriptor calls the records.
    var name: String?
    var descriptor: [RecRecord.Field] = []
    var hasRecords = false
  }

  /// The tables of `blocks`.
  ///
  /// A descriptor that the model's language does not have is passed over with a notice, and the
  /// fields are inferred.
  static func tables(
    of blocks: [[UInt8]], name: String, notices: inout [String]
  ) throws(InterchangeError) -> [RawTable] {
    let sections = try sections(of: ByteStream(name: name, blocks: blocks))
    guard sections.contains(where: \.hasRecords) else { throw .empty(name: name) }
    let model = model(of: sections, name: name, &notices)
    var tables: [RawTable] = []
    for (place, section) in sections.enumerated() where section.hasRecords {
      let definition = section.name.flatMap { model?[$0] }
      let entity = definition ?? section.name.map { Entity(name: $0) }
      tables.append(
        RawTable(
          input: name, name: section.name, definition: definition, others: model?.entities ?? []
        ) {
          RecReader(
            ByteStream(name: name, blocks: blocks), section: place, of: entity, in: model)
        })
    }
    return tables
  }

  private static func sections(of source: ByteStream) throws(InterchangeError) -> [Section] {
    var lines = RecLines(source)
    var sections = [Section()]
    while let record = try lines.next() {
      if !record.isDescriptor {
        sections[sections.count - 1].hasRecords = true
      } else if let title = record.title {
        sections.append(Section(name: title, descriptor: record.fields))
      }
    }
    return sections
  }

  /// The model that the descriptors make; `nil` where they say nothing of any field, or cannot be
  /// understood.
  private static func model(
    of sections: [Section], name: String, _ notices: inout [String]
  ) -> ObjectModel? {
    let told = sections.filter { $0.descriptor.count > 1 }
    guard !told.isEmpty else { return nil }
    var text: [UInt8] = []
    for section in told {
      for field in section.descriptor {
        RecText.append(field.name, String(decoding: field.text, as: UTF8.self), to: &text)
      }
      text.append(Byte.lineFeed)
    }
    do throws(StoreError) {
      return try ObjectModel(parsing: String(decoding: text, as: UTF8.self), file: name)
    } catch {
      notices.append("the descriptor of \(name) was passed over: \(error)")
      return nil
    }
  }
}

extension RecRecord {
  /// What a descriptor calls the records after it; `nil` if it says nothing of them.
  var title: String? {
    guard let field = fields.first(where: { $0.name == "%rec" }) else { return nil }
    // A file or address with the descriptor may stand behind the name.
    return String(decoding: field.text, as: UTF8.self).split(separator: " ").first.map(String.init)
  }
}
