internal import CairnFiles
internal import CairnInterface
internal import CairnKit
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
internal import CairnStore
internal import ScreenTestSupport
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `A command of one's own` {
  private static let ssh = """
    [commands.ssh]
    collection = "Servers"
    run = ["ssh", "-l", "{User}", "{host}", "--", "{{x} {url}"]
    key = "g s"
    title = "Log in"

    """

  private let workspace: Workspace
  private let actions: RecordActions
  private let web: ObjectID
  private let bare: ObjectID

  init() throws {
    let workspace = try Workspace.fixture(
      "%rec: Server\n%plural: servers\n%attribute: Host string\n%attribute: User string\n\n"
        + "%rec: Note\n%plural: notes\n%attribute: Text string\n")
    let client = StoreClient(workspace.store, clock: { workspace.environment.wallClock })
    actions = RecordActions(
      workspace, client, JobRunner(workspace.jobFolder), OpenConflicts(client))
    self.workspace = workspace
    let context = workspace.store.newContext()
    let server = try context.create("Server")
    server["Host"] = .text("web01; rm -rf ~")
    server["User"] = .text("ann")
    let other = try context.create("Server")
    other["Host"] = .text("web02")
    try context.create("Note")["Text"] = .text("hello")
    try context.save(title: "add")
    (web, bare) = (server.id, other.id)
  }

  private func place(_ id: String) -> ActionPlace {
    ActionPlace(url: ScreenURL(["servers"]), selection: ScreenURL(["servers", id]))
  }

  @Test func `keeps each value one argument, whatever it is`() throws {
    let command = try #require(Configuration(parsing: Self.ssh).commands.first)
    let arguments = try command.arguments(
      for: web, in: workspace.store.snapshot, at: workspace.clock)
    expectEqual(
      arguments,
      [
        "ssh", "-l", "ann", "web01; rm -rf ~", "--", "{x} cairn://servers/p1",
      ])
    #expect(throws: AppError.failed("User of web02 is empty")) {
      try command.arguments(for: bare, in: workspace.store.snapshot, at: workspace.clock)
    }
  }

  @Test func `is an action with a key, for the records of its collection`() throws {
    let settings = try Configuration(parsing: Self.ssh)
    let action = try #require(settings.actions.table["command.ssh"])
    expectEqual(action.title, "Log in")
    expectEqual(action.keys, ["g s"])
    let command = settings.command(of: "command.ssh")
    expectTrue(actions.canRun(command, at: place("p1")))
    let note = ActionPlace(url: ScreenURL(["notes", "p1"]))
    expectTrue(!actions.canRun(command, at: note))
    expectTrue(actions.run(command, at: note) == nil)
    expectTrue(!actions.canRun(nil, at: place("p1")))
    expectEqual(settings.command(of: "list.sort"), nil)
    guard case .hand(let program)? = actions.run(command, at: place("p1"))?.first else {
      Issue.record("nothing is run")
      return
    }
    expectEqual(program.arguments[10], "web01; rm -rf ~")
    expectTrue(settle(program.completion(.exited(3))).contains("ssh ended with status 3"))
    expectEqual(settle(program.completion(.failed("no such program"))), ["ssh: no such program"])
  }

  /// A list whose records are marked, the cursor being on the second.
  private var marked: ActionPlace {
    ActionPlace(
      url: ScreenURL(["servers"]), selection: ScreenURL(["servers", "p2"]), marks: ["p2", "p1"])
  }

  @Test func `asks before it runs for each of those that are marked`() throws {
    let settings = try Configuration(
      parsing: "[commands.ping]\ncollection = \"servers\"\nrun = [\"ping\", \"{Host}\"]\n")
    let command = settings.command(of: "command.ping")
    var ran: [String] = []
    func run(_ effects: [Effect], ending: (String) -> ForegroundProgram.End) -> [String] {
      let effects = effects.flatMap { effect -> [Effect] in
        if case .run(let job) = effect { job.completion(job.work()) } else { [effect] }
      }
      let programs = effects.compactMap { effect -> ForegroundProgram? in
        if case .hand(let program) = effect { program } else { nil }
      }
      guard let program = programs.first else { return settle(effects) }
      ran.append(program.arguments[8])
      return run(program.completion(ending(program.arguments[8])), ending: ending)
    }
    func choose(_ letter: String) throws -> [Effect] {
      try presented(actions.run(command, at: marked) ?? []).insert(letter) ?? []
    }
    expectEqual(run(try choose("c")) { _ in .exited(0) }, [])
    expectEqual(ran, [])
    expectEqual(run(try choose("a")) { _ in .exited(0) }, ["Ping for 2 records is done"])
    expectEqual(ran, ["web01; rm -rf ~", "web02"])
    ran = []
    expectEqual(
      run(try choose("a")) { _ in .exited(2) },
      [
        "ping for web01; rm -rf ~ (1 of 2) ended with status 2"
      ])
    expectEqual(ran, ["web01; rm -rf ~"])
    ran = []
    expectEqual(run(try choose("o")) { _ in .exited(0) }, ["Ping is done"])
    expectEqual(ran, ["web02"])
  }

  @Test func `is run for none where one of those that are marked lacks a value`() throws {
    let command = try #require(Configuration(parsing: Self.ssh).commands.first)
    let menu = try presented(actions.run(command, at: marked) ?? [])
    expectEqual(settle(menu.insert("a") ?? []), ["ssh: User of web02 is empty"])
  }

  @Test func `refuses a value that would be an option of the program`() throws {
    let context = workspace.store.newContext()
    try context.existingObject(with: bare)["Host"] = .text("-oProxyCommand=x")
    try context.save(title: "evil")
    func arguments(_ run: String) throws -> [String] {
      let command = try Configuration(parsing: "[commands.x]\nrun = \(run)\n").commands[0]
      return try command.arguments(
        for: bare, in: workspace.store.snapshot, at: workspace.clock)
    }
    #expect(throws: AppError.self) { try arguments("[\"ssh\", \"{Host}\"]") }
    try expectEqual(arguments("[\"ssh\", \"--\", \"{Host}\"]").last, "-oProxyCommand=x")
    try expectEqual(arguments("[\"ssh\", \"-v\", \"u@{Host}\"]").count, 3)
  }

  @Test(arguments: [
    ("run = [\"ssh\", \"{Hots}\"]", 2, "Servers have no field Hots; did you mean Host?"),
    ("run = [\"ssh\", \"{Text}\"]", 2, "Servers have no field Text"),
    ("run = [\"shs\", \"{Host}\"]", 2, "x runs shs, which is in no folder of PATH"),
    ("run = [\"/bin/nothing\"]", 2, "x runs /bin/nothing, which is not a program"),
    ("run = [\"ssh\", \"-v\", \"{host}\", \"{{no}\"]", 0, ""),
    (
      "run = [\"ssh\", \"{host}\", \"{url}\", \"{{no}\"]", 2,
      "x lets ssh run text of a record, in {url}"
    ),
    ("run = [\"{Host}\"]", 2, "x lets a record choose the program, in {Host}"),
  ])
  func `is checked for what it needs`(run: String, line: Int, reason: String) throws {
    let problems = try commandProblems("[commands.x]\n\(run)\ncollection = \"Servers\"\n")
    expectEqual(problems.map(\.place.line), (line == 0 ? [] : [line]))
    expectTrue(problems.allSatisfy { $0.explanation == reason }, "\(problems)")
  }

  @Test(arguments: [
    (#""git", "switch", "-c", "{Name}""#, false), (#""vim", "+", "{Name}""#, false),
    (#""make", "-C", "{Name}""#, false), (#""awk", "-fprog.awk", "{Name}""#, false),
    (#""screen", "-r", "{Name}""#, false), (#""strace", "-p", "{Name}""#, false),
    (#""docker", "--host", "{Name}", "ps""#, false),
    (#""flock", "-w", "5", "{Name}", "ls""#, false),
    (#""kitty", "--title", "{Name}", "less", "f""#, false),
    (#""sudo", "-u", "ann", "less", "{Name}""#, false), (#""env", "A={Name}", "ls""#, false),
    (#""sed", "-s", "s/x/{Name}/", "f""#, true), (#""env", "-S", "ls {Name}""#, true),
    (#""find", ".", "-exec", "ls", "x", ";", "-exec", "sh", "-c", "ls {Name}", ";""#, true),
    (#""bash", "{Name}", "-s""#, true), (#""sudo", "-n", "sh", "-c", "ls {Name}""#, true),
    (#""ssh", "{Name}", "-p", "{Port}""#, false), (#""tmux", "neww", "ssh", "{Name}""#, false),
    (#""tmux", "new", "-s", "{Name}""#, true), (#""bash", "-c", "-l", "ls {Name}""#, true),
    (#""script", "-qc", "ls {Name}", "/dev/null""#, true), (#""ed", "{Name}""#, true),
    (#""stdbuf", "-oL", "sh", "-c", "ls {Name}""#, true),
    (#""timeout", "5", "{Name}""#, true), (#""xterm", "-e", "{Name}""#, true),
  ])
  func `is known to run a value as a program, or not to`(run: String, isRun: Bool) throws {
    let command = try Configuration(parsing: "[commands.x]\nrun = [\(run)]\n").commands[0]
    expectEqual(command.runningOfValues != nil, isRun, command.runningOfValues ?? "")
  }

  @Test func `is checked for its collection, unless it seems to be for another store`() throws {
    let near = "[commands.x]\nrun = \"ssh\"\ncollection = \"servrs\"\n"
    try expectEqual(
      commandProblems(near).map(\.description),
      [
        "line 3, column 1: x is for servrs, which this store doesn't have; did you mean servers?"
      ])
    let other = "[commands.x]\nrun = \"ssh\"\ncollection = \"invoices\"\n"
    try expectTrue(commandProblems(other).isEmpty)
    let model = workspace.store.snapshot.model
    try expectEqual(
      Configuration(parsing: other + near.replacing("x]", with: "y]"))
        .commandsOfOtherStores(than: model), ["x is for invoices, which this store doesn't have"])
    let any = "[commands.x]\nrun = [\"ssh\", \"{Text}\", \"{Texd}\"]\n"
    try expectEqual(
      commandProblems(any).map(\.explanation),
      [
        "x lets ssh run text of a record, in {Texd}",
        "no collection has a field Texd; did you mean Text?",
      ])
  }

  private func commandProblems(_ text: String) throws -> [ConfigurationProblem] {
    let files = MemoryFileSystem()
    try files.makeFolder("/usr")
    try files.makeFolder("/usr/bin")
    try files.replace("/usr/bin/ssh", with: Array("#!/bin/sh".utf8))
    try files.open("/usr/bin/ssh", .readWrite).setPermissions(0o755)
    return try Configuration(parsing: text).commandProblems(
      in: workspace.store.snapshot.model, workspace.environment, files)
  }

  @Test func `says which field it lacks`() throws {
    let command = try Configuration(
      parsing: "[commands.x]\nrun = [\"echo\", \"{Hots}\"]\n"
    ).command(of: "command.x")
    expectEqual(
      settle(actions.run(command, at: place("p1")) ?? []), ["x: server has no field Hots"])
  }

  @Test(arguments: [
    ("[commands.x]\nkey = \"S\"", "needs the program to run"),
    ("[commands.x]\nrun = []", "needs the program to run"),
    ("[commands.x]\nrun = [\"a\", \"\"]", "x has an empty argument 1"),
    ("[commands.x]\nrun = [\"a\", 3]", "takes a text in quotes"),
    ("[commands.x]\nrun = \"a\"\nkey = \"C-i\"", "the same for it as for Tab"),
    ("[commands.x]\nrun = \"a\"\nwith = \"b\"", "no setting is called commands.x.with"),
    ("[commands]\nx = \"a\"", "takes a table"),
    ("[commands.x]\nrun = \"a\"\nwait = \"yes\"", "takes true or false"),
    ("[commands.x]\nrun = \"a\"\ncollection = [\"a\", \"b\"]", "takes one text"),
    (
      "[commands.x]\nrun = \"a\"\nkey = \"S\"\n[commands.y]\nrun = \"a\"\nkey = \"S\"", "mean both"
    ),
    (
      "[commands.x]\nrun = \"a\"\nkey = \"S\"\n[keys]\n\"list.sort\" = \"S\"", "mean both"
    ),
  ])
  func `is refused with the reason`(text: String, reason: String) {
    let problems = Configuration.problems(in: text + "\n")
    expectTrue(problems.contains { $0.description.contains(reason) }, "\(problems)")
  }

  @Test func `reports its last line, and is among the jobs`() throws {
    let settings = try Configuration(parsing: Self.ssh)
    let command = settings.command(of: "command.ssh")
    guard case .hand(let program)? = actions.run(command, at: place("p1"))?.first else {
      Issue.record("nothing is run")
      return
    }
    let start = "end='"
    expectTrue(program.arguments[2].hasPrefix(start))
    let path = String(program.arguments[2].dropFirst(start.count).prefix { $0 != "'" })
    try workspace.fileSystem.makeFolder(path.parentFolder)
    try workspace.fileSystem.replace(path, with: Array("hello\r\nall good\r\n".utf8))
    expectEqual(settle(program.completion(.exited(3))), ["ssh ended with status 3: all good"])
    try expectTrue(!workspace.fileSystem.exists(path))
    let report = try #require(actions.jobs.reports.first)
    expectEqual(report.title, "Log in")
    expectEqual(report.state, .failed)
    expectEqual(report.outcome.result, "ssh ended with status 3: all good")
    expectEqual(report.outcome.details, ["web01; rm -rf ~: all good"])
  }

  @Test(arguments: [
    ("a\r\nb\r\n", "b"), ("", ""), ("\n \n", ""), ("1 %\r99 %\rdone\n", "done"),
    ("\u{1B}[1mbold\u{1B}[0m end\n", "bold end"), ("\u{1B}]0;title\u{7}text\n", "text"),
    ("\u{1B}[?1049hscreen\u{1B}[?1049l", ""),
    ("x\n\nScript done on 2026-11-30 [COMMAND_EXIT_CODE=\"3\"]\n", "x"),
    ("Script started on 2026-11-30 [COMMAND=\"x\"]\n\nScript done on 2026-11-30\n", ""),
  ])
  func `has the last line that a person saw`(output: String, line: String) {
    expectEqual(TerminalOutput(Array(output.utf8)).lastLine, line)
  }
}
