public import CairnNavigation

/// What a form edits, checks and saves.
///
/// Every value is text: what a person typed, the word of a choice, "yes" or "no", tags with commas,
/// or the id of a linked record. The source turns text into values; the form never judges.
public protocol FormSource: AnyObject {
  /// What is being done: "Edit contact".
  var title: String { get }
  /// The same in a word, behind the record's name in the breadcrumb: "edit".
  var crumb: String { get }
  /// The fields, in the order shown, with the values that they start with; asked again after each
  /// look, as what a form edits may get other fields.
  var fields: [FormField] { get }
  /// Merges a typed text with a newer stored text.
  ///
  /// - Parameters:
  ///   - typed: the text as typed.
  ///   - stored: the text that is stored now.
  ///   - start: the text that both began with.
  ///   - field: the field.
  /// - Returns: the text with both changes; nil if the texts can only be taken as a whole. Then the
  ///   person chooses.
  func merged(
    _ typed: String, with stored: String, startedFrom start: String, in field: FormField
  ) -> MergedText?
  /// What is wrong with `text` in `field`, or `nil`; asked at each drawing, so it must cost little.
  func problem(with text: String, in field: FormField) -> String?
  /// Values that others have in `field` and that begin with `text`, the most frequent first, at
  /// most `limit`.
  func values(in field: FormField, beginningWith text: String, limit: Int) -> [String]
  /// `text` as it is compared with what was typed into a box of values.
  func folded(_ text: String) -> String
  /// What `text` means in `field` where that isn't what it says: the day of "next friday"; `nil`
  /// where it says what it means. Asked at each drawing.
  func meaning(of text: String, in field: FormField) -> String?
  /// Finds how the path in a field goes on, and tells `completion`, now or from a job.
  func findCompletion(
    of path: String, in field: FormField, completion: @escaping (TextPrompt.Completion) -> [Effect]
  ) -> [Effect]
  /// Looks at the file that was named in a field, and tells `completion` what it found, from a job;
  /// asked once the field is left, as a file may be far away.
  func examine(
    _ path: String, in field: FormField, completion: @escaping (FieldFinding) -> [Effect]
  ) -> [Effect]
  /// What becomes of text that was typed or pasted into a field of lines, before it is shown.
  func arranged(_ text: String, in field: FormField) -> String
  /// What the id in a link field stands for.
  func title(ofLink id: String, in field: FormField) -> String?
  /// The page of what the id in a link field stands for; `nil` where it has none.
  func detail(ofLink id: String, in field: FormField) -> (any DetailSource)?
  /// Records that a link field could hold, the best first, at most `limit`.
  func candidates(for field: FormField, matching text: String, limit: Int) -> [FormCandidate]
  /// What finds the same on another thread; `nil` where that is soon done here.
  func findingCandidates(
    for field: FormField, matching text: String, limit: Int
  ) -> (@Sendable () -> [FormCandidate])?
  /// What is stored now, in case somebody else changed it; asked after each change of data.
  ///
  /// A field that is the same under another name keeps its name here and gets another label.
  func look() -> FormGround
  /// What the field is called by now that was called `name` when a draft was kept.
  func presentName(of name: String) -> String
  /// Writes what a kept draft needs besides its texts.
  func encodeState(to encoder: inout StateEncoder)
  /// Takes back what a kept draft needs besides its texts.
  func decodeState(from decoder: StateDecoder)
  /// Finds the form of the record that is `offset` places from this one in the list at a URL, and
  /// tells `completion`, now or from a job; `nil` where there is none.
  func findSibling(
    _ offset: Int, in list: ScreenURL?, completion: @escaping (ScreenURL?) -> [Effect]
  ) -> [Effect]
  /// Whether it edits one of several records.
  var hasSiblings: Bool { get }
  /// Saves the values by field name and tells `completion` what came of it, now or from a job.
  func save(
    _ values: [String: String], completion: @escaping (FormOutcome) -> [Effect]
  ) -> [Effect]
}

