internal import CairnInterface
internal import CairnScreens
internal import CairnStore

/// The person's own keys, checked one by one.
extension Configuration {
  /// The bindings that can hold beside each other.
  static func bindings(_ reader: inout ConfigurationReader) -> [KeyBinding] {
    var bindings: [KeyBinding] = []
    for (path, texts) in reader.keys("keys") {
      guard let binding = binding(path, texts, &reader) else { continue }
      if let reason = reasonToRefuse(bindings + [binding]) {
        reader.refuse(path, because: reason)
      } else {
        bindings.append(binding)
        reader.noteKeys(path, name: name(of: binding))
      }
    }
    return bindings
  }

  /// What reports call a binding.
  static func name(of binding: KeyBinding) -> String {
    let section = binding.context.map { "keys.\($0)" } ?? "keys"
    return name(section, "\(binding.action)")
  }

  private static func binding(
    _ path: [String], _ texts: [String], _ reader: inout ConfigurationReader
  ) -> KeyBinding? {
    var keys: [KeySequence] = []
    for text in texts {
      guard let sequence = KeySequence(text) else {
        reader.refuse(
          path, because: "\"\(text)\" is no key; keys are written as g s, C-d, M-x, F2, Enter")
        return nil
      }
      if let reason = sequence.keys.lazy.compactMap(\.obstacle).first {
        reader.refuse(path, because: "\(sequence) can't be relied on: \(reason)")
        return nil
      }
      keys.append(sequence)
    }
    guard let (action, context) = meaning(of: Array(path.dropFirst()), &reader, path) else {
      return nil
    }
    let contexts = context.map { [$0] } ?? action.contexts
    if let typing = contexts.first(where: \.takesText),
      let text = keys.first(where: { $0.keys[0].text != nil })
    {
      reader.refuse(path, because: "\(text) is typed as text in the context '\(typing)'")
      return nil
    }
    return KeyBinding(action.name, in: context, to: keys)
  }

  /// The action and, for one of a table of its own, the context that a path names.
  private static func meaning(
    of words: [String], _ reader: inout ConfigurationReader, _ path: [String]
  ) -> (Action, ActionContext?)? {
    let table = ActionTable.standard
    // A name without quotation marks reads as a table with a key: list.sort = "S".
    if let action = table[ActionName(words.joined(separator: "."))] { return (action, nil) }
    if words.count == 2 {
      let context = ActionContext(words[0])
      let isKnown = table.actions.contains { $0.contexts.contains(context) }
      if isKnown, let action = table[ActionName(words[1])] {
        guard action.contexts.contains(context) else {
          let error = KeymapError.unknownContext(context, of: action.name, action.contexts)
          reader.refuse(path, because: error.description)
          return nil
        }
        return (action, context)
      }
    }
    let name = words.last ?? ""
    let nearest = NearestNames.nearest(
      to: name, among: table.actions.map { "\($0.name)" }, limit: 1
    ).first
    reader.refuse(
      path,
      because: "there is no action '\(words.joined(separator: "."))'"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "; cairn keys lists them"))
    return nil
  }

  private static func reasonToRefuse(_ bindings: [KeyBinding]) -> String? {
    do throws(KeymapError) {
      var table = ActionTable.standard
      _ = try table.customize(bindings)
      _ = try Keymap(table)
      return nil
    } catch {
      return error.description
    }
  }

  /// The actions with the person's keys, and what gave way to those.
  var actions: (table: ActionTable, displaced: [DisplacedKeys]) { Self.actions(with: bindings) }

  /// The actions with some keys, and what gave way to those.
  static func actions(
    with bindings: [KeyBinding]
  ) -> (table: ActionTable, displaced: [DisplacedKeys]) {
    var table = ActionTable.standard
    // Bindings that can't hold were refused when the file was read.
    let displaced = (try? table.customize(bindings)) ?? []
    return (table, displaced)
  }
}

extension ActionContext {
  /// Whether characters are text there.
  fileprivate var takesText: Bool {
    [.text, .area, .lines, .prompt, .palette, .form, .pick].contains(self)
  }
}
