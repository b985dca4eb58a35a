import CairnJSON
import TestSupport
import Testing

/// What one released version left behind: stores, backups, exports and a home.
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
    ["recipes", "contacts", "books", "servers", "types"]
      .flatMap { ["\($0)-folded", "\($0)-unfolded"] }
      .map { Store(version: self, name: $0) }
  }

  var exports: [Export] {
    ["recipes", "contacts", "books", "servers", "types"].flatMap { name in
      ["json", "jsonl", "csv", "rec", "markdown"].map {
        Export(version: self, name: name, format: $0)
      }
    }
  }

  static let all = [FrozenVersion(name: "0.1.0")]

  private static let root = #filePath.split(separator: "/").dropLast()
    .reduce("") { "\($0)/\($1)" }
}

extension Home {
  /// A home with an archive of a version unpacked in it.
  convenience init(unpacking archive: String, of version: FrozenVersion) throws {
    // The archives were made with these.
    try self.init(environment: ["TZ": "UTC"])
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
