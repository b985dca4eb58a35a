/// The plural that an entity has when its model names none.
public enum Plural {
  /// The lower-case plural of `name`: -y becomes -ies, -s -x -ch -sh take -es, all else -s.
  public static func of(_ name: String) -> String {
    let word = name.lowercased()
    if word.hasSuffix("y") { return word.dropLast() + "ies" }
    let takesE = ["s", "x", "ch", "sh"].contains { word.hasSuffix($0) }
    return word + (takesE ? "es" : "s")
  }
}
