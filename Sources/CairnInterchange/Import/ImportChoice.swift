internal import CairnStore

/// The readers of an import's notices and errors, which name its choices for them.
package enum ImportWording: Hashable, Sendable {
  /// Programmers set properties of `ImportOptions` and `Dialect`.
  case properties
  /// People give options to `cairn import`.
  case commandOptions
}

/// A choice of an import that a notice or an error names.
enum ImportChoice {
  case collection
  case anyMapping
  case mapping
  case types
  /// The form is a part of the choice if there is one.
  case type(column: String, AttributeType, RegionalForm?)
  /// Without a link, the choice of any links.
  case link(ImportOptions.Link?)
  case anyMisfits
  case misfits(column: String, ImportOptions.Misfits)
  /// The name of a field, or ``ImportOptions/matchesAll``.
  case match(String)
  case zone
  /// Without an encoding, the choice of any.
  case encoding(TextEncoding?)
  case escape(Dialect.Mark)
  case format

  /// Returns the choice as the readers write it.
  func text(_ wording: ImportWording) -> String {
    switch wording {
    case .properties: swiftText
    case .commandOptions: optionText
    }
  }

  private var swiftText: String {
    switch self {
    case .collection: "collection"
    case .anyMapping, .mapping: "mapping"
    case .types: "types"
    case .type(let column, let type, let form):
      "setType(of: \(column.quoted), .\(type)" + (form.map { ", as: .\($0)" } ?? "") + ")"
    case .link(let link?):
      "ImportOptions.Link(column: \(link.column.quoted), collection: \(link.collection.quoted)"
        + (link.field.map { ", field: \($0.quoted)" } ?? "") + ")"
    case .link(nil): "links"
    case .anyMisfits: "misfits"
    case .misfits(let column, .move(let field)):
      "setMisfits(of: \(column.quoted), .move(to: \(field.quoted)))"
    case .misfits(let column, let misfits):
      "setMisfits(of: \(column.quoted), .\(misfits.word))"
    case .match(ImportOptions.matchesAll): "match = ImportOptions.matchesAll"
    case .match(let field): "match = \(field.quoted)"
    case .zone: "zone"
    case .encoding(let encoding):
      "dialect.encoding" + (encoding.map { " = TextEncoding(named: \($0.name.quoted))" } ?? "")
    case .escape(.byte(let byte)): "dialect.escape = .byte(\(byte))"
    case .escape(.none): "dialect.escape = Dialect.Mark.none"
    case .format: "a format for the ImportInput"
    }
  }

  private var optionText: String {
    switch self {
    case .collection: "--into NAME"
    case .anyMapping: "--map"
    case .mapping: "--map COLUMN=FIELD"
    case .types: "--type"
    case .type(let column, let type, let form):
      "--type\(column.hasPrefix("-") ? "=" : " ")"
        + "\(column)=\(type.rawValue)\(form.map { ":\($0.rawValue)" } ?? "")".asShellWord
    case .link(let link?): "--link \(link.text)"
    case .link(nil): "--link"
    case .anyMisfits: "--misfits"
    case .misfits(let column, let misfits):
      "--misfits \(ColumnPair(column: column, word: misfits.word).text)"
    case .match(ImportOptions.matchesAll): "--match '*'"
    case .match(let field): "--match \(field)"
    case .zone: "--zone"
    case .encoding(let encoding): "--encoding" + (encoding.map { " \($0.name)" } ?? "")
    case .escape(let mark):
      "--escape " + (mark.byte.map { "'\(Unicode.Scalar($0))'" } ?? "none")
    case .format: "--format"
    }
  }
}

extension String {
  /// The text quoted as one word for a POSIX shell, so that no part of it is run.
  fileprivate var asShellWord: String {
    let isPlain = utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case Byte.zero...Byte.nine, Byte.point, Byte.minus, Byte.colon: true
      case UInt8(ascii: "_"), UInt8(ascii: "/"), UInt8(ascii: "="): true
      default: false
      }
    }
    return isPlain ? self : inApostrophes
  }
}
