public import CairnInterface
internal import CairnNavigation

/// A form over a source of fields.
///
/// A problem shows beside its field and at the bottom, and never keeps the focus in the field.
/// Values are judged at each drawing; only a save requires a form without problems. The draft is
/// the form's own state, so it is saved as often as any other state, and restored after a kill.
///
/// A value that another process stores shows in an unchanged field. A field that both sides changed
/// keeps the typed text and shows the stored one; it can be saved only after that. If the fields
/// themselves change, the form has the new ones at once. Removed fields with typed text stay
/// visible, but can't be saved.
public final class FormScreen: Screen {
  let source: any FormSource
  var editors: [FieldEditor]
  var focus = 0
  /// The letters that search for a choice in the focused field; empty after any other key.
  var typedChoice = TypedChoice()

  /// Letters that search for a choice.
  struct TypedChoice {
    var letters = ""
    /// The value before the first letter.
    var before = ""
    /// Whether no choice begins with the letters.
    var isRefused = false
  }
  var room = Size(columns: 80, rows: 20)
  var window = RowWindow()
  /// The errors of the last save, by field name, until the field is changed.
  var refusals: [String: String] = [:]
  /// The results of examining files, by field name, valid while the field has the same value.
  private var findings: [String: (value: String, finding: FieldFinding)] = [:]
  /// The path in the focused field, and its candidates.
  var completions: (path: String, candidates: [String])?
  /// A cache of the problems of values, by field name.
  ///
  /// A drawing asks for them several times, and a value may be a long text.
  private var problems: [String: (value: String, problem: String?)] = [:]
  /// The reason why the form can't be saved any more.
  var goneReason: String?
  /// Whether all fields are judged, not just the changed ones; true after the first attempt to
  /// save.
  var wasTried = false
  /// The texts before each change, for undo.
  var past = TypingPast<Step>()

  /// A field's name and its text, before or after a change.
  struct Step: TypingStep {
    let name: String
    let text: TextField

    var characterCount: Int { text.characters.count }
  }
  /// The list that the record was opened from.
  private(set) var listURL: ScreenURL?
  /// The person's key bindings.
  private(set) var keymap = Keymap.standard
  /// Whether unsaved drafts survive the end of the program.
  private(set) var keepsDrafts = true
  var isSaving = false
  var wasSaved = false

  /// Creates a form over `source`.
  public init(_ source: any FormSource) {
    self.source = source
    editors = source.fields.map(FieldEditor.init)
  }

  /// The title in the breadcrumb, or on the box.
  public var title: String { source.title }
  /// The action on the record that precedes it in the breadcrumb.
  public var crumb: String { source.crumb }
  /// Whether the form has unsaved changes.
  public var isDraft: Bool { changeCount > 0 && !wasSaved }

  /// The contexts in which keys are looked up.
  public var contexts: [ActionContext] {
    editors.indices.contains(focus) ? editors[focus].contexts : [.form]
  }

  /// The left part of the status line.
  public var status: ScreenStatus {
    guard editors.indices.contains(focus) else { return ScreenStatus(isBusy: isSaving) }
    let label = editors[focus].field.label
    return ScreenStatus("field \(focus + 1) of \(editors.count) · \(label)", isBusy: isSaving)
  }

  /// The name of the focused field; setting an unknown name has no effect.
  package var focusedField: String? {
    get { editors.indices.contains(focus) ? editors[focus].field.name : nil }
    set {
      guard let index = editors.firstIndex(where: { $0.field.name == newValue }) else { return }
      moveFocus(to: index)
    }
  }

  /// Moves to the same field as in another form.
  public func resume(from screen: any Screen) -> [Effect] {
    if let field = (screen as? FormScreen)?.focusedField { focusedField = field }
    return []
  }

  /// Starts at the field that was current on a page or in a list.
  public func start(atFieldOf screen: any Screen) {
    let selected = screen.selectedField
    let field = selected?.emptyFields.first ?? selected?.formName ?? screen.currentField
    if let field { focusedField = field }
  }

  var changeCount: Int { editors.count(where: \.isChanged) }

