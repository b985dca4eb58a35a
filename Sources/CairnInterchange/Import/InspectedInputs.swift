internal import CairnStore

/// Inputs that were read once, so that errors are found before a store is opened.
public struct InspectedInputs: Sendable {
  let tables: [InspectedTable]
  /// Notices for the person about the reading of the inputs.
  let notices: [String]
  /// The kept files beside the inputs.
  let files: [ImportedFiles]
  /// The model of the export; `nil` if no input has one.
  let export: ExportedModel?
  /// The collections of the export without a file, in the plural.
  private let absent: [String]

  /// Reads the inputs to their end and finds the types of their columns.
  ///
  /// - Parameters:
  ///   - inputs: The inputs; the bytes of inputs that can be read only once stay in memory.
  ///   - progress: Called every few thousand rows; its answer may end the reading.
  /// - Throws: `InterchangeError` for an input that is empty or cannot be read. Files of an export
  ///   may be empty.
  public init(
    _ inputs: [ImportInput],
    progress: (ImportProgress) -> ImportProgress.Answer = { _ in .proceed }
  ) throws(InterchangeError) {
    var notices: [String] = []
    var tables: [InspectedTable] = []
    let (opened, export, isBeside) = try Self.open(inputs)
    notices += inputs.flatMap(\.notices)
    self.files = inputs.flatMap(\.keptFiles)
    notices += self.files.flatMap(\.notices)
    let formats = opened.map { ($0.input, RawTable.format(of: $0.files, in: $0.input)) }
    if let reason = Dialect.idleParts(of: formats) { throw .contradiction(reason) }
    for (input, files) in opened {
      if export != nil, Self.isVoid(files, input) { throw .empty(name: input.name) }
      var found: [String] = []
      let raw: [RawTable]
      do throws(InterchangeError) {
        raw = try RawTable.tables(of: files, in: input, notices: &found)
        try Self.requireRecords(raw, files)
        try Self.requireJSON(raw, files)
      } catch  where export != nil && error.isOfNoRecords {
        continue
      }
      for var table in raw {
        if let export { table = try table.defined(by: export.model, byName: !isBeside) }
        var inspected = try InspectedTable(table) { (rows) throws(InterchangeError) in
          let state = ImportProgress(phase: .inspecting, rows: rows, total: nil)
          guard progress(state) == .proceed else { throw .canceled }
        }
        if let file = files.first { inspected.note(file.encoding) }
        if inspected.hasOtherBytes, let notice = try files.first?.otherLines() {
          found.append(notice)
        }
        tables.append(inspected)
        found += inspected.notices
      }
      notices += files.compactMap(\.notice) + found
    }
    self.tables = tables
    self.notices = notices
    // A model that was not named in the command applies only to the files with its collections.
    let names = tables.filter(\.table.isExported).compactMap(\.table.definition?.name)
    self.export = isBeside ? names.isEmpty ? nil : export?.part(of: names) : export
    let files = Set(opened.map { Naming.baseName(of: $0.input.name) })
    let entities = isBeside ? [] : export?.model.entities ?? []
    // The files of other collections have the whole records of a followed link.
    let nested = Set(
      entities.flatMap(\.relationships).filter { $0.exportRule == .follow }.map(\.destination))
    // An export as Markdown has no file for a collection without records.
    let isMarkdown = tables.contains { $0.table.form.format == .markdown }
    absent =
      isMarkdown
      ? []
      : entities.filter {
        !files.contains($0.plural) && !names.contains($0.name) && !nested.contains($0.name)
      }.map(\.plural)
  }

