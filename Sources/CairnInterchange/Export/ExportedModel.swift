internal import CairnJSON
public import CairnStore

/// The model of exported records, in the file `model.rec` beside theirs.
///
/// The other files of an export name fields and values, but no types and rules. So an import reads
/// this file first, and infers nothing that it says. The file also names the store: only in that
/// store do the exported keys mean the same records.
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

  /// The store that the records are from.
  public let store: StoreID

  /// The collections with their fields, links and rules.
  public let model: ObjectModel

  /// The model of a store.
  ///
  /// - Parameters:
  ///   - snapshot: the store's content.
  ///   - names: the entities whose records are exported; entities to which their links lead are
  ///     added, since a link has no meaning without them. `nil` for all.
  public init(_ snapshot: Snapshot, of names: [String]? = nil) {
    store = snapshot.storeID
    model = names.map(snapshot.model.linked) ?? snapshot.model
  }

  /// The model of two exports of a store into one folder.
  package init(_ snapshot: Snapshot, of first: ExportedModel, _ second: ExportedModel) {
    let names = (first.model.entities + second.model.entities).map(\.name)
    self.init(snapshot, of: names.filter { snapshot.model[$0] != nil })
  }

  /// Reads the file; `nil` for a text that does not name a store.
  ///
  /// - Throws: `StoreError.invalidModel` for a text that names one and has no model behind it.
  package init?(parsing text: String, file: String) throws(StoreError) {
    // Editors of other systems begin a file with a mark, and end its lines with a carriage return.
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
    // The lines stay in their places, so that a mistake is told with the right number.
    let blank = Array(repeating: "", count: head.count)
    let rest = blank + lines.dropFirst(head.count).map(String.init)
    model = try ObjectModel(parsing: rest.joined(separator: "\n"), file: file)
  }

  private init(_ store: StoreID, _ model: ObjectModel) {
    (self.store, self.model) = (store, model)
  }

  /// The part of the model that the entities called `names` need.
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
  /// The entities called `names`, and those to which their links lead, over others too.
  func linked(_ names: [String]) -> ObjectModel {
    var met = Set(names)
    var pending = names
    while let name = pending.popLast() {
      for link in self[name]?.relationships ?? [] where met.insert(link.destination).inserted {
        pending.append(link.destination)
      }
    }
    let entities = entities.filter { met.contains($0.name) }
    // The part is a model, since it has the ends of all its links.
    return (try? ObjectModel(entities: entities)) ?? self
  }
}

/// What the records of one entity are written with, found once for all of them.
struct RecordLayout: Sendable {
  /// An attribute and the column that holds its values.
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

  /// A relationship, by what its member is called.
  struct Link: Sendable {
    let name: JSONName
    let relationship: Relationship
  }

  /// The key of a record's own address.
  let identityKey: JSONName
  /// What the records' addresses begin with.
  private let addressStart: String
  /// The attributes in the model's order.
  let fields: [Field]
  /// The links that exports have, in the model's order.
  let links: [Link]

  init(_ entity: Entity) {
    identityKey = JSONName(RecordJSON.identityKey(of: entity))
    addressStart = RecordAddress.start(of: entity)
    fields = entity.attributes.compactMap { attribute in
      entity.storedIndex(of: attribute.name).map { Field(attribute, $0) }
    }
    links = entity.relationships.filter { $0.exportRule != .skip }.map {
      Link(name: JSONName($0.name), relationship: $0)
    }
  }

  /// The address of a record.
  func address(of key: RecordKey) -> String { addressStart + key.description }

  /// The names of all members, in their order.
  var names: [String] {
    [identityKey.text] + fields.map(\.name.text) + links.map(\.name.text)
  }
}
