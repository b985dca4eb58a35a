internal import CairnStore

/// What the values of a column have in common that are written as some region writes them.
struct RegionalProfile: Sendable {
  /// A form that all values so far have.
  private struct Candidate {
    let form: RegionalForm
    /// The types that all values have which aren't in the store's own form.
    var shapes = Shapes.all
    var isCertain = false
  }

  /// A value that is not as the store writes it, and what it would be there.
  struct Example: Sendable {
    let text: String
    let plain: String
  }

  /// A value that can be read in two ways.
  struct Ambiguity: Sendable {
    let text: String
    let readings: [(form: RegionalForm, plain: String)]
  }

  private var candidates = RegionalForm.allCases.map { Candidate(form: $0) }
  /// The types that all values have which are in the store's own form.
  private var native = Shapes.all
  /// The first value that isn't in the store's own form, by the forms.
  private var examples: [RegionalForm: Example] = [:]
  /// The first value that two forms read otherwise.
  private var contested: Ambiguity?

  /// Takes in a value.
  ///
  /// Cost: next to none for whole numbers, and for anything once a value had no form.
  ///
  /// - Parameters:
  ///   - bytes: The value.
  ///   - own: The types that it has in the store's own form.
  ///   - isText: Whether it is text even where it looks like a number.
  mutating func add(_ bytes: ArraySlice<UInt8>, _ own: Shapes, isText: Bool) {
    guard !candidates.isEmpty else { return }
    if own.isEmpty {
      addForeign(bytes, isText: isText)
    } else if own.contains(.decimal) {
      native.formIntersection(own)
      if candidates.last?.form.isOfNumbers == false {
        candidates.removeAll { !$0.form.isOfNumbers }
      }
      // What has a point may have thousands before it, where the comma stands before decimals.
      if !own.contains(.integer), candidates.first?.form == .decimalComma,
        RegionalForm.decimalComma.reading(of: bytes) == nil
      {
        candidates.removeFirst()
      }
    } else {
      candidates = []
    }
  }

  private mutating func addForeign(_ bytes: ArraySlice<UInt8>, isText: Bool) {
    var readings: [(form: RegionalForm, plain: [UInt8])] = []
    candidates = candidates.compactMap { candidate in
      guard !(isText && candidate.form.isOfNumbers),
        let reading = candidate.form.reading(of: bytes)
      else { return nil }
      var candidate = candidate
      candidate.shapes.formIntersection(Shapes(of: reading.plain[...]))
      guard !candidate.shapes.isEmpty else { return nil }
      if reading.isCertain { candidate.isCertain = true }
      readings.append((candidate.form, reading.plain))
      return candidate
    }
    for (form, plain) in readings where examples[form] == nil {
      examples[form] = Example(
        text: String(decoding: bytes, as: UTF8.self), plain: String(decoding: plain, as: UTF8.self))
    }
    if contested == nil, let first = readings.first,
      readings.contains(where: { $0.plain != first.plain })
    {
      contested = Ambiguity(
        text: String(decoding: bytes, as: UTF8.self),
        readings: readings.map { ($0.form, String(decoding: $0.plain, as: UTF8.self)) })
    }
  }
}

// MARK: - Conclusion

extension RegionalProfile {
  /// The one form that all values have, with the types that they have in it and a value as an
  /// example; `nil` if there is none, or nothing tells it from another one.
  var conclusion: (form: RegionalForm, shapes: Shapes, example: Example)? {
    guard let candidate = candidates.first, candidate.isCertain, ambiguity == nil,
      let example = examples[candidate.form]
    else { return nil }
    return (candidate.form, candidate.shapes.intersection(native), example)
  }

  /// The first value that two forms read otherwise which all values have.
  var ambiguity: Ambiguity? { candidates.count > 1 ? contested : nil }
}

extension ColumnProfile {
  /// How numbers or dates are read for an attribute that the store writes otherwise, or why they
  /// stay text; `nil` where there is nothing to say.
  func formNotice(for attribute: Attribute) -> String? {
    if let (form, _, example) = regionalForm, form.applies(to: attribute.type) {
      return "read \(form.words), \"\(example.text)\" as \(example.plain)"
    }
    // A type that was asked for has its own message where values don't fit it.
    guard attribute.isInferred, let ambiguity else { return nil }
    let readings = ambiguity.readings.map { "\($0.plain) \($0.form.words)" }
    return "stays text, since \"\(ambiguity.text)\" is \(readings.joined(separator: ", and "))"
  }
}
