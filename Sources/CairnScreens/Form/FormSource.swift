public import CairnNavigation

/// The fields of a form, their checks, and the save.
///
/// Every value is text: a typed text, the word of a choice, "yes" or "no", tags with commas, or the
/// id of a linked record. The source turns text into values; the form itself never judges them.
public protocol FormSource: AnyObject {
  /// The form's title: "Edit contact".
  var title: String { get }
  /// The calculated values of the record, which cannot be changed, in a line: "Items.count 8".
  var calculations: String { get }
  /// Whether a colon in the empty first field goes on in a line, which takes all fields.
  var offersCapture: Bool { get }
  /// The action in a word, after the record's name in the breadcrumb: "edit".
  var crumb: String { get }
  /// The fields in display order, with their initial values; read again after each look, since the
  /// fields may change.
  var fields: [FormField] { get }
  /// Merges a typed text with a newer stored text.
  ///
  /// - Parameters:
  ///   - typed: the typed text.
  ///   - stored: the present stored text.
  ///   - start: the text that both are based on.
  ///   - field: the field.
  /// - Returns: the merged text; `nil` if the texts can't be merged by parts. Then the person
  ///   chooses.
  func merged(
    _ typed: String, with stored: String, startedFrom start: String, in field: FormField
  ) -> MergedText?
  /// The problem of `text` in `field`, or `nil`; must be cheap, as each drawing asks for it.
  func problem(with text: String, in field: FormField) -> String?
  /// Values of other records in `field` that begin with `text`, the most frequent first, at most
  /// `limit`.
  func values(in field: FormField, beginningWith text: String, limit: Int) -> [String]
  /// `text`, folded for comparison with text typed into a list of values.
  func folded(_ text: String) -> String
  /// The meaning of `text` in `field`, such as the day of "next friday"; `nil` if the text is
  /// plain.
  ///
  /// Each drawing asks for it.
  func meaning(of text: String, in field: FormField) -> String?
  /// Completes the path in a field, and calls `completion`, at once or from a job.
  func findCompletion(
    of path: String, in field: FormField, completion: @escaping (TextPrompt.Completion) -> [Effect]
  ) -> [Effect]
  /// Examines the file named in a field, and calls `completion` from a job.
  ///
  /// Called when the focus leaves the field, as the file may be on a slow disk.
  func examine(
    _ path: String, in field: FormField, completion: @escaping (FieldFinding) -> [Effect]
  ) -> [Effect]
  /// Arranges typed or pasted text for a field of lines, before it is shown.
  func arranged(_ text: String, in field: FormField) -> String
  /// The words for a path field's value while it does not have the focus.
  func words(for value: String, in field: FormField) -> String
  /// The title of the record with an id in a link field.
  func title(ofLink id: String, in field: FormField) -> String?
  /// The page of the record with an id in a link field; `nil` if there is no page.
  func detail(ofLink id: String, in field: FormField) -> (any DetailSource)?
  /// Records that a link field can hold, the best first, at most `limit`.
  func candidates(for field: FormField, matching text: String, limit: Int) -> [FormCandidate]
  /// A function that finds candidates on another thread; `nil` if finding them here is fast.
  func findingCandidates(
    for field: FormField, matching text: String, limit: Int
  ) -> (@Sendable () -> [FormCandidate])?
  /// Reads the stored values, which another process may have changed; called after each change of
  /// data.
  ///
  /// A renamed field keeps its name here and gets a new label.
  func look() -> FormGround
  /// The present name of a field that was called `name` when a draft was kept.
  func presentName(of name: String) -> String
  /// Saves the source's own state for a draft.
  func encodeState(to encoder: inout StateEncoder)
  /// Restores the source's own state of a draft.
  func decodeState(from decoder: StateDecoder)
  /// Finds the form of the record `offset` places further in the list at a URL, and calls
  /// `completion`, at once or from a job; with `nil` if there is no such record.
  func findSibling(
    _ offset: Int, in list: ScreenURL?, completion: @escaping (ScreenURL?) -> [Effect]
  ) -> [Effect]
  /// Whether the form edits one of several records.
  var hasSiblings: Bool { get }
  /// Saves the values by field name, and calls `completion` with the result, at once or from a job.
  func save(
    _ values: [String: String], completion: @escaping (FormOutcome) -> [Effect]
  ) -> [Effect]
}