/// A typed text merged with a stored text.
public struct MergedText: Hashable, Sendable {
  /// The text with the changes of both sides, and with the typed lines where both changed the same.
  public let text: String
  /// The stored content of the first of these lines; nil if the sides do not contradict each other.
  public let contested: String?

  /// A merged text.
  public init(_ text: String, contested: String? = nil) {
    (self.text, self.contested) = (text, contested)
  }
}

extension FormSource {
  /// No two texts are merged.
  public func merged(
    _ typed: String, with stored: String, startedFrom start: String, in field: FormField
  ) -> MergedText? { nil }

  /// The title.
  public var crumb: String { title }
  /// Nothing that anybody else could change.
  public func look() -> FormGround { .new }
  /// The same.
  public func presentName(of name: String) -> String { name }
  /// Nothing.
  public func encodeState(to encoder: inout StateEncoder) {}
  /// Nothing.
  public func decodeState(from decoder: StateDecoder) {}
  /// None.
  public func problem(with text: String, in field: FormField) -> String? { nil }
  /// None.
  public func values(
    in field: FormField, beginningWith text: String, limit: Int
  ) -> [String] { [] }
  /// Capitals make no difference.
  public func folded(_ text: String) -> String { text.lowercased() }
  /// What it says.
  public func meaning(of text: String, in field: FormField) -> String? { nil }
  /// It goes on no further.
  public func findCompletion(
    of path: String, in field: FormField, completion: @escaping (TextPrompt.Completion) -> [Effect]
  ) -> [Effect] { completion(TextPrompt.Completion(text: path)) }
  /// Nothing is found.
  public func examine(
    _ path: String, in field: FormField, completion: @escaping (FieldFinding) -> [Effect]
  ) -> [Effect] { [] }
  /// Nothing.
  public func arranged(_ text: String, in field: FormField) -> String { text }
  /// None: the id itself is shown.
  public func title(ofLink id: String, in field: FormField) -> String? { nil }
  /// It has none.
  public func detail(ofLink id: String, in field: FormField) -> (any DetailSource)? { nil }
  /// There is none.
  public func findSibling(
    _ offset: Int, in list: ScreenURL?, completion: @escaping (ScreenURL?) -> [Effect]
  ) -> [Effect] { completion(nil) }
  /// It stands alone.
  public var hasSiblings: Bool { false }
  /// None.
  public func candidates(
    for field: FormField, matching text: String, limit: Int
  ) -> [FormCandidate] { [] }
  /// It is.
  public func findingCandidates(
    for field: FormField, matching text: String, limit: Int
  ) -> (@Sendable () -> [FormCandidate])? { nil }
}

/// What was found where a field leads.
public enum FieldFinding: Hashable, Sendable {
  /// What is wrong with it.
  case problem(String)
  /// What is there.
  case meaning(String)
}

/// What is stored of that which a form edits.
public enum FormGround: Hashable, Sendable {
  /// Nothing yet.
  case new
  /// The values by field name; a field without one is empty.
  case values([String: String])
  /// Nothing any more, and why.
  case gone(String)
  /// The draft was saved before the program could hear of it: how the record is called.
  case saved(String)
}

/// What came of saving.
public enum FormOutcome {
  /// It is on the disk; the form closes, and these follow.
  case saved([Effect])
  /// It was refused: what is wrong by field name, and under "" what concerns no field.
  case refused([String: String])
  /// What the form edits was deleted, which is why it can't be saved: the reason.
  case gone(String)
}

/// A record that a link field could hold.
public struct FormCandidate: Hashable, Sendable {
  /// What the field's text becomes.
  public var id: String
  /// What a person reads.
  public var title: String
  /// What tells it from others of the same title.
  public var detail: String
  /// Whether it isn't there yet and is made once it is chosen; such a one comes last.
  public var isNew: Bool

  /// A candidate.
  public init(id: String, title: String, detail: String = "", isNew: Bool = false) {
    self.id = id
    self.title = title
    self.detail = detail
    self.isNew = isNew
  }
}
