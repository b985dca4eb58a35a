internal import CairnStore

/// Finds the tables in a file of GNU recutils: a collection behind each descriptor, and one of the
/// records before the first.
enum RecTables {
  private struct Section {
    /// What its descriptor calls the records.
    var name: String?
    var descriptor: [RecRecord.Field] = []
    var hasRecords = false
    /// The number of its first line, and its bytes.
    var line = 1
    var range: Range<Int>
  }

  /// The tables of `bytes`.
  ///
  /// A descriptor that the model's language does not have is passed over with a notice, and the
  /// fields are inferred.
  static func tables(
    of bytes: [UInt8], name: String, notices: inout [String]
  ) throws(InterchangeError) -> [RawTable] {
    let sections = try sections(of: bytes, name: name)
    guard sections.contains(where: \.hasRecords) else { throw .empty(name: name) }
    let model = model(of: sections, name: name, &notices)
    var tables: [RawTable] = []
    let main = sections.first { $0.name != nil }?.name
    for section in sections where section.hasRecords {
      let definition = section.name.flatMap { model?[$0] }
      let entity = definition ?? section.name.map { Entity(name: $0) }
      tables.append(
        RawTable(
          input: name, name: section.name, definition: definition, others: model?.entities ?? []
        ) {
          let source = ByteStream(name: name, blocks: [Array(bytes[section.range])])
          return RecReader(RecLines(source, firstLine: section.line), of: entity, in: model)
        })
      tables[tables.count - 1].cameAlong = section.name != main
    }
    return tables
  }

  private static func sections(
    of bytes: [UInt8], name: String
  ) throws(InterchangeError) -> [Section] {
    var lines = RecLines(ByteStream(name: name, blocks: [bytes]))
    var sections = [Section(range: bytes.indices)]
    while let record = try lines.next() {
      let last = sections.count - 1
      if !record.isDescriptor {
        sections[last].hasRecords = true
      } else if let title = record.title {
        sections[last].range = sections[last].range.lowerBound..<record.offset
        sections.append(
          Section(
            name: title, descriptor: record.fields, line: record.line,
            range: record.offset..<bytes.count))
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
      notices.append("the descriptor of \(name) was ignored: \(error)")
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
