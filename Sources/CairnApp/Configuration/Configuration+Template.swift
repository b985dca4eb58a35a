internal import CairnJSON

extension Configuration {
  /// What a file of settings says at first, in lines that do nothing yet: each setting as it is where
  /// nobody sets it, and a person's own keys, URLs, commands and themes by an example.
  static var template: String {
    var lines = [
      "# What Cairn does where you say nothing. Take the # away from a line to say something else.",
      "# cairn config shows what holds, and cairn config check what is wrong in here.",
      "# Under [keys] an action, as cairn keys lists them, can have keys of yours.",
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
    return (lines + ownTables).joined(separator: "\n") + "\n"
  }

  private static let ownTables = [
    "", "# URLs of your own, and names for URLs, used as @NAME.", "# [routes]",
    "# \"cairn://in/(city)\" = \"cairn://contacts?where=city=(city)\"", "# [aliases]",
    "# good = \"cairn://recipes?where=rating>=4\"",
    "", "# Programs of your own, for the records of a collection; what one says stays until Enter",
    "# where wait is true.", "# [commands.ssh]",
    "# collection = \"servers\"", "# run = [\"ssh\", \"{Host}\"]", "# key = \"X\"",
    "# wait = false",
    "", "# Themes of your own; [look] theme names the one to use.", "# [themes.sea]",
    "# like = \"dark\"", "# accent = \"bold #5fafd7\"",
  ]
}
