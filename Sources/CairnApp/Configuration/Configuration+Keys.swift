internal import CairnInterface
internal import CairnScreens
internal import CairnStore

/// Custom keys, checked one by one.
extension Configuration {
  /// Returns the custom bindings that don't contradict each other.
  static func bindings(
    _ reader: inout ConfigurationReader, over keymap: BundledKeymap?, beside commands: [OwnCommand]
  ) -> [KeyBinding] {
    var written: [(path: [String], binding: KeyBinding)] = []
    for (path, texts) in reader.keys("keys") where path != ["keys", "like"] {
      guard let binding = binding(path, texts, commands, &reader) else { continue }
      written.append((path, binding))
    }
    // If some bindings contradict each other, each one stays that fits those before it.
    let fit = reasonToRefuse(written.map(\.binding), over: keymap, commands) == nil
    var bindings: [KeyBinding] = []
    for (path, binding) in written {
      if !fit, let reason = reasonToRefuse(bindings + [binding], over: keymap, commands) {
        reader.refuse(path, because: reason)
      } else {
        bindings.append(binding)
        reader.notePlace(path, name: name(of: binding))
      }
    }
    return bindings
  }

  /// The value of `keys.like` for Cairn's own keys.
  static let usualKeys = "cairn"

  /// Returns the keymap of another program that the settings choose, which custom keys override.
  static func keymap(_ reader: inout ConfigurationReader) -> BundledKeymap? {
    guard let name = reader.text("keys", "like"), name != usualKeys else { return nil }
    let keymap = BundledKeymap.all.first { $0.name == name }
    if keymap == nil {
      let names = ([usualKeys] + BundledKeymap.all.map(\.name)).joined(separator: ", ")
      reader.refuse("keys", "like", expected: "one of \(names)")
    }
    return keymap
  }

  /// Returns the name of a binding in reports.
  static func name(of binding: KeyBinding) -> String {
    let section = binding.context.map { "keys.\($0)" } ?? "keys"
    return name(section, "\(binding.action)")
  }

  private static func binding(
    _ path: [String], _ texts: [String], _ commands: [OwnCommand],
    _ reader: inout ConfigurationReader
  ) -> KeyBinding? {
    guard let keys = sequences(texts, &reader, path) else { return nil }
    let table = table(with: commands)
    guard let (action, context) = meaning(of: Array(path.dropFirst()), in: table, &reader, path)
    else { return nil }
    let contexts = context.map { [$0] } ?? action.contexts
    if let typing = contexts.first(where: \.takesText),
      let text = keys.first(where: { $0.keys[0].text != nil })
    {
      reader.refuse(path, because: "\(text) is typed as text in the context '\(typing)'")
      return nil
    }
    return KeyBinding(action.name, in: context, to: keys)
  }

  /// Reads two keys written without a blank: `gh`, as the app shows them, is `g h`.
  private static func unspaced(_ text: String) -> KeySequence? {
    guard text.count == 2, text.allSatisfy({ $0.isLetter || $0.isPunctuation || $0.isSymbol })
    else { return nil }
    return KeySequence(text.map(String.init).joined(separator: " "))
  }

  /// Returns the keys in texts; `nil` if one of them is not a key, or not a reliable one.
  static func sequences(
    _ texts: [String], _ reader: inout ConfigurationReader, _ path: [String]
  ) -> [KeySequence]? {
    var keys: [KeySequence] = []
    for text in texts {
      guard let sequence = KeySequence(text) ?? unspaced(text) else {
        reader.refuse(
          path, because: "\"\(text)\" is not a key; keys are written as g s, C-d, M-x, F2, Enter")
        return nil
      }
      if let reason = sequence.keys.lazy.compactMap(\.obstacle).first {
        reader.refuse(path, because: "\(sequence) can't be used: \(reason)")
        return nil
      }
      keys.append(sequence)
    }
    return keys
  }

