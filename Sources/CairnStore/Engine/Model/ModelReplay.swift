/// Changes of the model from the journal, applied to a text that may already have them.
///
/// It does for the model's file what a replay does for files of records (see `ObjectStore`, E5). If
/// the text is the one after a change, it stays. If it is the one before, the change's text
/// replaces it, with comments. Any other text was edited by a person, and is merged with the
/// change.
struct ModelReplay {
  /// The text with all changes that could be applied.
  private(set) var text: String
  private(set) var model: ObjectModel
  private var doubts: [ModelPlace: String] = [:]

  /// Replays `changes`, in their order, on `text`, whose model is `model`.
  init(_ changes: [ModelChange], on text: String, _ model: ObjectModel) {
    self.text = text
    self.model = model
    // A text that equals the result of one change includes all earlier changes.
    let known = changes.lastIndex { $0.new == text }.map { $0 + 1 } ?? 0
    for change in changes[known...] { apply(change) }
  }

  /// Whether comments of a change were lost, because the text's own lines stayed.
  ///
  /// The same holds for other lines without an effect on the model.
  private(set) var losesLines = false

  /// The places where the text's own words stayed.
  var disputed: [ModelPlace] { doubts.keys.sorted() }

  /// The problems to report to a person.
  var problems: [StoreProblem] {
    let messages = doubts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return (messages + (losesLines ? [Self.lostLines] : [])).map {
      StoreProblem(severity: .note, file: StoreFolder.modelName, line: 0, message: $0)
    }
  }

  private mutating func apply(_ change: ModelChange) {
    guard !text.isIdentical(to: change.new) else { return doubts = [:] }
    guard let old = try? ObjectModel(parsing: change.old),
      let new = try? ObjectModel(parsing: change.new)
    else { return }
    if text.isIdentical(to: change.old) {
      (text, model) = (change.new, new)
      return doubts = [:]
    }
    let merge = ModelMerge(from: old, to: new, over: model)
    guard let merged = try? ObjectModel(entities: merge.entities) else {
      for place in merge.settled { doubts[place] = Self.contradicted }
      for place in merge.disputed { doubts[place] = Self.changedInText }
      return
    }
    for place in merge.settled { doubts[place] = nil }
    for place in merge.disputed { doubts[place] = Self.changedInText }
    if let lines = mergedLines(change, saying: merged) {
      text = lines.text
      losesLines = losesLines || lines.isContested
    } else {
      losesLines = losesLines || Self.comments(in: change.old) != Self.comments(in: change.new)
      if merged != model { text = ModelText(text).updated(to: merged) }
    }
    model = merged
  }

  /// Merges the lines that `change` changed into the text, including comments.
  ///
  /// If both sides changed a line, the text's own line stays. The result is contested if the other
  /// side changed comments there. It is `nil` if the merged lines describe another model than
  /// `merged`.
  private func mergedLines(
    _ change: ModelChange, saying merged: ObjectModel
  ) -> (text: String, isContested: Bool)? {
    let versions = [change.old, text, change.new].map {
      // As bytes: as characters, a Windows line end is not equal to a newline.
      Array($0.utf8).split(separator: .newline, omittingEmptySubsequences: false)
    }
    var isContested = false
    let lines = LineMerge(base: versions[0], ours: versions[1], theirs: versions[2]).parts
      .flatMap { part in
        switch part {
        case .settled(let lines): return lines
        case .contested(let base, let ours, let theirs):
          // For statements, `ModelMerge` reports the disputed places.
          let changed = [base, theirs].map { $0.filter { $0.first == UInt8(ascii: "#") } }
          isContested = isContested || changed[0] != changed[1]
          return ours
        }
      }
    let result = String(decoding: Array(lines.joined(separator: [.newline])), as: UTF8.self)
    return (try? ObjectModel(parsing: result)) == merged ? (result, isContested) : nil
  }

  private static func comments(in text: String) -> [String] {
    ModelText(text).lines.filter { $0.hasPrefix("#") }
  }

  private static let changedInText = "also changed in the file; the file's words are kept"
  private static let lostLines =
    "saved comments could not be added, because the file changed in the same place"
  private static let contradicted = "cannot be changed as saved, because the file changed"
}
