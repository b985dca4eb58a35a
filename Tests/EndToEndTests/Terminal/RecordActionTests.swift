import Glibc
import TestSupport
import Testing

@Suite struct `The actions on a record` {
  private func start(_ home: Home, _ url: String) throws -> TerminalSession {
    let session = try home.start(url)
    try session.wait(forText: "x actions")
    return session
  }

  @Test func `export it in the background, and ask before a file is replaced`() throws {
    let home = try Home.withRecipes()
    let session = try start(home, "recipes/p1")
    try session.press("x", until: "Export as")
    try session.press("e", until: "Export Onion soup as")
    try session.press("j", until: "into the file")
    try session.press("\u{15}out.json\r", until: "exported 1 record to")
    expectTrue(home.text(of: "out.json").contains("\"Name\": \"Onion soup\""))

    try home.write("mine", to: "out.json")
    try session.press("xej", until: "into the file")
    try session.press("\u{15}out.json\r", until: "out.json exists")
    expectEqual(home.text(of: "out.json"), "mine")
    try session.press("r", until: "exported 1 record to")
    expectTrue(home.text(of: "out.json").contains("Onion soup"))
    // What is wrong with a path is said where it can be mended.
    try session.press("xej", until: "into the file")
    try session.press("\u{15}nowhere/out.json\r", until: "no folder")
    try session.press("\u{15}other.json\r", until: "exported 1 record to")
    expectTrue(home.text(of: "other.json").contains("Onion soup"))
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
    try expectTrue(home.output("jobs").contains("Export Onion soup to"))
  }