  /// Opens the inputs, and reads the model of an export among them.
  ///
  /// - Returns: the other inputs, the model, and whether the model was only found beside them.
  private static func open(
    _ inputs: [ImportInput]
  ) throws(InterchangeError) -> (
    [(input: ImportInput, files: [OpenedInput])], ExportedModel?, isBeside: Bool
  ) {
    var opened: [(input: ImportInput, files: [OpenedInput])] = []
    var export: ExportedModel?
    var isBeside = false
    for input in inputs {
      let files = try input.sources.map { (source) throws(InterchangeError) in
        try OpenedInput(source, encoding: input.dialect.encoding)
      }
      if let found = try ExportedModel(input, files) {
        guard export == nil || export?.store == found.store else { throw .twoExports }
        export = found
        isBeside = isBeside || input.isBeside
      } else if !input.isBeside {
        opened.append((input, files))
      }
    }
    return (opened, export, isBeside)
  }

  /// Returns notices about collections without a file, and about collections that the store's own
  /// export describes differently.
  func modelNotices(_ snapshot: Snapshot) -> [String] {
    let missing =
      absent.isEmpty
      ? []
      : [
        "\(ExportedModel.fileName) names \(absent.joined(separator: ", ")), of which the export has "
          + "no file"
      ]
    return missing + differences(snapshot)
  }

  private func differences(_ snapshot: Snapshot) -> [String] {
    guard let export, export.store == snapshot.storeID else { return [] }
    let others = export.model.entities.filter { entity in
      snapshot.model[entity.name].map { $0 != entity } == true
    }
    guard !others.isEmpty else { return [] }
    let names = others.map(\.plural).joined(separator: ", ")
    return [
      "\(ExportedModel.fileName) describes \(names) otherwise than the store; the store's model stays"
    ]
  }

  /// The names of the inputs, each once.
  public var names: [String] {
    tables.map(\.table.input).reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }

  /// The names of the columns of all inputs; nested members have their paths.
  public var columns: Set<String> { Set(tables.flatMap { Columns($0).allPaths }) }

  /// The columns of the only table, in order, as its header names them; `nil` for several tables,
  /// for a table without a header or with a single column, and for formats without a header.
  public var header: [String]? {
    guard tables.count == 1, let table = tables.first, table.columns.count > 1,
      case .line? = table.table.form.dialect.header
    else { return nil }
    return table.columns
  }

  /// Refuses an input that has no record of its format.
  ///
  /// An error page, or a file with a wrong name, would otherwise be an import of nothing.
  private static func requireRecords(
    _ tables: [RawTable], _ files: [OpenedInput]
  ) throws(InterchangeError) {
    guard let table = tables.first, let file = files.first,
      table.form.format.neededRecord != nil, tables.allSatisfy({ $0.others.isEmpty })
    else { return }
    for table in tables {
      var (reader, row) = (try table.rows(), RawRow())
      if try reader.next(into: &row) { return }
    }
    throw file.lacksRecord(of: table.form.format)
  }

  /// Refuses an input of another kind with the name of a JSON file.
  ///
  /// Each word of it would otherwise be a refused row.
  private static func requireJSON(
    _ tables: [RawTable], _ files: [OpenedInput]
  ) throws(InterchangeError) {
    guard let table = tables.first, let file = files.first, !table.isExported,
      [.json, .jsonl].contains(table.form.format),
      ![.json, .jsonl].contains(InterchangeFormat.detect(in: file.sample))
    else { return }
    var isEmpty = true
    for table in tables {
      var (reader, row) = (try table.rows(), RawRow())
      while try reader.next(into: &row) {
        if row.problem == nil { return }
        isEmpty = false
      }
    }
    if !isEmpty { throw file.lacksRecord(of: table.form.format) }
  }

  /// Whether a file has no bytes, while a file without records of its format has some.
  private static func isVoid(_ files: [OpenedInput], _ input: ImportInput) -> Bool {
    let format = InterchangeFormat(path: input.name)
    return (format == .json || format == .rec) && files.allSatisfy(\.sample.isEmpty)
  }

  /// The number of rows.
  public var rowCount: Int { tables.reduce(0) { $0 + $1.rowCount } }
}

