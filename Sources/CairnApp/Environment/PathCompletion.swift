internal import CairnFiles
internal import CairnScreens

/// Goes on with a path that a person types, as shells do.
struct PathCompletion: Sendable {
  let environment: Environment
  let fileSystem: any FileSystem

  /// How many names are shown of those that a text may go on with.
  private static let shownCount = 12

  /// The path as far as all names in its folder agree on that begin so.
  ///
  /// A folder that is the only one gets its slash. Names with a point at the start are hidden unless
  /// it is typed. Cost: reads the folder.
  func completion(of text: String) -> TextPrompt.Completion {
    if text == "~" { return TextPrompt.Completion(text: "~/") }
    let cut = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
    let (head, start) = (text[..<cut], text[cut...])
    let folder = environment.absolute(String(head))
    let names = ((try? fileSystem.list(folder.isEmpty ? "/" : folder)) ?? []).filter {
      $0.hasPrefix(start) && (start.hasPrefix(".") || !$0.hasPrefix("."))
    }.sorted()
    guard let first = names.first else { return TextPrompt.Completion(text: text) }
    guard names.count > 1 else {
      let isFolder = (try? fileSystem.status(of: "\(folder)/\(first)"))?.kind == .folder
      return TextPrompt.Completion(text: head + first + (isFolder ? "/" : ""))
    }
    let common = names.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    let more = names.count > Self.shownCount ? ["… \(names.count) in all"] : []
    return TextPrompt.Completion(
      text: head + common, candidates: names.prefix(Self.shownCount) + more)
  }
}

extension String {
  func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