  @Test func `are in a window that is called as the screen is`() throws {
    let session = try start(try Home.withRecipes(), "recipes/p1")
    try session.wait(for: "the title") { $0.title == "Onion soup · Cairn" }
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test func `take a record out of what was open lately, until it is back`() throws {
    let home = try Home.withRecipes()
    let session = try start(home, "recipes/p1")
    try session.press("gh", until: "1    Onion soup")
    session.send("1")
    try session.press("d", until: "deleted Onion soup · u undoes it")
    expectTrue(!session.screen.text.contains("1    Onion soup"))
    try session.press("u", until: "1    Onion soup")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test func `say why no file can be written, and ask for another`() throws {
    let home = try Home.withRecipes()
    let session = try start(home, "recipes/p1")
    try session.press("xej", until: "into the file")
    try session.press("\u{15}/nowhere/at/all.json\r", until: "no folder /nowhere/at")
    try session.press("\u{1B}", until: "x actions")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test func `hand file and subject to the mail program`() throws {
    let home = try Home.withRecipes()
    try home.writeScript("cp \"$1\" \"$HOME/sent\"\necho \"$2\" > \"$HOME/subject\"", to: "m.sh")
    let session = try home.start("recipes/p1", environment: ["CAIRN_MAILER": "\(home.path)/m.sh"])
    try session.wait(forText: "x actions")
    try session.press("xmj", until: "handed to")
    expectTrue(home.text(of: "sent").contains("\"Name\": \"Onion soup\""))
    expectEqual(home.text(of: "subject"), "Onion soup\n")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test func `keep what became of the mail with its job`() throws {
    let home = try Home.withRecipes()
    try home.write("#!/bin/sh\nexit $(cat \"$HOME/status\")\n", to: "m.sh")
    try home.shell("chmod +x m.sh; echo 3 > status")
    let session = try home.start("recipes/p1", environment: ["CAIRN_MAILER": "\(home.path)/m.sh"])
    try session.wait(forText: "x actions")
    try session.press("xmj", until: "m.sh ended with status 3")
    try session.terminal.wait(
      for: "the failed job",
      outside: {
        (try? home.output("jobs").contains("failed")) == true
      })
    try expectTrue(home.output("jobs").contains("ended with status 3; the file is kept: "))
    try home.shell("echo 0 > status")
    try session.press("xmj", until: "handed to")
    try session.terminal.wait(
      for: "the mail's job",
      outside: {
        (try? home.output("jobs").contains("handed to")) == true
      })
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test func `say what to do where there is no mail program`() throws {
    let home = try Home.withRecipes()
    let session = try home.start("recipes/p1", environment: ["PATH": "/nowhere"])
    try session.wait(forText: "x actions")
    try session.press("xmj", until: "No mail program was found")
    session.send("\r")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test func `copy by the terminal, in the sequence that it knows`() throws {
    let home = try Home.withRecipes()
    let session = try start(home, "recipes/p1")
    try session.press("xyu", until: "sent the URL to the terminal")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test func `are those of the list, and of its row`() throws {
    let home = try Home.withRecipes()
    let session = try start(home, "recipes")
    try session.press("x", until: "Export the list as")
    try session.press("ec", until: "into the file")
    try session.press("\u{15}all.csv\r", until: "exported 3 records to")
    expectTrue(home.text(of: "all.csv").split(separator: "\n").count >= 4)
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test func `are exported as they are shown, under a name that is free`() throws {
    let home = try Home.withRecipes()
    try home.write("mine", to: "recipes.csv")
    let session = try home.start("recipes?columns=Name,Rating&sort=Name")
    try session.wait(forText: "x actions")
    try session.press("x", until: "Export the list as")
    try session.press("e", until: "CSV of the columns shown")
    try session.press("G\r", until: "/recipes-2.csv")
    try session.press("\r", until: "exported 3 records to")
    let lines = home.text(of: "recipes-2.csv").split(whereSeparator: \.isNewline)
    expectTrue(lines.first == "Name,Rating" && lines.count == 4)
    expectEqual(home.text(of: "recipes.csv"), "mine")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }
}

@Suite struct `A program of one's own` {
  @Test func `gets the terminal and the record's values, and gives the terminal back`() throws {
    let home = try Home.withRecipes()
    try home.shell("mkdir -p .config/cairn")
    try home.writeScript("printf '%s|' \"$@\" > told\necho told; read line", to: "tell")
    try home.write(
      "[commands.tell]\nrun = [\"\(home.path)/tell\", \"{Name}\", \"{url}\"]\nkey = \"T\"\n",
      to: ".config/cairn/config.toml")
    let session = try home.start("recipes")
    try session.wait(forText: "Onion soup")
    session.send("T")
    try session.wait(forText: "told")
    try session.press("\n", until: "? help")
    try expectEqual(home.shell("cat told").output, "Onion soup|cairn://recipes/p1|")
    // The sheet of what can be done has it, too.
    try home.shell("rm told")
    try session.press("x", until: "1  Tell")
    session.send("1")
    try session.wait(for: "the program") { $0.text.contains("told") }
    try session.press("\n", until: "? help")
    try expectEqual(home.shell("cat told").output, "Onion soup|cairn://recipes/p1|")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }
}

@Suite struct `What a program of one's own says` {
  @Test func `can be read where that is wanted, and where it failed at once`() throws {
    let home = try Home.withRecipes()
    try home.shell("mkdir -p .config/cairn")
    try home.write(
      """
      [commands.say]
      run = ["echo", "It is", "{Name}"]
      key = "T"
      wait = true
      [commands.fail]
      run = ["sh", "-c", "echo it went wrong >&2; exit 3"]
      key = "Y"
      [commands.pass]
      run = ["touch", "passed"]
      key = "Z"
      """, to: ".config/cairn/config.toml")
    let session = try home.start("recipes")
    try session.wait(forText: "Onion soup")
    try session.press("T", until: "[Enter goes back]")
    expectTrue(session.screen.text.contains("It is Onion soup"))
    try session.press("\n", until: "Say is done: It is Onion soup")
    try session.press("Y", until: "it went wrong")
    // Keys that come while the program runs are the program's.
    try session.wait(for: "the second question") { screen in
      screen.text.ranges(of: "[Enter goes back]").count == 2
    }
    try session.press("\n", until: "fail ended with status 3: it went wrong")
    try session.press("Z", until: "Pass is done")
    try session.press("j", until: "2 of 3")
    expectTrue(home.names(in: "").contains("passed"))
    // Of several it says which it is, and Ctrl-C ends them all.
    session.send("gaTa")
    try session.wait(for: "the first") { screen in
      screen.text.contains("(1 of 3)")
        && screen.text.contains("[Enter goes on to the next, 2 left; Ctrl-C ends them]")
    }
    try session.press("\n", until: "(2 of 3)")
    try session.wait(forText: "1 left; Ctrl-C ends them]")
    try session.press("\u{3}", until: "(2 of 3) ended with status 130")
    try session.press("gw", until: "Say for 3 records")
    expectTrue(session.screen.text.contains("Pass"))
    let jobs = try home.json("jobs", "--format", "json").array ?? []
    expectEqual(jobs.map { $0["kind"]?.string }, Array(repeating: "command", count: 4))
    expectEqual(jobs.last?["result"]?.string, "Say is done: It is Onion soup")
    expectTrue(home.names(in: ".cache/cairn/shell").isEmpty)
  }
}

@Suite struct `A record as text in the editor` {
  @Test func `is saved as one change, which undo takes back`() throws {
    let home = try Home.withRecipes()
    try home.writeScript("sed -i 's/^Rating: 4/Rating: 2/' \"$1\"", to: "ed")
    let session = try home.start("recipes/p1", environment: ["EDITOR": "\(home.path)/ed"])
    try session.wait(forText: "Onion soup")
    try session.press("E", until: "saved Onion soup · u undoes it")
    try expectTrue(home.output("list", "recipes", "Rating=2", "--count") != "0\n")
    try session.press("u", until: "undone")
    try expectTrue(home.output("show", "recipes/p1").contains("Rating  4"))
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test(arguments: [true, false])
  func `is what undo takes back, not what others saved meanwhile`(isEdited: Bool) throws {
    let home = try Home.withRecipes()
    let edit = isEdited ? "sed -i 's/^Rating: 4/Rating: 2/' \"$1\"" : "true"
    try home.writeScript("touch open; until [ -e done ]; do sleep 0.05; done; \(edit)", to: "ed")
    let session = try home.start("recipes/p1", environment: ["EDITOR": "\(home.path)/ed"])
    try session.wait(forText: "Onion soup")
    session.send("E")
    try session.terminal.wait(for: "the editor", outside: { home.names(in: "").contains("open") })
    try home.output("set", "recipes/p2", "Rating=1")
    try home.write("", to: "done")
    try session.wait(
      forText: isEdited ? "saved Onion soup · u undoes it" : "nothing was changed")
    try session.press("u", until: isEdited ? "undone" : "nothing to undo")
    try expectTrue(home.output("show", "recipes/p1").contains("Rating  4"))
    try expectTrue(home.output("show", "recipes/p2").contains("Rating  1"))
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test func `is given up where the text is left as it is wrong, and says where it is kept`() throws
  {
    let home = try Home.withRecipes()
    try home.writeScript("sed -i 's/^Rating: 4/Rating: many/' \"$1\"", to: "ed")
    let session = try home.start(
      "recipes/p1", environment: ["EDITOR": "\(home.path)/ed"], columns: 200)
    try session.wait(forText: "Onion soup")
    try session.press("E", until: "[Enter goes back]")
    let kept = ".local/state/cairn/edit/recipes.rec"
    let reason =
      #"Rating needs a whole number from 0 to 5, not "many"; the text is kept in ~/\#(kept)"#
    expectTrue(session.screen.text.contains(reason))
    expectTrue(home.text(of: kept).contains("Rating: many"))
    try session.press("\r", until: "nothing was saved: editing ended with status 1")
    try expectTrue(home.output("show", "recipes/p1").contains("Rating  4"))
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test(arguments: [
    "sed -i 's/^Rating: 4/Rating: many/;/^#/d' \"$1\"", "stty raw -echo </dev/tty; exit 3",
  ])
  func
    `is given up where a program for it comes to no end or leaves the terminal as it should not be`(
      program: String
    ) throws
  {
    let home = try Home.withRecipes()
    try home.writeScript(program, to: "ed")
    let session = try home.start("recipes/p1", environment: ["EDITOR": "\(home.path)/ed"])
    try session.wait(forText: "Onion soup")
    try session.press("E", until: "[Enter goes back]")
    try session.press("\r", until: "nothing was saved: editing ended with status 1")
    try expectTrue(home.output("show", "recipes/p1").contains("Rating  4"))
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test func `keeps what others made of the model while the edited one was none`() throws {
    let home = try Home.withRecipes()
    try home.write("Name\nHammer\n", to: "tools.csv")
    let breaking = "sed -i 's/to-one Author/to-one Nobody/' \"$1\""
    let program = Home.program
    try home.writeScript("'\(program)' import tools.csv\n\(breaking)", to: "ed")
    let session = try home.start(
      "~model", environment: ["EDITOR": "\(home.path)/ed"], columns: 200)
    try session.wait(forText: "recipes")
    try session.press("E", until: "The model can't be saved")
    try home.write(
      "#!/bin/sh\nsed -i 's/to-one Nobody/to-one Author/; s/range 0 5/range 0 9/' \"$1\"\n",
      to: "ed")
    try session.press("\r", until: "the model is saved · u undoes it")
    try expectEqual(home.output("list", "tools", "--count"), "1\n")
    try expectTrue(home.output("model", "show").contains("%type: Rating range 0 9"))
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test func `keeps the model where the edited one is none, and the text beside it`() throws {
    let home = try Home.withRecipes()
    try home.writeScript("sed -i 's/to-one Author/to-one Nobody/' \"$1\"", to: "ed")
    let model = try home.output("model", "show")
    let session = try home.start(
      "~model", environment: ["EDITOR": "\(home.path)/ed"], columns: 200)
    try session.wait(forText: "recipes")
    try session.press("E", until: "The model can't be saved")
    expectTrue(session.screen.text.contains("the model is unchanged: line "))
    try expectEqual(home.output("model", "show"), model)
    let kept = ".local/state/cairn/edit/model.rec"
    expectTrue(home.text(of: kept).hasPrefix("#! line "))
    expectTrue(home.text(of: kept).contains("to-one Nobody"))
    // What the editor does now mends it, and says why it was none no more.
    let mending = "sed -i 's/to-one Nobody/to-one Author/; 3i # Food' \"$1\""
    try home.write("#!/bin/sh\n\(mending)\n", to: "ed")
    try session.press("\r", until: "the model is saved · u undoes it")
    try home.output("store", "fold")
    expectTrue(home.text(of: ".local/share/cairn/model/1.rec").contains("# Food\n"))
    expectEqual(home.names(in: ".local/state/cairn/edit"), [])
    try session.press("u", until: "undone: ")
    try expectEqual(home.output("model", "show"), model)
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
    try expectEqual(home.output("store", "verify"), "")
  }

  @Test func `ends where the editor leaves what is no text`() throws {
    let home = try Home.withRecipes()
    try home.writeScript("echo x >>runs; printf 'Name: a\\0b\\n' >\"$1\"", to: "ed")
    let session = try home.start(
      "recipes/p1", environment: ["EDITOR": "\(home.path)/ed"], columns: 200)
    try session.wait(forText: "Onion soup")
    try session.press("E", until: "the text is kept in ~/.local/state/cairn/edit/recipes.rec")
    expectEqual(home.text(of: "runs"), "x\n")
    try session.press("\r", until: "nothing was saved: editing ended with status 1")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test func `is the whole model too, and says what came of it`() throws {
    let home = try Home.withRecipes()
    try home.writeScript("sed -i 's/range 0 5/range 0 9/' \"$1\"", to: "ed")
    let session = try home.start("~model", environment: ["EDITOR": "\(home.path)/ed"])
    try session.wait(forText: "recipes")
    try session.press("E", until: "the model is saved · u undoes it")
    try expectTrue(home.output("model", "show").contains("%type: Rating range 0 9"))
    try session.press("E", until: "the model is unchanged")
    try session.press("u", until: "undone: ")
    try expectTrue(home.output("model", "show").contains("%type: Rating range 0 5"))
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }
}
