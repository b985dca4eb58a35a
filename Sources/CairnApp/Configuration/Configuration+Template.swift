internal import CairnJSON

extension Configuration {
  /// What a file of settings says at first: all that can be set, as it is where nobody sets it, each
  /// in a line that does nothing yet.
  static var template: String {
    var lines = [
      "# What Cairn does where you say nothing. Take the # away from a line to say something else.",
      "# cairn config shows what holds, and cairn config check what is wrong in here.",
    ]
    var table = ""
    for setting in Configuration().settings {
      let parts = setting.name.split(separator: ".", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      if parts[0] != table {
        table = parts[0]
        lines += ["", "[\(table)]"]
      }
      // A value that is missing can't be written; a number of days stands for one.
      let isMissing = setting.value == .null
      let remark = isMissing ? "  # never, where it isn't said" : ""
      lines.append("# \(parts[1]) = \(isMissing ? "365" : setting.value.text())\(remark)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
