import CairnJSON
import TestSupport
import Testing

/// The fixtures of one released version: stores, backups, exports and a home.
///
/// `.ci/fixtures` made the archives with the program of that version. They never change.
struct FrozenVersion: CustomTestStringConvertible {
  /// A store, with the records that its own version read from it.
  struct Store: CustomTestStringConvertible {
    let version: FrozenVersion
    let name: String

    var testDescription: String { "\(version.name) \(name)" }
  }

  /// An export of all collections of a store in one format.
  struct Export: CustomTestStringConvertible {
    let version: FrozenVersion
    let name: String
    let format: String

    var testDescription: String { "\(version.name) \(name) \(format)" }
  }

  let name: String

  var testDescription: String { name }

  /// The folder of the archives.
  var folder: String { "\(Self.root)/\(name)" }

  var stores: [Store] {
    Self.names.flatMap { ["\($0)-folded", "\($0)-unfolded"] }
      .map { Store(version: self, name: $0) }
  }

  var exports: [Export] {
    Self.names.flatMap { name in
      ["json", "jsonl", "csv", "rec", "markdown"].map {
        Export(version: self, name: name, format: $0)
      }
    }
  }

  /// The samples, and a store with each type of field and each kind of link.
  private static let names = ["recipes", "contacts", "books", "servers", "types"]

  static let all = [FrozenVersion(name: "0.1.0")]

  private static let root = #filePath.split(separator: "/").dropLast()
    .reduce("") { "\($0)/\($1)" }
}

extension Home {
  /// A home with an archive of a version unpacked in it.
  convenience init(unpacking archive: String, of version: FrozenVersion) throws {
    // The zone and the day in which the archives were made: history expires by age.
    try self.init(environment: ["TZ": "UTC", "CAIRN_NOW": "2026-11-27T12:00:00Z"])
    let answer = try shell("tar -xzf '\(version.folder)/\(archive)'")
    guard answer.status == 0 else { throw SessionError(what: answer.errors) }
  }

  /// The JSON that a command prints.
  func json(_ arguments: String...) throws -> JSONValue {
    try JSONValue(reading: try output(arguments))
  }

  /// The JSON that a file holds.
  func json(in name: String) throws -> JSONValue { try JSONValue(reading: text(of: name)) }
}

extension JSONValue {
  /// Whether this is a link to a record, the record itself, or a list that may hold some.
  var isLink: Bool {
    object != nil || array != nil || string?.hasPrefix("cairn://") == true
  }

  /// The URL where this is a record, of each where it is a list of records; else the value itself.
  var linksAsURLs: JSONValue {
    if let array { return .array(array.map(\.linksAsURLs)) }
    return self["url"] ?? self
  }

  /// The URL of this record or of each in this list; for other values, their texts.
  var linkedURLs: [String] {
    if isNull { return [] }
    // A table without its model may keep a short list as text.
    if let list = string.flatMap({ try? JSONValue(reading: $0) })?.array ?? array {
      return list.flatMap(\.linkedURLs)
    }
    return [self["url"]?.string ?? string ?? description]
  }

  /// This value without the members of a name, at any depth.
  func without(_ name: String) -> JSONValue {
    switch self {
    case .array(let elements): .array(elements.map { $0.without(name) })
    case .object(let object):
      .object(
        JSONObject(
          object.members.filter { $0.name != name }
            .map { JSONObject.Member(name: $0.name, value: $0.value.without(name)) }))
    default: self
    }
  }

  /// Where this value lacks something that `earlier` has, or has something else there.
  ///
  /// Members that `earlier` lacks may be new, so they make no difference.
  func difference(from earlier: JSONValue, at place: String = "") -> String? {
    switch (earlier, self) {
    case (.object(let old), .object(let new)):
      for member in old.members {
        let inner = "\(place).\(member.name)"
        guard let found = new[member.name] else { return "\(inner) is missing" }
        if let difference = found.difference(from: member.value, at: inner) {
          return difference
        }
      }
      return nil
    case (.array(let old), .array(let new)) where old.count == new.count:
      for (index, (value, found)) in zip(old, new).enumerated() {
        if let difference = found.difference(from: value, at: "\(place)[\(index)]") {
          return difference
        }
      }
      return nil
    default:
      return self == earlier ? nil : "\(place) is \(self), and was \(earlier)"
    }
  }
}
