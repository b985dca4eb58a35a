internal import ArgumentParser
internal import CairnApp
internal import CairnKit

/// A command line with an unfinished last word, and the completions of that word.
struct CompletionRequest {
  /// The completions of a word.
  enum Answer {
    case words([Completion])
    /// The names of files, which the shell completes.
    case files
  }

  /// The word to complete.
  let word: String
  /// The values of the options, by their long names.
  private(set) var optionValues: [String: String] = [:]

  /// The commands in the line.
  private var path: [any ParsableCommand.Type] = []
  private var table = CommandTable(OpenCommand.self)
  /// The arguments after the commands' names.
  private var values: [String] = []
  /// The option that needs a value.
  private var open: CommandTable.Option?
  private var takesOptions = true

  init(_ words: [String]) {
    word = words.last ?? ""
    for word in words.dropLast() { take(word) }
  }

  private mutating func take(_ text: String) {
    if let option = open {
      optionValues[option.names[0]] = text
      open = nil
    } else if takesOptions, text == "--" {
      takesOptions = false
    } else if takesOptions, text.hasPrefix("-"), text.count > 1 {
      let equals = text.firstIndex(of: "=")
      guard let option = table.option(String(text[..<(equals ?? text.endIndex)])),
        option.value != nil
      else { return }
      if let equals {
        optionValues[option.names[0]] = String(text[text.index(after: equals)...])
      } else {
        open = option
      }
    } else if values.isEmpty, let command = commands.first(where: { $0._commandName == text }) {
      path.append(command)
      table = CommandTable(command)
    } else {
      values.append(text)
    }
  }

  /// The commands that are possible here.
  private var commands: [any ParsableCommand.Type] {
    path.isEmpty
      ? Cairn.configuration.subcommands.filter { $0.configuration.shouldDisplay } : table.commands
  }

  /// Returns the completions of the word.
  ///
  /// - Parameter store: Returns the completions of the store; `nil` without a store.
  /// - Returns: All completions that begin with the word, commands before records.
  func answer(_ store: () -> StoreCompletions?) -> Answer {
    if let open, let value = open.value { return completions(of: value, word, store) }
    if takesOptions, word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
      return valueOfOption(endingAt: equals, store)
    }
    // A single minus can also begin a filter.
    if takesOptions, word == "-" || word.hasPrefix("--") {
      return .words(optionNames)
    }
    var words: [Completion] = []
    if values.isEmpty {
      words = commands.map { Completion($0._commandName, $0.configuration.abstract) }
        .filter { $0.text.hasPrefix(word) }
    }
    let last = table.values.last
    let value =
      values.count < table.values.count
      ? table.values[values.count] : last?.isRepeating == true ? last : nil
    guard let value else { return .words(words) }
    switch completions(of: value, word, store) {
    case .words(let more): return .words(words + more)
    case .files: return words.isEmpty ? .files : .words(words)
    }
  }

  private var optionNames: [Completion] {
    table.options.map { Completion($0.names[0], $0.abstract) }.filter { $0.text.hasPrefix(word) }
  }

  private func valueOfOption(endingAt equals: String.Index, _ store: () -> StoreCompletions?)
    -> Answer
  {
    guard let value = table.option(String(word[..<equals]))?.value else { return .words([]) }
    let start = String(word[...equals])
    switch completions(of: value, String(word.dropFirst(start.count)), store) {
    case .files: return .files
    case .words(let words): return .words(words.map { Completion(start + $0.text, $0.note) })
    }
  }

  private func completions(
    of value: CommandTable.Value, _ word: String, _ store: () -> StoreCompletions?
  ) -> Answer {
    let records = values.first ?? ""
    switch value.name {
    case _ where !value.words.isEmpty:
      return .words(value.words.filter { $0.hasPrefix(word) }.map { Completion($0) })
    case "file", "files", "dir": return .files
    case "url", "urls": return .words(store()?.urls(word) ?? [])
    case "collection": return .words(store()?.collections(word) ?? [])
    case "collection.field": return .words(store()?.fieldsOfCollections(word) ?? [])
    case "column=collection":
      guard let equals = word.firstIndex(of: "=") else { return .words([]) }
      let start = String(word[...equals])
      let goals = store()?.collections(String(word.dropFirst(start.count))) ?? []
      return .words(goals.map { Completion(start + $0.text, $0.note) })
    case "field":
      return .words(store()?.fields(word, at: optionValues["--into"] ?? records) ?? [])
    case "fields", "keys": return .words(store()?.fieldList(word, at: records) ?? [])
    case "field=value": return .words(store()?.assignments(word, at: records) ?? [])
    case "field=id" where word.contains("="): return .words([])
    case "field=id": return .words(store()?.assignments(word, at: records) ?? [])
    case "filter": return .words(store()?.filters(word, at: records) ?? [])
    case "sample":
      return .words(Sample.all.map { Completion($0.name) }.filter { $0.text.hasPrefix(word) })
    default: return .words([])
    }
  }
}
