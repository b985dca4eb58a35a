extension Verification {
  /// Notes about records that break the model's rules, as a file that somebody wrote may have them,
  /// or one that is older than the rule.
  func brokenRules(of entity: Entity) throws(StoreError) -> [StoreProblem] {
    let chunks = try snapshot.load(entity.name).chunks
    var found: [StoreProblem] = []
    for (column, property) in entity.storedProperties.enumerated() {
      guard case .attribute(let attribute) = property else { continue }
      let isUnique = entity.hasUniqueValues(attribute)
      var holders: [[UInt8]: RecordKey] = [:]
      for chunk in chunks {
        for (row, key) in chunk.keys.enumerated() {
          let value = chunk.columns[column][row]
          var rules = Self.brokenRules(attribute, value)
          for text in isUnique ? value?.canonicalBytes ?? [] : [] {
            let first = holders[text, default: key]
            holders[text] = first
            guard first != key else { continue }
            rules.append((.unique(other: ObjectID(entity: entity.name, key: first)), value))
          }
          for (rule, value) in rules {
            let issue = ValidationIssue(
              id: ObjectID(entity: entity.name, key: key), field: attribute.name, rule: rule,
              value: value)
            found.append(note(chunk, "\(key): \(issue)"))
          }
        }
      }
    }
    return found
  }

  private static func brokenRules(
    _ attribute: Attribute, _ value: Value?
  ) -> [(ValidationIssue.Rule, Value?)] {
    guard let value else { return attribute.isRequired ? [(.required, nil)] : [] }
    return value.elements.filter { !attribute.accepts($0) }
      .map { (.fits(expected: attribute.expectation), $0) }
  }
}
