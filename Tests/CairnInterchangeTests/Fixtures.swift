import CairnFiles
import CairnJSON
import Testing

@testable import CairnInterchange
@testable import CairnStore

/// Bytes for a reader, cut into blocks of `blockSize`.
func source(_ text: String, name: String = "things.csv", blockSize: Int = 7) -> ByteStream {
  source(bytes: Array(text.utf8), name: name, blockSize: blockSize)
}

func source(bytes: [UInt8], name: String = "things.csv", blockSize: Int = 7) -> ByteStream {
  let blocks = stride(from: 0, to: bytes.count, by: blockSize).map {
    Array(bytes[$0..<min($0 + blockSize, bytes.count)])
  }
  return ByteStream(name: name, blocks: blocks)
}

/// An empty store in memory, with `model`.
func makeStore(
  _ model: [Entity] = [], on files: any FileSystem = MemoryFileSystem()
) throws -> ObjectStore {
  try ObjectStore.create(storeOptions(files), model: try ObjectModel(entities: model))
}

func storeOptions(_ files: any FileSystem) -> ObjectStore.Options {
  var options = ObjectStore.Options(folder: "/store", fileSystem: files) {
    Timestamp(microseconds: 0)
  }
  // Hundreds of stores are made here, and each fills its journal in advance.
  options.segmentSize = 1 << 12
  return options
}

extension ImportOptions {
  /// The options of an import whose notices name the options of `cairn import`.
  static var ofCommand: ImportOptions {
    var options = ImportOptions()
    options.wording = .commandOptions
    return options
  }
}

extension ObjectStore {
  /// Imports one text and says what happened.
  @discardableResult
  func take(
    _ text: String, as name: String = "things.csv",
    _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ImportReport {
    var options = ImportOptions.ofCommand
    change(&options)
    return try Importer(self, options).run([ImportInput(source(text, name: name, blockSize: 1000))])
  }

  /// The values of a field, in the order of the records.
  func values(_ field: String, of entity: String) throws -> [Value?] {
    try snapshot.load(entity).rows.map { $0[field] }
  }

  /// The values of a field as stored text, with `-` for none.
  func texts(_ field: String, of entity: String) throws -> [String] {
    try values(field, of: entity).map { $0?.storedTexts.joined(separator: "+") ?? "-" }
  }

  /// The attribute called `field` of `entity`.
  func attribute(_ field: String, of entity: String) throws -> Attribute {
    try #require(snapshot.model[entity]?.attribute(field))
  }

  /// All records of `entity` in a format.
  func export(
    _ entity: String, as format: InterchangeFormat, scheme: String = "cairn"
  ) throws -> String {
    let request = FetchRequest(entity: entity)
    let clock = WallClock(now: Timestamp(microseconds: 0))
    let export = ExportOperation(
      .request(request, clock), in: snapshot, as: format, scheme: scheme)
    return String(decoding: try export.data(), as: UTF8.self)
  }
}