/// A typed text merged with a stored text.
public struct MergedText: Hashable, Sendable {
  /// The text with the changes of both sides; where both changed the same line, the typed line.
  public let text: String
  /// The stored version of the first such line; `nil` if the sides don't contradict each other.
  public let contested: String?

  /// Creates a merged text.
  public init(_ text: String, contested: String? = nil) {
    (self.text, self.contested) = (text, contested)
  }
}

extension FormSource {
  /// `false` by default.
  public var offersCapture: Bool { false }
  /// `nil` by default: texts are never merged.
  public func merged(
    _ typed: String, with stored: String, startedFrom start: String, in field: FormField
  ) -> MergedText? { nil }

  /// The title by default.
  public var crumb: String { title }
  /// A new record by default, which no other process can change.
  public func look() -> FormGround { .new }
  /// The same name by default.
  public func presentName(of name: String) -> String { name }
  /// Saves no state by default.
  public func encodeState(to encoder: inout StateEncoder) {}
  /// Restores no state by default.
  public func decodeState(from decoder: StateDecoder) {}
  /// No problem by default.
  public func problem(with text: String, in field: FormField) -> String? { nil }
  /// No values by default.
  public func values(
    in field: FormField, beginningWith text: String, limit: Int
  ) -> [String] { [] }
  /// Lower-cases text by default.
  public func folded(_ text: String) -> String { text.lowercased() }
  /// No special meaning by default.
  public func meaning(of text: String, in field: FormField) -> String? { nil }
  /// No calculated values by default.
  public var calculations: String { "" }
  /// Completes with the same path by default.
  public func findCompletion(
    of path: String, in field: FormField, completion: @escaping (TextPrompt.Completion) -> [Effect]
  ) -> [Effect] { completion(TextPrompt.Completion(text: path)) }
  /// Finds no file by default.
  public func examine(
    _ path: String, in field: FormField, completion: @escaping (FieldFinding) -> [Effect]
  ) -> [Effect] { [] }
  /// The unchanged text by default.
  public func arranged(_ text: String, in field: FormField) -> String { text }
  /// The value itself by default.
  public func words(for value: String, in field: FormField) -> String { value }
  /// `nil` by default: the id itself is shown.
  public func title(ofLink id: String, in field: FormField) -> String? { nil }
  /// No page by default.
  public func detail(ofLink id: String, in field: FormField) -> (any DetailSource)? { nil }
  /// No neighbor by default.
  public func findSibling(
    _ offset: Int, in list: ScreenURL?, completion: @escaping (ScreenURL?) -> [Effect]
  ) -> [Effect] { completion(nil) }
  /// A single record by default.
  public var hasSiblings: Bool { false }
  /// No candidates by default.
  public func candidates(
    for field: FormField, matching text: String, limit: Int
  ) -> [FormCandidate] { [] }
  /// `nil` by default: finding candidates is fast.
  public func findingCandidates(
    for field: FormField, matching text: String, limit: Int
  ) -> (@Sendable () -> [FormCandidate])? { nil }
}

/// The result of examining a field's file.
public enum FieldFinding: Hashable, Sendable {
  /// A problem with the file.
  case problem(String)
  /// A description of the file.
  case meaning(String)
}

/// The stored state of the record in a form.
public enum FormGround: Hashable, Sendable {
  /// A new record, not stored yet.
  case new
  /// The stored values by field name; a field without a value is empty.
  case values([String: String])
  /// A deleted record or collection, with the reason.
  case gone(String)
  /// A draft that was saved right before the program ended; holds the record's title.
  case saved(String)
}

/// The result of a save.
public enum FormOutcome {
  /// Saved on disk; the form closes, and the effects follow.
  case saved([Effect])
  /// Refused, with the problems by field name; general problems are under "".
  case refused([String: String])
  /// The record was deleted, so it can't be saved; holds the reason.
  case gone(String)
}

/// A record that a link field can hold.
public struct FormCandidate: Hashable, Sendable {
  /// The text for the field.
  public var id: String
  /// The title for display.
  public var title: String
  /// The detail that tells records with the same title apart.
  public var detail: String
  /// Whether the record is created when it is picked; such a candidate is the last one.
  public var isNew: Bool

  /// Creates a candidate.
  public init(id: String, title: String, detail: String = "", isNew: Bool = false) {
    self.id = id
    self.title = title
    self.detail = detail
    self.isNew = isNew
  }
}
