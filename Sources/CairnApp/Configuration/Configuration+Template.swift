internal import CairnJSON

extension Configuration {
  /// What a file of settings says at first, in lines that do nothing yet: each setting as it is where
  /// nobody sets it, and a person's own keys, URLs, commands and themes by an example.
  static var template: String {
    var lines = [
      "# The settings and their defaults. To change one, remove the # and edit the value.",
      "# cairn config shows the values in use; cairn config check finds mistakes in this file.",
      "# Under [keys], actions get other keys; cairn keys lists the actions.",
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
      let remark = isMissing ? "  # never by default" : ""
      lines.append("# \(parts[1]) = \(isMissing ? "365" : setting.value.text())\(remark)")
    }
    return (lines + ownTables).joined(separator: "\n") + "\n"
  }

  private static let ownTables = [
    "", "# Your own URLs, and names for URLs, used as @NAME.", "# [routes]",
    "# \"cairn://in/(city)\" = \"cairn://contacts?where=city=(city)\"", "# [aliases]",
    "# good = \"cairn://recipes?where=rating>=4\"",
    "", "# Your own commands for the records of a collection. If wait is true, the output stays",
    "# on the screen until you press Enter.", "# [commands.ssh]",
    "# collection = \"servers\"", "# run = [\"ssh\", \"{Host}\"]", "# key = \"X\"",
    "# wait = false",
    "", "# Your own themes; [look] theme selects one.", "# [themes.sea]",
    "# like = \"dark\"", "# accent = \"bold #5fafd7\"",
  ]
}
