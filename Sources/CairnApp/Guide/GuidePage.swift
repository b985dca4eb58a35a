internal import CResources
public import CairnNavigation

/// A page of the guide: Markdown text of `Resources/guide/`.
public struct GuidePage: Hashable, Sendable {
  /// One task of a page.
  public struct Section: Hashable, Sendable {
    /// The task: "Sort a list".
    public let title: String
    /// The text in Markdown, each paragraph as one line.
    public let text: String
  }

  /// The name in URLs and on the command line.
  public let name: String
  /// The title of the page.
  public let title: String
  /// The text before the first section, one or two sentences.
  public let summary: String
  /// The sections, in order.
  public let sections: [Section]
  /// The text of the page's file, without the lines for tests.
  public let text: String

  /// The pages in the order in which a newcomer reads them.
  public static let all: [GuidePage] = names.compactMap { name in
    let file = EmbeddedFile.all.first { $0.path == ["guide", "\(name).md"] }
    return file.map { GuidePage(name, $0.text) }
  }

  static let names = [
    "first-steps", "find", "values", "lists", "calculate", "tasks", "forms", "files", "favorites",
    "duplicates", "undo",
    "sync", "shell", "settings", "screen-readers", "backup", "format",
  ]

  /// Returns the page with a name, or the first page whose name or title begins with it.
  ///
  /// - Throws: ``AppError/failed(_:)`` with the names of all pages.
  public static func named(_ name: String) throws(AppError) -> GuidePage {
    let word = name.lowercased()
    let page =
      all.first { $0.name == word }
      ?? all.first { $0.name.hasPrefix(word) || $0.title.lowercased().hasPrefix(word) }
    if let page { return page }
    let list = all.map(\.name).joined(separator: ", ")
    throw .failed("no page of the guide is called \(name); the pages are \(list)")
  }

  /// Reads a page.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - text: the file. Each line that begins with `<!--` is for tests, and is left out.
  init(_ name: String, _ text: String) {
    self.name = name
    var lines: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("<!--") { continue }
      // A hidden line would leave the blank lines around it.
      if line.isEmpty, lines.last?.isEmpty != false { continue }
      // The command that draws a screen follows its fence.
      lines.append(line.hasPrefix("```screen") ? "```" : line)
    }
    self.text = lines.joined(separator: "\n")
    var title = ""
    var parts: [(title: String, lines: [Substring])] = [("", [])]
    var isInCode = false
    for line in lines {
      if line.hasPrefix("```") { isInCode.toggle() }
      if !isInCode, line.hasPrefix("# ") {
        title = String(line.dropFirst(2))
      } else if !isInCode, line.hasPrefix("## ") {
        parts.append((String(line.dropFirst(3)), []))
      } else {
        parts[parts.count - 1].lines.append(line)
      }
    }
    self.title = title
    summary = Self.unwrapped(parts[0].lines)
    sections = parts.dropFirst().map { Section(title: $0.title, text: Self.unwrapped($0.lines)) }
  }

  /// Joins the lines of each paragraph and list item, because screens wrap them again.
  private static func unwrapped(_ lines: [Substring]) -> String {
    var result: [String] = []
    var isInCode = false
    var isOpen = false
    for line in lines {
      if line.hasPrefix("```") { isInCode.toggle() }
      let isPlain = !isInCode && !line.isEmpty && !line.hasPrefix("```") && line.first != "|"
      let isItem = line.hasPrefix("- ") || line.first?.isNumber == true && line.contains(". ")
      if isPlain, isOpen, !isItem {
        result[result.count - 1] += " " + line.drop { $0 == " " }
      } else {
        result.append(String(line))
      }
      isOpen = isPlain
    }
    while result.first?.isEmpty == true { result.removeFirst() }
    while result.last?.isEmpty == true { result.removeLast() }
    return result.joined(separator: "\n")
  }

  /// The URL of the list of pages.
  public static let listURL = ScreenURL(["~guide"])

  /// The URL of the page's screen.
  public var url: ScreenURL { ScreenURL(["~guide", name]) }
}

/// A file of `Resources/` that the program contains.
struct EmbeddedFile: Hashable, Sendable {
  /// The path below `Resources/`, split at its slashes: `["samples", "books", "Book.rec"]`.
  let path: [String]
  private let index: Int

  /// All embedded files, in the order of their paths.
  static let all: [EmbeddedFile] = (0..<cairn_resource_count).map { index in
    let path = unsafe String(cString: cairn_resource_at(index).path)
    return EmbeddedFile(path: path.split(separator: "/").map(String.init), index: index)
  }

  /// The content, copied at each call.
  var bytes: [UInt8] {
    let resource = unsafe cairn_resource_at(index)
    return unsafe Array(UnsafeBufferPointer(start: resource.bytes, count: resource.size))
  }

  /// The content as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
