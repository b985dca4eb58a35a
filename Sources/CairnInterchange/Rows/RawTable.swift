internal import CairnStore

/// One table of an input, which can be read again and again.
struct RawTable: Sendable {
  /// The input's name, for messages.
  let input: String
  /// What the data calls its records, where it says.
  let name: String?
  /// What the data's form says of its fields; the rest is inferred.
  let definition: Entity?
  /// What else the data defines, to which links may lead.
  let others: [Entity]
  /// How the input was read.
  var form = InputForm(format: .csv, encoding: .utf8)
  private let makeReader: @Sendable () throws(InterchangeError) -> any RowReader

  init(
    input: String, name: String?, definition: Entity? = nil, others: [Entity] = [],
    makeReader: @escaping @Sendable () throws(InterchangeError) -> any RowReader
  ) {
    self.input = input
    self.name = name
    self.definition = definition
    self.others = others
    self.makeReader = makeReader
  }

  /// A reader at the first row.
  func rows() throws(InterchangeError) -> any RowReader { try makeReader() }
}

// MARK: - Reading inputs

extension RawTable {
  /// The tables of an input: one, except where a JSON object holds several arrays of objects.
  ///
  /// The bytes stay in memory: types are found in all rows before the first record is made, and a
  /// stream cannot be read twice.
  ///
  /// What a person should hear of how the input was read is added to `notices`.
  static func tables(
    of input: ImportInput, notices: inout [String]
  ) throws(InterchangeError) -> [RawTable] {
    var files: [MarkdownFile] = []
    var encoding = TextEncoding.utf8
    for source in input.sources {
      let (blocks, found) = try decodedBlocks(of: source, notices: &notices)
      if files.isEmpty { encoding = found }
      files.append(MarkdownFile(name: source.name, blocks: blocks))
    }
    let format =
      input.format ?? InterchangeFormat(path: input.name)
      ?? InterchangeFormat.detect(in: files.first?.blocks.first ?? [])
    var tables = try tables(of: files, in: input, format, notices: &notices)
    for place in tables.indices {
      tables[place].form = InputForm(format: format, encoding: encoding)
    }
    return tables
  }

  private static func tables(
    of files: [MarkdownFile], in input: ImportInput, _ format: InterchangeFormat,
    notices: inout [String]
  ) throws(InterchangeError) -> [RawTable] {
    let name = input.name
    let blocks = files.first?.blocks ?? []
    switch format {
    case .markdown: return [try MarkdownFile.table(of: files, in: input)]
    case .csv, .tsv:
      let delimiter: UInt8? = format == .tsv ? Byte.tab : nil
      return [
        RawTable(input: name, name: nil) { () throws(InterchangeError) in
          try CSVReader(ByteStream(name: name, blocks: blocks), delimiter: delimiter)
        }
      ]
    case .jsonl:
      return [
        RawTable(input: name, name: nil) { () throws(InterchangeError) in
          JSONRowReader(lines: JSONLines(ByteStream(name: name, blocks: blocks)), name: name)
        }
      ]
    case .vcard:
      return [
        RawTable(
          input: name, name: nil, definition: CardField.definition
        ) { () throws(InterchangeError) in
          CardReader(ByteStream(name: name, blocks: blocks))
        }
      ]
    case .rec:
      return try RecTables.tables(of: Array(blocks.joined()), name: name, notices: &notices)
    case .json:
      return try JSONTables.tables(of: Array(blocks.joined()), name: name)
    }
  }

  private static func decodedBlocks(
    of source: ByteStream, notices: inout [String]
  ) throws(InterchangeError) -> ([[UInt8]], TextEncoding) {
    let blocks = try source.remainingBlocks()
    let encoding = TextEncoding.detect(in: blocks.first ?? [])
    guard encoding != .utf8 else { return (blocks, encoding) }
    notices.append("\(source.name) was read as \(encoding.rawValue)")
    let decoded = encoding.decoded(ByteStream(name: source.name, blocks: blocks))
    return (try decoded.remainingBlocks(), encoding)
  }
}
