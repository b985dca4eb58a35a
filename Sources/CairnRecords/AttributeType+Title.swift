package import CairnStore

extension AttributeType {
  /// The name of the type on screens.
  package var title: String {
    switch self {
    case .string: "text"
    case .text: "long text"
    case .integer: "whole number"
    case .decimal: "exact number"
    case .double: "number"
    case .boolean: "yes or no"
    case .date: "date"
    case .datetime: "date and time"
    case .localtime: "local time"
    case .choice: "choice"
    case .uuid: "UUID"
    case .url: "web address"
    case .email: "e-mail"
    case .phone: "phone"
    case .file: "file"
    case .data: "binary"
    case .tags: "tags"
    }
  }
}
