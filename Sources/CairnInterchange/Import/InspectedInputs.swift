internal import CairnStore

/// Inputs that were read once, so that what cannot be imported at all is known before a store is
/// opened for it.
public struct InspectedInputs: Sendable {
  let tables: [InspectedTable]
  /// What a person should hear of how the inputs were read.
  let notices: [String]
  /// The model of the export; `nil` if no input has one.
  let export: ExportedModel?
  /// The collections of the export without a file, in the plural.
  private let absent: [String]

  /// Reads the inputs to their end and finds the types of their columns.
  ///
  /// - Parameters:
  ///   - inputs: The inputs; the bytes stay in memory of those that come only once.
  ///   - progress: Called every few thousand rows; its answer may end the reading.
  /// - Throws: `InterchangeError` for an input that cannot be read, or holds nothing; files of an
  ///   export may hold nothing.
  public init(
    _ inputs: [ImportInput],
    progress: (ImportProgress) -> ImportProgress.Answer = { _ in .proceed }
  ) throws(InterchangeError) {
    var notices: [String] = []
    var tables: [InspectedTable] = []
    let (opened, export, isBeside) = try Self.open(inputs)
    notices += inputs.flatMap(\.notices)
    for (input, files) in opened {
      var found: [String] = []
      let raw: [RawTable]
      do throws(InterchangeError) {
        raw = try RawTable.tables(of: files, in: input, notices: &found)
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
        tables.append(inspected)
        found += inspected.notices
      }
      notices += files.compactMap(\.notice) + found
    }
    self.tables = tables
    self.notices = notices
    // Without its own name in the command, a model only describes the files here that it knows.
    let names = tables.filter(\.table.isExported).compactMap(\.table.definition?.name)
    self.export = isBeside ? names.isEmpty ? nil : export?.part(of: names) : export
    let files = Set(opened.map { Naming.baseName(of: $0.input.name) })
    let entities = isBeside ? [] : export?.model.entities ?? []
    absent = entities.filter { !files.contains($0.plural) && !names.contains($0.name) }
      .map(\.plural)
  }

  /// Opens the inputs, and reads the model of an export among them.
  ///
  /// - Returns: the other inputs; the model; whether the model only lies beside them.
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
        try OpenedInput(source)
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

  /// Names collections that have no file, and those that the model of the store's own export
  /// describes in another way.
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

  /// What the inputs are called, each once.
  public var names: [String] {
    tables.map(\.table.input).reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }

  /// What the columns of all inputs are called, those within columns by their paths.
  public var columns: Set<String> { Set(tables.flatMap { Columns($0).allPaths }) }

  /// How many rows there are.
  public var rowCount: Int { tables.reduce(0) { $0 + $1.rowCount } }
}

extension ExportedModel {
  /// Reads an input that is called like the file of a model; `nil` where it is none.
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
  /// The table with what the model of its export says of its records.
  ///
  /// Its name says which they are, else the address of its first record.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - byName: whether the name may say it.
  /// - Returns: the table; the same one where neither says it.
  /// - Throws: what reading its first row throws.
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

/// One file, a folder of them, or another stream, to be imported.
public struct ImportInput {
  /// What messages call the input, and what gives the collection a name where nothing else does.
  public let name: String
  /// The form of the data; `nil` asks the name's extension, then the first bytes.
  public let format: InterchangeFormat?
  /// The bytes, of each file by itself.
  let sources: [ByteStream]
  /// Whether the files are one table, each a record of it or several.
  let isFolder: Bool
  /// The links in the folder that were skipped.
  let passedOver: [String]
  /// The path of the folder, with which the files' names begin; empty for none.
  let folder: String
  /// Sentences for the person about the folder.
  public var notices: [String] = []
  /// Whether it is the model beside files that a person named.
  private(set) var isBeside = false

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
  /// It counts only for those that have addresses of its records.
  public init(modelBeside source: ByteStream) {
    self.init(source)
    isBeside = true
  }

  /// Creates an input of files of Markdown that belong together.
  ///
  /// - Parameters:
  ///   - name: The folder's name.
  ///   - path: The folder's path, if the files' names begin with it.
  ///   - files: The files, in the order that their records get.
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
