public import CairnInterface

extension ActionContext {
  /// All screens on which letters are commands.
  public static let browsing: ActionContext = "browsing"
  /// All screens with a row cursor on which letters are commands.
  public static let rows: ActionContext = "rows"
  /// A list of records.
  public static let list: ActionContext = "list"
  /// The filter of a list during typing.
  public static let filter: ActionContext = "filter"
  /// The review of decisions and their results.
  public static let review: ActionContext = "review"
  /// A list in which a person chooses rows for another command.
  public static let choosing: ActionContext = "choosing"
  /// The column chooser of a list.
  public static let columns: ActionContext = "columns"
  /// The side pane of a list, while it has the focus.
  public static let beside: ActionContext = "beside"
  /// One record.
  public static let detail: ActionContext = "detail"
  /// The launcher.
  public static let launcher: ActionContext = "launcher"
  /// A form.
  public static let form: ActionContext = "form"
  /// A line of text during typing.
  public static let text: ActionContext = "text"
  /// A text area during typing.
  public static let area: ActionContext = "area"
  /// A text area in which each line is a record.
  public static let lines: ActionContext = "lines"
  /// A line for the path of a file.
  public static let path: ActionContext = "path"
  /// A form field with a picked value: a choice, a yes or no, a link.
  public static let pick: ActionContext = "pick"
  /// The palette of all actions.
  public static let palette: ActionContext = "palette"
  /// A picker of records with a preview.
  public static let picker: ActionContext = "picker"
  /// A prompt whose rows are narrowed down by typing.
  public static let prompt: ActionContext = "prompt"
}

extension ActionContext {
  /// The stacks of contexts that can be active together, innermost first; the global context comes
  /// last.
  package static let stacks: [[ActionContext]] =
    [
      [.list, .rows, .browsing],
      [.review, .list, .rows, .browsing], [.detail, .rows, .browsing],
      [.beside, .detail, .rows, .browsing],
      [.review, .detail, .rows, .browsing], [.launcher, .rows, .browsing], [.rows, .browsing],
      [.review, .rows, .browsing], [.columns], [.form], [.pick, .form],
    ] + typingStacks

  private static let typingStacks: [[ActionContext]] = [
    [.prompt], [.text, .prompt], [.filter, .text, .prompt], [.choosing, .text, .prompt],
    [.picker, .text, .prompt], [.choosing, .picker, .text, .prompt],
    [.choosing, .lines, .picker, .text, .prompt],
    [.palette, .picker, .text, .prompt], [.palette, .text, .prompt],
    [.text, .form], [.path, .text, .form], [.area, .text, .form],
    [.lines, .area, .text, .form],
  ]
}

extension [ActionContext] {
  /// Whether typed characters are text in these contexts.
  package var areForTyping: Bool { contains { [.text, .prompt, .form].contains($0) } }
}
