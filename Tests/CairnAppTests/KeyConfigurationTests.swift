internal import CairnFiles
internal import CairnInterface
internal import CairnScreens
internal import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `Keys of one's own` {
  private func keys(_ text: String, _ action: ActionName, in context: ActionContext) throws
    -> [String]
  {
    let table = try Configuration(parsing: text).actions.table
    return try #require(table[action]).keys(in: context).map(\.description)
  }

  @Test func `take the place of an action's keys, everywhere or in one context`() throws {
    let text = """
      [keys]
      "list.sort" = "S"
      "go.home" = ["F5", "g 1"]
      [keys.list]
      "edit.delete" = []
      """
    try expectEqual(keys(text, "list.sort", in: .list), ["S"])
    try expectEqual(keys(text, "go.home", in: .browsing), ["F5", "g 1"])
    try expectEqual(keys(text, "edit.delete", in: .list), [])
    try expectEqual(keys(text, "edit.delete", in: .detail), ["d", "Delete", "F8"])
  }

  @Test(arguments: BundledKeymap.all)
  func `may be like those of another program, which fit`(keymap: BundledKeymap) throws {
    expectTrue(Configuration.problems(in: keymap.text).isEmpty)
    expectTrue(keymap.bindings.count > 20)
    let settings = try Configuration(parsing: "[keys]\nlike = \"\(keymap.name)\"\n")
    let map = try Keymap(settings.actions.table)
    expectTrue(settings.actions.displaced.isEmpty)
    // What hides others on a screen does so with the usual keys, too.
    let usual = try Keymap(.standard).shadows(
      of: ActionTable.standard.actions.flatMap { action in
        action.contexts.map { KeyBinding(action.name, in: $0, to: action.keys(in: $0)) }
      }, among: ActionContext.stacks)
    let hiding = Set(usual.map { [$0.action, $0.hidden] })
    let shadows = map.shadows(of: keymap.bindings, among: ActionContext.stacks)
    expectEqual(shadows.filter { !hiding.contains([$0.action, $0.hidden]) }, [])
  }

  @Test func `go before those of another program`() throws {
    let text = "[keys]\nlike = \"emacs\"\n\"copy\" = \"C-n\"\n"
    try expectEqual(keys(text, "row.down", in: .rows), ["C-n", "Down", "j"])
    try expectEqual(keys(text, "form.save", in: .form), ["C-x C-s", "F2"])
    try expectEqual(keys(text, "list.filter", in: .list), ["C-s", "/"])
    try expectEqual(keys(text, "copy", in: .list), ["C-n"])
    let sorted = try Configuration(parsing: "[keys]\nlike = \"emacs\"\nlist.sort = \"C-s\"\n")
    expectEqual(
      sorted.actions.displaced.map(\.description),
      ["C-s in list was 'list.filter' and is now 'list.sort'"])
    expectEqual(
      Configuration.problems(in: "[keys]\nlike = \"joe\"\n").map(\.description),
      ["line 2, column 1: keys.like takes one of cairn, emacs"])
  }

  @Test func `may be named without quotation marks`() throws {
    try expectEqual(keys("[keys]\nlist.sort = \"S\"\n", "list.sort", in: .list), ["S"])
    try expectEqual(keys("keys.list.sort = \"S\"\n", "list.sort", in: .list), ["S"])
  }

  @Test func `hold in a context as is said of that, wherever it is said`() throws {
    let text = "[keys]\n\"edit.delete\" = \"D\"\n[keys.list]\nedit.delete = \"X\"\n"
    try expectEqual(keys(text, "edit.delete", in: .list), ["X"])
    try expectEqual(keys(text, "edit.delete", in: .detail), ["D"])
  }

  @Test func `may be those of one's own commands`() throws {
    let text = "[commands.ssh]\nrun = \"ssh\"\n[keys]\n\"command.ssh\" = \"S\"\n"
    try expectEqual(keys(text, "command.ssh", in: .list), ["S"])
  }

  @Test func `make those of others give way, which is told`() throws {
    let settings = try Configuration(parsing: "[keys]\n\"list.sort\" = \"d\"\n")
    let delete = settings.actions.table["edit.delete"]
    expectEqual(delete?.keys(in: .list).map(\.description), ["Delete", "F8"])
    expectEqual(settings.actions.table["edit.delete"]?.keys(in: .detail).count, 3)
    expectEqual(
      settings.actions.displaced.map(\.description),
      [
        "d in list was 'edit.delete' and is now 'list.sort'"
      ])
    // A key that begins others takes all of them.
    let prefix = try Configuration(parsing: "[keys]\n\"list.sort\" = \"z\"\n")
    expectTrue(prefix.actions.displaced.count > 3)
    #expect(throws: Never.self) { try Keymap(prefix.actions.table) }
  }

  @Test(arguments: [
    // A key for all screens replaces the default key of lists and pages.
    ("help = \"x\"", []),
    ("\"list.columns\" = \"?\"", ["? in list is 'list.columns' and hides 'help' of global"]),
    // Beside the keys that hide each other anyway nothing is said of others'.
    ("\"list.columns\" = \"z c\"", []), ("\"list.columns\" = \"Z\"", []),
  ])
  func `tell what they hide in other contexts, and what hides them`(
    text: String, told: [String]
  ) throws {
    let settings = try Configuration(parsing: "[keys]\n\(text)\n")
    expectEqual(settings.shadows.map(\.description), told)
  }

  @Test func `tell all that the first of several keys hides`() throws {
    let settings = try Configuration(parsing: "[keys]\n\"list.columns\" = \"g\"\n")
    let told = settings.shadows.map(\.description)
    expectTrue(told.contains("g in list is 'list.columns' and hides 'row.first' of rows"))
    expectTrue(told.contains("g in list is 'list.columns' and hides 'go.home' of browsing"))
  }

  @Test(arguments: [
    ("\"list.srot\" = \"S\"", "did you mean 'list.sort'"),
    ("list.srot = \"S\"", "did you mean 'list.sort'"),
    ("detail.\"edit.delte\" = \"S\"", "did you mean 'edit.delete'"),
    ("\"list.sort\" = \"Foo\"", "is not a key"),
    ("\"list.sort\" = \"C-i\"", "the same for it as for Tab"),
    ("\"list.sort\" = 3", "takes keys in quotes"), ("\"list.sort\" = [\"S\", 3]", "takes keys"),
    ("\"list.sort\" = \"\"", "is not a key"),
    ("\"prompt.accept\" = \"y\"", "typed as text in the context 'prompt'"),
    ("detail.\"list.sort\" = \"D\"", "has no keys in 'detail'"),
    ("\"list.sort\" = \"S\"\n\"edit.add\" = \"S\"", "mean both"),
    ("\"list.sort\" = \"S\"\n\"edit.add\" = \"S a\"", "can't be typed"),
    ("list.sort.now = \"S\"", "no action is called 'list.sort.now'"),
    ("lists.\"list.sort\" = \"S\"", "no context is called 'lists'; did you mean 'list'?"),
    ("\"list.sort\" = \"C-S-q\"", "the same for it as without Shift"),
  ])
  func `are refused with the reason and their place`(line: String, reason: String) throws {
    let problems = Configuration.problems(in: "[keys]\n" + line + "\n")
    expectEqual(problems.count, 1)
    expectEqual(problems.first?.description.contains(reason), true, "\(problems)")
    expectEqual(problems.first?.isAboutKeys, true)
    expectTrue((2...3).contains(problems.first?.place.line ?? 0))
  }

  @Test func `that are right hold beside those that aren't`() throws {
    let settings = try Configuration(
      parsing: """
        [store]
        history-days = 7
        [keys]
        "list.srot" = "S"
        "go.home" = "F5"
        "edit.add" = "C-i"
        [commands.bad]
        run = []
        [commands.good]
        run = "true"
        key = "Z"
        """)
    expectEqual(settings.historyDays, 7)
    expectEqual(settings.commands.map(\.name), ["good"])
    let table = settings.actions.table
    expectEqual(table["go.home"]?.keys.map(\.description), ["F5"])
    expectEqual(table["edit.add"]?.keys.map(\.description), ["a", "F7"])
    expectEqual(table["command.good"]?.keys.map(\.description), ["Z"])
    expectEqual(settings.leftOut.map(\.place.line), [4, 6, 7])
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `never leave keys that contradict each other`(seed: UInt64) throws {
    var generator = TestSupport.SeededGenerator(seed: seed)
    let standard = ActionTable.standard.actions
    let letters = [
      "a", "d", "g", "g g", "g h", "z", "z a", "x", "C-x", "F5", "Enter", "Space", "S",
    ]
    var bindings: [KeyBinding] = []
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      let action = try #require(standard.randomElement(using: &generator))
      let context = Bool.random(using: &generator) ? action.contexts[0] : nil
      let keys = KeySequence(letters[Int.random(in: 0..<letters.count, using: &generator)])
      let binding = KeyBinding(action.name, in: context, to: [try #require(keys)])
      bindings.removeAll { $0.action == binding.action }
      bindings.append(binding)
    }
    var table = ActionTable.standard
    _ = try table.customize(bindings)
    do throws(KeymapError) {
      _ = try Keymap(table)
    } catch {
      // Only two bindings of the person's own can be at odds.
      let names = Set(bindings.map(\.action))
      switch error {
      case .conflict(_, _, let one, let other):
        expectTrue(names.isSuperset(of: [one, other]))
      case .hidden(_, _, _, let name): expectTrue(names.contains(name))
      case .unknownAction, .unknownContext: Issue.record("\(error)")
      }
    }
  }

  @Test func `for all screens win against the defaults of lists and pages`() throws {
    var table = ActionTable.standard
    let keys: KeySequence = "F3"
    let displaced = try table.customize(
      [KeyBinding(.help, to: [keys])], yielding: [.browsing, .rows, .list, .detail, .launcher])
    let keymap = try Keymap(table)
    for context in [ActionContext.list, .detail, .launcher] {
      expectEqual(keymap.key(for: .help, in: [context, .browsing]), keys)
    }
    expectTrue(displaced.contains { $0.keys == keys && $0.newAction == .help })
  }
}
