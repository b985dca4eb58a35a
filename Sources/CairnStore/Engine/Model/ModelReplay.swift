/// Changes of the model from the journal, applied to a text that may have them already.
///
/// It is for the model's file what replaying is for the records' files (see `ObjectStore`, E5): the
/// text after a change is there, and nothing is to be done; the text before it is there, and gives
/// way, comments and all; or a person wrote something third, and what they left alone is merged.
struct ModelReplay {
  /// The text with what could be applied.
  private(set) var text: String
  private(set) var model: ObjectModel
  private var doubts: [ModelPlace: String] = [:]

  /// Replays `changes`, in their order, on `text`, whose model is `model`.
  init(_ changes: [ModelChange], on text: String, _ model: ObjectModel) {
    self.text = text
    self.model = model
    // A text that is as one of the changes left it has all before that one too.
    let known = changes.lastIndex { $0.new == text }.map { $0 + 1 } ?? 0
    for change in changes[known...] { apply(change) }
  }

  /// Whether lines that say nothing of the model, as comments, are not as a change left them, since
  /// the text's own stayed.
  private(set) var losesLines = false

  /// The places where the text's own words stayed.
  var disputed: [ModelPlace] { doubts.keys.sorted() }

  /// What a person should know of.
  var problems: [StoreProblem] {
    let messages = doubts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return (messages + (losesLines ? [Self.lostLines] : [])).map {
      StoreProblem(severity: .note, file: StoreFolder.modelName, line: 0, message: $0)
    }
  }

  private mutating func apply(_ change: ModelChange) {
    guard text != change.new else { return doubts = [:] }
    guard let old = try? ObjectModel(parsing: change.old),
      let new = try? ObjectModel(parsing: change.new)
    else { return }
    if text == change.old {
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

  /// The text with the lines that `change` changed, comments and all.
  ///
  /// Of lines that were changed on both sides the text's own stay; it is contested where the others
  /// are comments. It is `nil` where the lines say another model than `merged`.
  private func mergedLines(
    _ change: ModelChange, saying merged: ObjectModel
  ) -> (text: String, isContested: Bool)? {
    let versions = [change.old, text, change.new].map {
      // As bytes: among characters, a line that ends as on Windows has no end.
      Array($0.utf8).split(separator: .newline, omittingEmptySubsequences: false)
    }
    var isContested = false
    let lines = LineMerge(base: versions[0], ours: versions[1], theirs: versions[2]).parts
      .flatMap { part in
        switch part {
        case .settled(let lines): return lines
        case .contested(let base, let ours, let theirs):
          // Of statements, what became of them is told by their places.
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
