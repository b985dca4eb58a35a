public import CairnInterface
internal import CairnNavigation

/// A form over a source of fields.
///
/// What is wrong is said beside its field and at the bottom, and never keeps anyone in a field:
/// judging happens while drawing, and only saving asks for a form without problems. The draft is
/// the form's own state, so it is kept as often as any other state is, and comes back after a kill.
///
/// What somebody else stores meanwhile shows in the fields that weren't changed. A field that both
/// changed keeps what was typed, says what is stored, and is saved only once that was said. Where
/// the fields themselves change, the form has the new ones at once, and those that are gone stay in
/// sight with what was typed in them, which can't be saved.
public final class FormScreen: Screen {
  let source: any FormSource
  var editors: [FieldEditor]
  var focus = 0
  /// The letters that look for a choice in the focus; none after any other key.
  var typedChoice = TypedChoice()

  /// Letters that look for a choice.
  struct TypedChoice {
    var letters = ""
    /// The value before the first letter.
    var before = ""
    /// Whether no choice begins with the letters.
    var isRefused = false
  }
  var room = Size(columns: 80, rows: 20)
  var window = RowWindow()
  /// What saving refused, by field name, until the field is changed.
  var refusals: [String: String] = [:]
  /// What was found where fields lead, by name, as long as they have the value that led there.
  private var findings: [String: (value: String, finding: FieldFinding)] = [:]
  /// What the path in the field with the focus may go on with, and the path.
  var completions: (path: String, candidates: [String])?
  /// What is wrong with values, by the fields' names, as a drawing asks for it several times and a
  /// value may be a long text.
  private var problems: [String: (value: String, problem: String?)] = [:]
  /// Why there is nothing any more that could be saved.
  var goneReason: String?
  /// Whether all fields are judged, not only the changed ones: after the first attempt to save.
  var wasTried = false
  /// What fields had before each change, so that it can be taken back.
  var past = TypingPast<Step>()

  /// A field's name, and its text before a change or after it.
  struct Step: TypingStep {
    let name: String
    let text: TextField

    var characterCount: Int { text.characters.count }
  }
  /// The list that the record was opened from.
  private(set) var listURL: ScreenURL?
  /// What the person's keys do.
  private(set) var keymap = Keymap.standard
  /// Whether what isn't saved outlives the program.
  private(set) var keepsDrafts = true
  var isSaving = false
  var wasSaved = false

  /// Makes a form over `source`.
  public init(_ source: any FormSource) {
    self.source = source
    editors = source.fields.map(FieldEditor.init)
  }

  /// The name in the breadcrumb, or on the box.
  public var title: String { source.title }
  /// What is done with the record that the breadcrumb names before it.
  public var crumb: String { source.crumb }
  /// What is on the disk is no draft any more.
  public var isDraft: Bool { changeCount > 0 && !wasSaved }

  /// Where its keys are looked up.
  public var contexts: [ActionContext] {
    editors.indices.contains(focus) ? editors[focus].contexts : [.form]
  }

  /// What the status line says on the left.
  public var status: ScreenStatus {
    guard editors.indices.contains(focus) else { return ScreenStatus(isBusy: isSaving) }
    let label = editors[focus].field.label
    return ScreenStatus("field \(focus + 1) of \(editors.count) · \(label)", isBusy: isSaving)
  }

  /// The name of the field that has the focus; a name that no field has changes nothing.
  package var focusedField: String? {
    get { editors.indices.contains(focus) ? editors[focus].field.name : nil }
    set {
      guard let index = editors.firstIndex(where: { $0.field.name == newValue }) else { return }
      moveFocus(to: index)
    }
  }

  /// Goes on in the same field.
  public func resume(from screen: any Screen) -> [Effect] {
    if let field = (screen as? FormScreen)?.focusedField { focusedField = field }
    return []
  }

  var changeCount: Int { editors.count(where: \.isChanged) }

  /// What is wrong with the field at `index`, as far as it is time to say so.
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

  /// What a changed field means, or leads to, where it doesn't say so itself.
  func meaning(of editor: FieldEditor) -> String? {
    if case .meaning(let words)? = finding(for: editor) { return words }
    return source.meaning(of: editor.value, in: editor.field)
  }

  private func finding(for editor: FieldEditor) -> FieldFinding? {
    guard let found = findings[editor.field.name], found.value == editor.value else { return nil }
    return found.finding
  }

  /// Looks where a field leads that the focus has left.
  ///
  /// - Parameter name: the field that had the focus before.
  /// - Returns: the effects that do so; none where the focus is there still.
  func examine(left name: String?) -> [Effect] {
    guard name != focusedField, let editor = editors.first(where: { $0.field.name == name }),
      editor.field.kind.isPath, editor.isChanged, !editor.value.isEmpty, !editor.isGone
    else { return [] }
    return source.examine(editor.value, in: editor.field) { [weak self] finding in
      self?.findings[editor.field.name] = (editor.value, finding)
      return [.refresh]
    }
  }

  /// Forgets what was refused and found: a file may be there by now.
  func forgetFindings() { (refusals, findings) = ([:], [:]) }

  var problemCount: Int { editors.indices.count { problem(at: $0) != nil } }

  /// Takes the room that there is.
  public func layOut(in size: Size) {
    room = size
    showFocus()
  }

  /// Looks at its source again.
  public func refresh(_ surroundings: Surroundings) -> [Effect] {
    (listURL, keymap) = (surroundings.listURL, surroundings.keymap)
    keepsDrafts = surroundings.keepsDrafts
    problems = [:]
    // During a save, the stored value may already be the own one.
    let ground = isSaving ? nil : source.look()
    if case .saved(let name)? = ground {
      wasSaved = true
      return [.close, .say(Message("\(name) was already saved", tone: .good))]
    }
    if let ground { follow(ground) }
    showFocus()
    return []
  }

  /// Takes in what somebody else stored, without touching what was typed.
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

  /// Takes over the fields that there are by now.
  private func follow(_ fields: [FormField]) {
    let focused = editors.indices.contains(focus) ? editors[focus].field.name : nil
    let known = Dictionary(editors.map { ($0.field.name, $0) }) { first, _ in first }
    var present = fields.map { field in
      var editor = known[field.name] ?? FieldEditor(field)
      editor.follow(field)
      return editor
    }
    // Those that are gone stay behind what was before them.
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

  /// Scrolls so that the whole field with the focus is in sight, or at least its first line.
  func showFocus() {
    let layout = layout
    window.resize(count: layout.rowCount, height: layout.region.rows)
    guard layout.fields.indices.contains(focus) else { return }
    let field = layout.fields[focus]
    window.move(to: field.row + field.rows - 1)
    window.move(to: field.row)
  }
}
