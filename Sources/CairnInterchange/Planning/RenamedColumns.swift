extension RawTable {
  /// What a person should hear of a collection for the table that is not called as they called it.
  func notice(_ asked: String, became name: String) -> String {
    let reason =
      Naming.losesAlphabet(of: asked)
      ? "needs letters a to z, so \(asked)" : "needs a letter or a digit, so \"\(asked)\""
    return "\(input): a collection's name \(reason) became \(name); --into NAME chooses another"
  }
}

/// The columns of a table whose new fields are not called as they are.
struct RenamedColumns {
  /// Those with letters that no field's name has.
  private var respelled: [String] = []
  /// Those with neither letters nor digits.
  private var unspelled: [String] = []
  /// Those without a name, or with one that another column or field has.
  private var renamed: [String] = []

  /// Takes note of what became of a column, if that is no name that says the same.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - name: What its field was to be called.
  ///   - field: What it is called.
  mutating func note(_ column: Columns.Column, wanted name: String, became field: String) {
    if Naming.losesAlphabet(of: name) {
      respelled.append("\(column.path) became \(field)")
    } else if Naming.losesLetters(of: name) {
      unspelled.append("\"\(column.path)\" became \(field)")
    } else if column.name.isEmpty || field != Naming.field(for: name) {
      let own = column.name.isEmpty ? "column \(column.number)" : column.path
      renamed.append("\(own) became \(field)")
    }
  }

  /// What a person should hear of the columns of `input`.
  func notices(of input: String) -> [String] {
    var notices: [String] = []
    if !renamed.isEmpty {
      notices.append(
        "\(input): each field needs its own name, so \(renamed.joined(separator: ", "))")
    }
    for (reason, columns) in [
      ("needs letters a to z", respelled), ("needs a letter or a digit", unspelled),
    ] where !columns.isEmpty {
      notices.append(
        "\(input): a field's name \(reason), so \(columns.joined(separator: ", ")); "
          + "--map COLUMN=FIELD chooses other names")
    }
    return notices
  }
}
