internal import CairnRecords
internal import CairnScreens
internal import CairnStore

extension LinkConversion {
  /// The number of linked records and of new ones: "20 records linked, 13 authors created".
  ///
  /// The number of values that stay as text follows, if there are any.
  var counts: String {
    var parts = ["\(Count.text(linkCount, "record")) linked"]
    if addedCount > 0 { parts.append("\(destination.counted(addedCount)) created") }
    if leftCount > 0 { parts.append("\(Count.text(leftCount, "record")) left as text") }
    return parts.joined(separator: ", ")
  }

  /// The number of different values: "13 values".
  var valueText: String { Count.text(valueCount, "value") }

  /// The number of different values, and of those that name a record which exists.
  var matchText: String {
    if valueCount == 0 { return "no values" }
    return matchCount == valueCount
      ? "\(valueText), each matches a record"
      : "\(Count.text(matchCount)) of \(valueText) \(matchCount == 1 ? "matches" : "match")"
  }

  /// The losses, in words.
  var lossTexts: [String] { losses.map { $0.words(of: self) } }
}

extension LinkConversion.Loss {
  /// Returns a clause about the loss.
  fileprivate func words(of conversion: LinkConversion) -> String {
    let name = conversion.attribute.caption
    let (records, goal) = (conversion.entity.caption, conversion.destination.caption)
    switch self {
    case .noValue:
      return conversion.valueCount == 0
        ? "no record of \(records) has a value in \(name), so nothing would be linked"
        : "no value of \(name) names a record of \(goal), so nothing would be linked"
    case .title: return "\(name) is the title of \(records), which a link can't be"
    case .handle: return "\(name) is the short name of \(records), which a link can't be"
    case .unique: return "values of \(name) are unique, which links can't be"
    case .severalLines(let count):
      return "\(Count.text(count, "record")) with several lines in \(name), which a title joins"
    case .unfit(let count):
      return "\(Count.text(count, "value")) not valid in \(name), which would stay as text"
    case .left(let count):
      return "\(Count.text(count, "record")) whose values name no record of \(goal), which would "
        + "stay as text"
    case .needs(let fields):
      return "a new record of \(goal) needs \(fields.joined(separator: ", "))"
    case .choices(let words):
      return "no record has the choice \(words.joined(separator: ", ")), which would be lost"
    case .rules(let rules):
      return "the rules of \(name) would be lost: \(rules.joined(separator: ", "))"
    }
  }
}

extension Entity {
  /// Returns a number of the collection's records in words: "1 author", "13 authors".
  func counted(_ number: Int) -> String {
    "\(Count.text(number)) \(number == 1 ? name.lowercased() : caption)"
  }
}