  /// The problem of the field at `index`, if it should be shown yet.
  func problem(at index: Int) -> String? {
    let editor = editors[index]
    if index == focus, typedChoice.isRefused {
      return "no choice begins with \(typedChoice.letters)"
    }
    if let refusal = refusals[editor.field.name] { return refusal }
    if editor.isGone { return editor.isChanged ? "is no longer a field; can't be saved" : nil }
    guard wasTried || editor.isChanged else { return nil }
    let value = editor.value
    if case .problem(let problem)? = finding(for: editor) { return problem }
    if let known = problems[editor.field.name], known.value == value { return known.problem }
    let problem = source.problem(with: value, in: editor.field)
    problems[editor.field.name] = (value, problem)
    return problem
  }

  /// The meaning of a changed field, or its file, if the text doesn't already show it.
  func meaning(of editor: FieldEditor) -> String? {
    if case .meaning(let words)? = finding(for: editor) { return words }
    return source.meaning(of: editor.value, in: editor.field)
  }

  private func finding(for editor: FieldEditor) -> FieldFinding? {
    guard let found = findings[editor.field.name], found.value == editor.value else { return nil }
    return found.finding
  }

  /// Examines the file of a field that lost the focus.
  ///
  /// - Parameter name: the previously focused field.
  /// - Returns: the effects; empty while the focus stays.
  func examine(left name: String?) -> [Effect] {
    guard name != focusedField, let editor = editors.first(where: { $0.field.name == name }),
      editor.field.kind.isPath, editor.isChanged, !editor.value.isEmpty, !editor.isGone
    else { return [] }
    return source.examine(editor.value, in: editor.field) { [weak self] finding in
      self?.findings[editor.field.name] = (editor.value, finding)
      return [.refresh]
    }
  }

  /// Clears errors and findings: a missing file may exist now.
  func forgetFindings() { (refusals, findings) = ([:], [:]) }

  var problemCount: Int { editors.indices.count { problem(at: $0) != nil } }

  /// Fits the form to a size.
  public func layOut(in size: Size) {
    room = size
    showFocus()
  }

  /// Reads the source again.
  public func refresh(_ surroundings: Surroundings) -> [Effect] {
    (listURL, keymap) = (surroundings.listURL, surroundings.keymap)
    keepsDrafts = surroundings.keepsDrafts
    problems = [:]
    // During a save, the stored value may already be this form's own.
    let ground = isSaving ? nil : source.look()
    if case .saved(let name)? = ground {
      wasSaved = true
      return [.close, .say(Message("\(name) was already saved", tone: .good))]
    }
    if let ground { follow(ground) }
    showFocus()
    return []
  }

  /// Adopts values that another process stored, and keeps typed texts.
  private func follow(_ ground: FormGround) {
    follow(source.fields)
    switch ground {
    case .new, .saved: goneReason = nil
    case .gone(let reason): goneReason = reason
    case .values(let values):
      goneReason = nil
      for index in editors.indices where !editors[index].isGone {
        let field = editors[index].field
        editors[index].follow(values[field.name] ?? "", merge(of: field))
      }
    }
  }

  func merge(of field: FormField) -> FieldEditor.Merge {
    { [source] in source.merged($1, with: $2, startedFrom: $0, in: field) }
  }

  /// Adopts the current fields.
  private func follow(_ fields: [FormField]) {
    let focused = editors.indices.contains(focus) ? editors[focus].field.name : nil
    let known = Dictionary(editors.map { ($0.field.name, $0) }) { first, _ in first }
    var present = fields.map { field in
      var editor = known[field.name] ?? FieldEditor(field)
      editor.follow(field)
      return editor
    }
    // A removed field stays after the field that preceded it.
    var place = 0
    for var editor in editors {
      if let index = present.firstIndex(where: { $0.field.name == editor.field.name }) {
        place = index + 1
      } else {
        editor.isGone = true
        present.insert(editor, at: place)
        place += 1
      }
    }
    editors = present
    if let focused, let index = editors.firstIndex(where: { $0.field.name == focused }) {
      focus = index
    }
  }

  /// Scrolls until the focused field is visible, or at least its first line.
  func showFocus() {
    let layout = layout
    window.resize(count: layout.rowCount, height: layout.region.rows)
    guard layout.fields.indices.contains(focus) else { return }
    let field = layout.fields[focus]
    window.move(to: field.row + field.rows - 1)
    window.move(to: field.row)
  }
}
