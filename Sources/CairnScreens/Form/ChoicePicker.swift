public import CairnInterface

/// A picker of one of a few values, by typing or with the cursor.
///
/// Only Enter takes a value, so typing more letters than needed does no harm.
public final class ChoicePicker: CandidatePicker {
  private let choices: [FormCandidate]
  private let current: String?
  private let fold: (String) -> String
  private let pick: (String) -> [Effect]
  /// The effects of a new choice; `nil` if choices can't be added.
  private let add: ((String) -> [Effect])?
  /// The reason why a word can't be a choice; `nil` if it can.
  private let objection: (String) -> String?
  private var found: [FormCandidate] = []

  /// Creates a picker.
  ///
  /// - Parameters:
  ///   - title: the title on the box.
  ///   - choices: the choices, in order.
  ///   - current: the current value, where the cursor begins; `nil` for several values.
  ///   - offersNothing: whether the last choice is "nothing".
  ///   - fold: folds text for comparison; by default to lower case.
  ///   - problem: the reason why a word can't be a choice; `nil` if it can.
  ///   - add: the effects of a new choice, after the picker is closed; `nil` if choices can't be
  ///     added.
  ///   - pick: the effects of a value, or of an empty text for none, after the picker is closed.
  package convenience init(
    _ title: String, _ choices: [String], current: String? = nil, offersNothing: Bool = false,
    fold: @escaping (String) -> String = { $0.lowercased() },
    problem: @escaping (String) -> String? = { _ in nil }, add: ((String) -> [Effect])? = nil,
    pick: @escaping (String) -> [Effect]
  ) {
    let values = choices.map { ($0, $0) } + (offersNothing ? [("", "nothing")] : [])
    let candidates = values.map { value, words in
      FormCandidate(id: value, title: words, detail: value == current ? "now" : "")
    }
    self.init(
      title, candidates, current: current, fold: fold, problem: problem, add: add, pick: pick)
  }

  /// Creates a picker of values that are shown by other words.
  ///
  /// - Parameters:
  ///   - title: the title on the box.
  ///   - choices: the choices, in order.
  ///   - current: the id of the choice where the cursor begins; `nil` for the first.
  ///   - fold: folds text for comparison; by default to lower case.
  ///   - problem: the reason why a word can't be a choice; `nil` if it can.
  ///   - add: the effects of a new choice, after the picker is closed; `nil` if choices can't be
  ///     added.
  ///   - pick: the effects of the picked id, after the picker is closed.
  init(
    _ title: String, _ choices: [FormCandidate], current: String? = nil,
    fold: @escaping (String) -> String = { $0.lowercased() },
    problem: @escaping (String) -> String? = { _ in nil }, add: ((String) -> [Effect])? = nil,
    pick: @escaping (String) -> [Effect]
  ) {
    self.choices = choices
    self.current = current
    self.fold = fold
    self.pick = pick
    objection = problem
    self.add = add
    super.init(title)
    _ = find()
  }

  override var hint: KeyWords { "type a part of a choice · \(key: .accept) takes it" }
  /// The region of the box.
  public override func frame(in size: Size) -> Region {
    let widest = choices.map { GlyphWidth.columns(of: $0.title) }.max() ?? 0
    // The width for a word that marks the current choice.
    let detail = choices.map { GlyphWidth.columns(of: $0.detail) }.max() ?? 0
    let words = max(GlyphWidth.columns(of: title), GlyphWidth.columns(of: hint.usual)) + 4
    // Details get two fifths of a line (see `CandidatePicker`).
    let columns = max(words, widest + max(detail, 3) + 9, detail * 5 / 2 + 9, 36)
    let rows = choices.count + 3 + (add == nil ? 0 : 1)
    let box = Size(columns: min(size.columns, columns), rows: min(size.rows, rows))
    return Region(size).cornered(box)
  }

  override var none: String { "no choice contains this" }
  override func candidate(at index: Int) -> FormCandidate { found[index] }

  override func take(_ index: Int) -> [Effect] {
    guard found.indices.contains(index) else { return [] }
    let chosen = found[index]
    guard chosen.isNew, let add else { return [.dismiss] + pick(chosen.id) }
    guard chosen.id.isEmpty else { return [.dismiss] + add(chosen.id) }
    return [.dismiss, .present(TextPrompt(newChoice: objection, add: add))]
  }

  /// Finds the choices that contain the typed text; choices that begin with it come first.
  override func find() -> [Effect] {
    let typed = fold(search.text)
    let titles = choices.map { (choice: $0, folded: fold($0.title)) }
    let matching = titles.filter { typed.isEmpty || $0.folded.contains(typed) }
    found =
      (matching.filter { $0.folded.hasPrefix(typed) }
      + matching.filter { !$0.folded.hasPrefix(typed) }).map(\.choice)
    let word = String(search.text.drop { $0 == " " })
    let isKnown = titles.contains { $0.folded == fold(word) }
    if add != nil, !isKnown, word.isEmpty || objection(word) == nil {
      let title = word.isEmpty ? "add choice …" : "add choice \(word)"
      found.append(FormCandidate(id: word, title: title, isNew: true))
    }
    show(count: found.count)
    if typed.isEmpty, let now = found.firstIndex(where: { $0.id == current && !$0.isNew }) {
      window.move(to: now)
    }
    return []
  }
}
