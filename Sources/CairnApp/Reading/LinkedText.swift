internal import CairnInterface

/// The records of a link in the text of a record: a line for each, or a table if they are owned.
struct LinkedText {
  /// The title of the link.
  let name: String
  /// The titles and URLs of the records.
  let links: [(title: String, url: String)]
  /// The columns of owned records, and whether each has numbers; empty for other records.
  var columns: [(title: String, isNumber: Bool)] = []
  /// The texts of owned records, by column.
  var cells: [[String]] = []
  /// The column with the titles of owned records.
  var titleColumn: Int?
  /// Whether the order of the records means something, so that they are numbered.
  var isOrdered = false

  /// The lines for people; the URL of each record comes last.
  var plainLines: [String] {
    guard !columns.isEmpty else {
      return links.map { "\(TerminalText.visible($0.title))  \($0.url)" }
    }
    var table = TextTable(
      (isOrdered ? [TextTable.Column(title: "#", isTrailing: true)] : [])
        + columns.map { TextTable.Column(title: $0.title, isTrailing: $0.isNumber) }
        + [TextTable.Column(title: "", isTrailing: false)])
    for (index, link) in links.enumerated() {
      table.append((isOrdered ? ["\(index + 1)"] : []) + cells[index] + [link.url])
    }
    return table.lines
  }

  /// The lines in Markdown; in a table, the title is the link, or else the first text.
  var markdownLines: [String] {
    guard !columns.isEmpty else {
      return links.map { "- [\(RecordText.escaped($0.title))](\($0.url))" }
    }
    let heads = (isOrdered ? ["#"] : []) + columns.map { RecordText.escaped($0.title) }
    let rules = (isOrdered ? ["--:"] : []) + columns.map { $0.isNumber ? "--:" : "---" }
    let rows = links.indices.map { index in
      var texts = cells[index].map(RecordText.escaped)
      let filled = texts.indices.filter { !texts[$0].isEmpty }
      if let place = filled.first(where: { $0 == titleColumn }) ?? filled.first {
        texts[place] = "[\(texts[place])](\(links[index].url))"
      }
      return (isOrdered ? ["\(index + 1)"] : []) + texts
    }
    return ([heads, rules] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
  }
}
