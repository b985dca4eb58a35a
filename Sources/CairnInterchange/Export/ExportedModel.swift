internal import CairnJSON
public import CairnStore

/// The model of exported records, in the file `model.rec` beside the records' files.
///
/// The other files of an export have field names and values, but no types and rules. So an import
/// reads this file first, and infers only what the file does not define. The file also names the
/// store, because the exported keys mean the same records only in that store.
///
///     %rec: Export
///     %doc: The model of the files in this folder; cairn import reads it first
///     %store: 4f8b0f0e-6a55-4c0e-9f0a-2d7c3a1b9e10
///
///     %rec: Recipe
///     …
public struct ExportedModel: Sendable {
  /// The name of the file.
  public static let fileName = "model.rec"

  private static let storeKeyword = "%store"

  /// The store of the records.
  public let store: StoreID

  /// The collections with their fields, links and rules.
  public let model: ObjectModel

  /// Creates the model of an export from a store.
  ///
  /// - Parameters:
  ///   - snapshot: the store's content.
  ///   - names: the entities of the exported records; `nil` for all. The entities that their links
  ///     lead to are added, because a link needs its destination.
  public init(_ snapshot: Snapshot, of names: [String]? = nil) {
    store = snapshot.storeID
    model = names.map(snapshot.model.linked) ?? snapshot.model
  }

  /// Combines the models of two exports from one store into one folder.
  package init(_ snapshot: Snapshot, of first: ExportedModel, _ second: ExportedModel) {
    let names = (first.model.entities + second.model.entities).map(\.name)
    self.init(snapshot, of: names.filter { snapshot.model[$0] != nil })
  }

  /// Parses the file; `nil` for a text that does not name a store.
  ///
  /// - Throws: `StoreError.invalidModel` for a text that names a store but has no valid model.
  package init?(parsing text: String, file: String) throws(StoreError) {
    // Editors on other systems may add a byte order mark and carriage returns.
    let text = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    let start = lines.firstIndex { !$0.isEmpty && !$0.hasPrefix("#") } ?? lines.endIndex
    let end = lines[start...].firstIndex(where: \.isEmpty) ?? lines.endIndex
    let head = lines[..<end]
    guard start < end, head[start].hasPrefix("%rec:"),
      let line = head.firstIndex(where: { $0.hasPrefix("\(Self.storeKeyword):") })
    else { return nil }
    let id = head[line].dropFirst(Self.storeKeyword.count + 1).drop(while: \.isWhitespace)
    guard let store = StoreID(String(id)) else {
      let message = "\(id) is not the ID of a store"
      throw .invalidModel([ModelMistake(file: file, line: line + 1, message: message)])
    }
    self.store = store
    // The removed lines are replaced with blank ones, so that errors have the right line numbers.
    let blank = Array(repeating: "", count: head.count)
    let rest = blank + lines.dropFirst(head.count).map(String.init)
    model = try ObjectModel(parsing: rest.joined(separator: "\n"), file: file)
  }

  private init(_ store: StoreID, _ model: ObjectModel) {
    (self.store, self.model) = (store, model)
  }

  /// Returns the part of the model that the entities called `names` need.
  func part(of names: [String]) -> ExportedModel { ExportedModel(store, model.linked(names)) }

  /// The text of the file.
  public var text: String {
    let head = """
      %rec: Export
      %doc: The model of the files in this folder; cairn import reads it first
      \(Self.storeKeyword): \(store)

      """
    return ([head] + model.entities.map(\.modelText)).joined(separator: "\n")
  }
}

extension ObjectModel {
  /// Returns the entities called `names`, and all that their links lead to, directly or indirectly.
  func linked(_ names: [String]) -> ObjectModel {
    var met = Set(names)
    var pending = names
    while let name = pending.popLast() {
      for link in self[name]?.relationships ?? [] where met.insert(link.destination).inserted {
        pending.append(link.destination)
      }
    }
    let entities = entities.filter { met.contains($0.name) }
    // The part is a valid model, because it has the destinations of all its links.
    return (try? ObjectModel(entities: entities)) ?? self
  }
}

/// The layout of one entity's records in JSON, computed once for all records.
struct RecordLayout: Sendable {
  /// An attribute and the column with its values.
  struct Field: Sendable {
    let attribute: Attribute
    let name: JSONName
    let isList: Bool
    let column: Int

    init(_ attribute: Attribute, _ column: Int) {
      (self.attribute, self.column) = (attribute, column)
      (name, isList) = (JSONName(attribute.name), attribute.isList)
    }
  }

  /// A relationship and the name of its member.
  struct Link: Sendable {
    let name: JSONName
    let relationship: Relationship
  }

  /// The key of the member with the record's own address.
  let identityKey: JSONName
  /// The start of the records' addresses.
  private let addressStart: String
  /// The attributes in the model's order.
  let fields: [Field]
  /// The exported links, in the model's order.
  let links: [Link]

  init(_ entity: Entity, scheme: String = RecordAddress.usualScheme) {
    identityKey = JSONName(RecordJSON.identityKey(of: entity))
    addressStart = RecordAddress.start(of: entity, scheme: scheme)
    fields = entity.attributes.compactMap { attribute in
      entity.storedIndex(of: attribute.name).map { Field(attribute, $0) }
    }
    links = entity.relationships.filter { $0.exportRule != .skip }.map {
      Link(name: JSONName($0.name), relationship: $0)
    }
  }

  /// Returns the address of a record.
  func address(of key: RecordKey) -> String { addressStart + key.description }

  /// The names of all members, in order.
  var names: [String] {
    [identityKey.text] + fields.map(\.name.text) + links.map(\.name.text)
  }
}
