public import CairnInterface

extension ActionContext {
  /// Wherever a person looks around and letters are commands.
  public static let browsing: ActionContext = "browsing"
  /// Wherever a cursor goes from row to row and letters are commands.
  public static let rows: ActionContext = "rows"
  /// A list of records.
  public static let list: ActionContext = "list"
  /// The filter of a list, while it is typed.
  public static let filter: ActionContext = "filter"
  /// Decisions, and what would come of them.
  public static let review: ActionContext = "review"
  /// A list that rows are chosen from, for whoever asked for them.
  public static let choosing: ActionContext = "choosing"
  /// The columns of a list, while they are chosen.
  public static let columns: ActionContext = "columns"
  /// The record beside a list, while it has the keys.
  public static let beside: ActionContext = "beside"
  /// One record.
  public static let detail: ActionContext = "detail"
  /// The launcher.
  public static let launcher: ActionContext = "launcher"
  /// A form.
  public static let form: ActionContext = "form"
  /// One line of text that is being typed.
  public static let text: ActionContext = "text"
  /// Several lines of text that are being typed.
  public static let area: ActionContext = "area"
  /// Several lines of which each is a record.
  public static let lines: ActionContext = "lines"
  /// One line that takes the path of a file.
  public static let path: ActionContext = "path"
  /// A field of a form that has a word rather than text: a choice, a yes or no, a link.
  public static let pick: ActionContext = "pick"
  /// The prompt for all there is to do.
  public static let palette: ActionContext = "palette"
  /// Records that are chosen from, each of which can be looked at beside them.
  public static let picker: ActionContext = "picker"
  /// Rows that are chosen from while letters narrow them down.
  public static let prompt: ActionContext = "prompt"
}

extension ActionContext {
  /// The contexts in which a person can be at once, innermost first; everywhere comes after them.
  package static let stacks: [[ActionContext]] =
    [
      [.list, .rows, .browsing], [.choosing, .list, .rows, .browsing],
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
  /// Whether characters are text where these are a person's contexts.
  package var areForTyping: Bool { contains { [.text, .prompt, .form].contains($0) } }
}
