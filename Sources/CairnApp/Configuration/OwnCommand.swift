internal import CairnInterface
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// A program that a person runs for a record.
///
/// Its arguments are a list, in which `{FIELD}` is replaced with a value of the record. Any value
/// stays a single argument and is never parsed by a shell. A value that the program would take for
/// an option is refused. `{url}` is the record's URL, and `{{` is a brace.
struct OwnCommand: Hashable, Sendable {
  let name: String
  let title: String
  /// The plural or singular name of the collection; `nil` for any collection.
  let collection: String?
  let arguments: [String]
  let keys: [KeySequence]
  /// Whether the output always stays until Enter is pressed, rather than only after an early
  /// failure.
  var waits = false

  /// The prefix of the action names of custom commands.
  private static let prefix = "command."

  var actionName: ActionName { ActionName(Self.prefix + name) }

  /// Returns the name of an action's command; `nil` for other actions.
  static func name(of action: ActionName) -> String? {
    let text = action.description
    return text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
  }

  /// The action, without its keys.
  var action: Action { Action(actionName, title: title, in: [.list, .detail]) }

  var binding: KeyBinding { KeyBinding(actionName, to: keys) }

  /// Returns whether the command is for records of an entity.
  func isFor(_ entity: Entity) -> Bool {
    guard let collection else { return true }
    return [entity].first(matching: collection) != nil
  }

  /// Returns the arguments for a record.
  ///
  /// - Throws: ``AppError/failed(_:)`` for an unknown field, or a field without a value.
  func arguments(
    for id: ObjectID, in snapshot: Snapshot, at clock: WallClock
  ) throws(AppError) -> [String] {
    var filled: [String] = []
    for argument in arguments {
      let text = try Self.filled(argument, id, snapshot, clock)
      // A value must not become an option of the program.
      if text.hasPrefix("-"), !argument.hasPrefix("-"), !filled.contains("--") {
        throw .failed("\(text) would be an option; put \"--\" before \(argument) if it is a value")
      }
      guard !text.utf8.contains(0) else { throw .failed("\(argument) has a NUL character") }
      filled.append(text)
    }
    return filled
  }

  /// The fields whose values are in the arguments, repeated if they are named several times.
  var fieldNames: [String] {
    arguments.flatMap(Self.parts).compactMap { part in
      if case .field(let name) = part { name } else { nil }
    }
  }

  /// A part of an argument.
  enum Part {
    case text(String)
    /// The name of a field between braces.
    case field(String)
  }

  static func parts(of argument: String) -> [Part] {
    var parts: [Part] = []
    var rest = Substring(argument)
    while let brace = rest.firstIndex(of: "{") {
      parts.append(.text(String(rest[..<brace])))
      rest = rest[rest.index(after: brace)...]
      if rest.first == "{" {
        parts.append(.text("{"))
        rest = rest.dropFirst()
      } else if let end = rest.firstIndex(of: "}") {
        parts.append(.field(String(rest[..<end])))
        rest = rest[rest.index(after: end)...]
      } else {
        parts.append(.text("{"))
      }
    }
    return parts + [.text(String(rest))]
  }

  private static func filled(
    _ argument: String, _ id: ObjectID, _ snapshot: Snapshot, _ clock: WallClock
  ) throws(AppError) -> String {
    var result = ""
    for part in parts(of: argument) {
      switch part {
      case .text(let text): result += text
      case .field(let name): result += try value(name, id, snapshot, clock)
      }
    }
    return result
  }

  private static func value(
    _ name: String, _ id: ObjectID, _ snapshot: Snapshot, _ clock: WallClock
  ) throws(AppError) -> String {
    if name == "url" { return snapshot.url(of: id).text }
    guard let entity = snapshot.model[id.entity], let row = snapshot.row(id),
      let property = entity.property(matching: name),
      let path = try? FieldPath.parse(property.name),
      let display = try? FieldDisplay(path, of: entity, in: snapshot, at: clock)
    else { throw .failed("\(id.entity.lowercased()) has no field \(name)") }
    guard let text = display.exportText(of: row), !text.isEmpty else {
      throw .failed("\(name) of \(snapshot.title(of: id)) is empty")
    }
    return text
  }
}

extension Configuration {
  /// Reads the commands that don't contradict each other.
  static func commands(_ reader: inout ConfigurationReader) -> [OwnCommand] {
    var commands: [OwnCommand] = []
    let tables = reader.tables(
      in: "commands", allowing: ["collection", "run", "key", "title"], flags: ["wait"])
    for (name, texts) in tables {
      let path = ["commands", name]
      guard let arguments = texts["run"], arguments.first?.isEmpty == false else {
        reader.refuse(
          path, because: "\(name) needs the program to run: run = [\"ssh\", \"{Host}\"]")
        continue
      }
      if let empty = arguments.firstIndex(of: "") {
        reader.refuse(
          path + ["run"], because: "\(name) has an empty argument \(empty)")
        continue
      }
      if let key = ["collection", "title"].first(where: { texts[$0].map { $0.count != 1 } == true })
      {
        reader.refuse(path + [key], because: "\(key) takes one text in quotes")
        continue
      }
      guard let keys = sequences(texts["key"] ?? [], &reader, path + ["key"]) else { continue }
      var command = OwnCommand(
        name: name, title: texts["title"]?.first ?? name.capitalizingFirst,
        collection: texts["collection"]?.first, arguments: arguments, keys: keys)
      command.waits = texts["wait"]?.isEmpty == false
      if let reason = reasonToRefuse([], commands + [command]) {
        reader.refuse(path + ["key"], because: reason)
      } else {
        commands.append(command)
        reader.notePlace(path, name: Self.name("commands", name))
        for key in ["run", "collection"] where texts[key] != nil {
          reader.notePlace(path + [key], name: Self.name("commands", name) + ".\(key)")
        }
      }
    }
    return commands
  }
}