extension ExportedModel {
  /// Reads an input with the name of a model file; `nil` for other inputs.
  fileprivate init?(_ input: ImportInput, _ files: [OpenedInput]) throws(InterchangeError) {
    guard input.name.split(separator: "/").last.map(String.init) == Self.fileName,
      let file = files.first
    else { return nil }
    let text = String(decoding: try file.blocks().joined(), as: UTF8.self)
    do throws(StoreError) {
      guard let export = try ExportedModel(parsing: text, file: input.name) else { return nil }
      self = export
    } catch {
      throw .store(error)
    }
  }
}

extension InterchangeError {
  /// Whether an input has no records, as the file of an empty collection.
  fileprivate var isOfNoRecords: Bool {
    switch self {
    case .empty, .noRecords: true
    default: false
    }
  }
}

extension RawTable {
  /// Returns the table with the definition of its records from the model of its export.
  ///
  /// The definition is found by the table's name, else by the address of its first record.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - byName: whether the name may be used.
  /// - Returns: the table; unchanged if no definition was found.
  /// - Throws: the errors of reading its first row.
  fileprivate func defined(
    by model: ObjectModel, byName: Bool
  ) throws(InterchangeError) -> RawTable {
    guard let entity = try definition(in: model, byName: byName) else { return self }
    return exported(entity)
  }

  private func definition(
    in model: ObjectModel, byName: Bool
  ) throws(InterchangeError) -> Entity? {
    if let name { return model[name] }
    let own = Naming.baseName(of: input)
    let named = model.entities.first { $0.plural == own }
    if byName, let named { return named }
    var reader = try rows()
    var row = RawRow()
    if try reader.next(into: &row), row.problem == nil {
      for key in RecordJSON.identityKeys {
        guard let column = reader.columns.firstIndex(of: key), column < row.count,
          let address = RecordAddress(row.text(at: column)),
          let entity = model.entities.first(where: { $0.plural == address.collection })
        else { continue }
        return entity
      }
    }
    return nil
  }
}

/// An input of an import: a file, a folder of files, or another stream.
public struct ImportInput {
  /// The name in messages, and the default name of the collection.
  public let name: String
  /// The format of the data; `nil` infers it from the name's extension, then from the first bytes.
  public let format: InterchangeFormat?
  /// How the data is written; the parts that are not given are detected.
  public var dialect = Dialect()
  /// The bytes, one stream for each file.
  let sources: [ByteStream]
  /// Whether the files are one table, with one or several records in each file.
  let isFolder: Bool
  /// The links in the folder that were skipped.
  let passedOver: [String]
  /// The path of the folder, with which the files' names begin; empty without a folder.
  let folder: String
  /// Sentences for the person about the folder.
  public var notices: [String] = []
  /// The kept files in the folders of exports.
  public var keptFiles: [ImportedFiles] = []
  /// Whether the input is a model beside the files that a person named.
  private(set) var isBeside = false

  /// The format that a person named, else the one of the name's ending; `nil` if both are open.
  var namedFormat: InterchangeFormat? { format ?? InterchangeFormat(path: name) }

  /// Creates an input of one stream.
  public init(_ source: ByteStream, format: InterchangeFormat? = nil) {
    name = source.name
    self.format = format
    sources = [source]
    isFolder = false
    passedOver = []
    folder = ""
  }

  /// Creates an input of the file `model.rec` beside files that a person named.
  ///
  /// The model applies only to files with addresses of its records.
  public init(modelBeside source: ByteStream) {
    self.init(source)
    isBeside = true
  }

  /// Creates an input of Markdown files that belong together.
  ///
  /// - Parameters:
  ///   - name: The folder's name.
  ///   - path: The folder's path, if the files' names begin with the path.
  ///   - files: The files, in the order of their records.
  ///   - links: The links in the folder that were skipped.
  public init(
    folder name: String, at path: String = "", of files: [ByteStream],
    passingOver links: [String] = []
  ) {
    self.name = name
    folder = path
    format = .markdown
    sources = files
    isFolder = true
    passedOver = links
  }
}