  /// Returns the action that a path names, and its context if the path has one.
  private static func meaning(
    of words: [String], in table: ActionTable, _ reader: inout ConfigurationReader,
    _ path: [String]
  ) -> (Action, ActionContext?)? {
    // A name without quotation marks parses as a table with a key: list.sort = "S".
    if let action = table[ActionName(words.joined(separator: "."))] { return (action, nil) }
    for start in words.indices.prefix(2) {
      let name = ActionName(words[start...].joined(separator: "."))
      if let renamed = table.renamed(name), let action = table[renamed.name] {
        return (action, renamed.context)
      }
    }
    if words.count > 1 {
      let context = ActionContext(words[0])
      let isKnown = table.actions.contains { $0.contexts.contains(context) }
      if isKnown, let action = table[ActionName(words.dropFirst().joined(separator: "."))] {
        guard action.contexts.contains(context) else {
          let error = KeymapError.unknownContext(context, of: action.name, action.contexts)
          reader.refuse(path, because: error.description)
          return nil
        }
        return (action, context)
      }
    }
    if words.count > 1, table[ActionName(words.dropFirst().joined(separator: "."))] != nil {
      let contexts = Set(table.actions.flatMap(\.contexts).map(\.description)).sorted()
      let nearest = NearestNames.nearest(to: words[0], among: contexts, limit: 1).first
      reader.refuse(
        path,
        because: "no context is called '\(words[0])'"
          + (nearest.map { "; did you mean '\($0)'?" } ?? "; cairn keys lists them"))
      return nil
    }
    // The name may have a context before it, and without quotation marks it is several words.
    let names = table.actions.map { "\($0.name)" }
    let nearest = words.indices.lazy.compactMap { index in
      NearestNames.nearest(to: words[index...].joined(separator: "."), among: names, limit: 1).first
    }.first
    reader.refuse(
      path,
      because: "no action is called '\(words.joined(separator: "."))'"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "; cairn keys lists them"))
    return nil
  }

  /// Returns why the keys can't be assigned; `nil` if they can.
  static func reasonToRefuse(
    _ bindings: [KeyBinding], over keymap: BundledKeymap? = nil, _ commands: [OwnCommand]
  ) -> String? {
    // The default keys are known to fit.
    if bindings.isEmpty, commands.isEmpty { return nil }
    do throws(KeymapError) {
      let (table, _) = try customized(commands, bindings, over: keymap)
      _ = try Keymap(table)
      return nil
    } catch {
      return error.description
    }
  }

  /// Returns the actions with a keymap and custom keys, and the default keys that these displace.
  private static func customized(
    _ commands: [OwnCommand], _ bindings: [KeyBinding], over keymap: BundledKeymap?
  ) throws(KeymapError) -> (table: ActionTable, displaced: [DisplacedKeys]) {
    var table = table(with: commands)
    _ = try table.customize(keymap?.bindings ?? [])
    let displaced = try table.customize(
      commands.map(\.binding) + bindings, yielding: [.browsing, .rows, .list, .detail, .launcher])
    return (table, displaced)
  }

  private static func table(with commands: [OwnCommand]) -> ActionTable {
    var table = ActionTable.standard
    table.add(commands.map(\.action))
    return table
  }

  /// The actions, with custom commands and keys, and the default keys that these displace.
  var actions: (table: ActionTable, displaced: [DisplacedKeys]) {
    // Invalid keys were refused when the file was read.
    (try? Self.customized(commands, bindings, over: keymap)) ?? (Self.table(with: commands), [])
  }

  /// The default keys that custom keys hide in other contexts, each with the key that hides it.
  var shadows: [KeyShadow] {
    (try? Keymap(actions.table))?
      .shadows(of: commands.map(\.binding) + bindings, among: ActionContext.stacks) ?? []
  }
}

extension ActionContext {
  /// Whether character keys type text in the context.
  fileprivate var takesText: Bool {
    [.text, .area, .lines, .path, .prompt, .palette, .form, .pick].contains(self)
  }
}

/// The keymap of another program, such as Emacs.
///
/// Each keymap is a file in `Resources/keymaps/`, written like custom keys. It overrides the
/// default keys of actions, and custom keys override the keymap.
struct BundledKeymap: Hashable, Sendable {
  /// The keymap's name in the settings.
  let name: String

  /// The text of the file.
  let text: String

  /// The bindings of the keymap.
  var bindings: [KeyBinding] { (try? Configuration(parsing: text))?.bindings ?? [] }

  /// All bundled keymaps, in the order of their names.
  static let all: [BundledKeymap] = EmbeddedFile.all.compactMap { file in
    guard file.path.count == 2, file.path[0] == "keymaps" else { return nil }
    return BundledKeymap(name: String(file.path[1].prefix { $0 != "." }), text: file.text)
  }
}
