internal import CairnScreens
internal import CairnStore

/// The text of a field for paths: one path, or several with commas between.
struct TypedPaths {
  /// The part before the last path.
  let start: String
  /// The last path, which Tab completes.
  let last: String
  private let isList: Bool

  init(_ text: String, isList: Bool) {
    self.isList = isList
    var (cut, isQuoted) = (text.startIndex, false)
    for index in text.indices where isList {
      if text[index] == "\"" { isQuoted.toggle() }
      if text[index] == ",", !isQuoted { cut = text.index(after: index) }
    }
    let rest = text[cut...]
    let blanks = isList ? rest.prefix { $0 == " " } : ""
    start = String(text[..<cut] + blanks)
    let item = rest.dropFirst(blanks.count)
    // An open quotation mark belongs to the list, and the path may contain commas.
    last = isList && item.first == "\"" ? String(item.filter { $0 != "\"" }) : String(item)
  }

  /// The whole text after the completion of the last path.
  func completed(by found: TextPrompt.Completion) -> TextPrompt.Completion {
    TextPrompt.Completion(text: start + written(found.text), candidates: found.candidates)
  }

  private func written(_ path: String) -> String {
    isList && path.contains(where: { $0 == "," || $0 == "\"" }) ? path.quoted : path
  }
}
