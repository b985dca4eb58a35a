internal import CairnFiles
internal import CairnInterchange
internal import CairnKit
internal import CairnRecords
internal import CairnStore

extension RecordActions {
  /// Asks for a format, exports in the background, and hands file and subject to the mail program.
  func mail(_ target: Target) -> [Effect] {
    let formats = InterchangeFormat.allCases
    let items = Menu.lettered(formats.map(\.title))
    let menu = Menu("Mail \(target.short) as", items, footer: .leaves) { [self] index in
      let format = formats[index]
      let folder = workspace.environment.cacheFolder + "/mail"
      var names = ExportFileNames(format)
      let path = folder + "/" + names.next(target.fileWords(in: desk.snapshot))
      return jobs.start(
        .mail, "Mail \(target.title) as \(format.title)", doing: "exporting \(target.short)"
      ) { [workspace] control throws(AppError) in
        do throws(FileError) {
          try workspace.fileSystem.makeFolder(folder)
        } catch {
          throw .failed(error.description)
        }
        return .done(
          try workspace.export(
            target.url, only: target.keys, as: format, to: path, under: control))
      } completion: { [self] report in
        report.announced(failure: "The export failed", canceled: "nothing was mailed") {
          send(Letter(file: path, subject: target.title, job: report.number))
        }
      }
    }
    return [.present(menu)]
  }

  /// What a mail program gets, and the job that it is part of.
  private struct Letter {
    let file: String
    let subject: String
    let job: Int
  }

  private func send(_ letter: Letter) -> [Effect] {
    let (environment, fileSystem) = (workspace.environment, workspace.fileSystem)
    let job = Job {
      Mailer.available(environment, fileSystem)
    } completion: { [self] mailers in
      hand(letter, to: mailers[...])
    }
    return [.run(job)]
  }

  /// Runs the first of the mail programs that can be, and the next where it could not do it.
  private func hand(
    _ letter: Letter, to mailers: ArraySlice<Mailer>, after reason: String? = nil
  ) -> [Effect] {
    guard let mailer = mailers.first else {
      let advice = Mailer.advice(file: shownFile(of: letter), because: reason)
      let result = "\(reason ?? "no mail program was found"); \(kept(letter))"
      return jobs.amend(letter.job, .failed, result)
        + [.present(Notice("No program sends mail here", advice))]
    }
    let run = { [self] (address: String) -> [Effect] in
      let arguments = mailer.arguments(
        file: letter.file, subject: letter.subject, address: address)
      return [
        .hand(
          ForegroundProgram(arguments) { [self] end in
            switch end {
            case .exited(0): handed(letter, to: mailer, arguments[0])
            // A desktop that isn't reached from here says so by its status.
            case .exited(let status) where mailer.program == .desktop:
              hand(
                letter, to: mailers.dropFirst(), after: Self.words(status, of: arguments[0]))
            case .failed(let problem): hand(letter, to: mailers.dropFirst(), after: problem)
            case .exited(let status):
              jobs.amend(
                letter.job, .failed, "\(Self.words(status, of: arguments[0])); \(kept(letter))")
                + [.say(Message(Self.words(status, of: arguments[0]), tone: .warning))]
            }
          })
      ]
    }
    guard mailer.needsAddress else { return run("") }
    let prompt = TextPrompt("Mail to", footer: .taking("sends")) { address in
      let address = address.trimmingBlanks()
      return address.isEmpty ? [] : run(address)
    }
    return [.present(prompt)]
  }

  private func handed(_ letter: Letter, to mailer: Mailer, _ program: String) -> [Effect] {
    let result = "handed to \(program)"
    return (mailer.isDoneAtItsEnd ? remove(letter.file) : [])
      + jobs.amend(letter.job, .done, result) + [.say(Message(result, tone: .good))]
  }

  private static func words(_ status: Int32, of program: String) -> String {
    "\(program) ended with status \(status)"
  }

  private func shownFile(of letter: Letter) -> String {
    workspace.environment.abbreviated(letter.file)
  }

  private func kept(_ letter: Letter) -> String { "the file is kept: \(shownFile(of: letter))" }

  /// Removes a file that was only made to be mailed.
  private func remove(_ file: String) -> [Effect] {
    let job = Job { [fileSystem = workspace.fileSystem] in
      // That it stays in the cache is no failure of the mail.
      try? fileSystem.remove(file)
    } completion: {
      _ in
      []
    }
    return [.run(job)]
  }
}

/// The programs of a person's that can send a file by mail.
///
/// | program | how it is run |
/// |---|---|
/// | `$CAIRN_MAILER` | with its own words, then the file and the subject |
/// | `xdg-email` | on a desktop, which opens the mail program there |
/// | `mutt` | on the terminal, which asks for the address |
/// | `mail` | with an address, and the file as the text |
struct Mailer: Hashable, Sendable {
  /// A program, by how it is run.
  enum Program: Hashable, Sendable {
    case own([String])
    case desktop
    case mutt
    case mail
  }

  let program: Program

  /// The mail programs that there are, the one to try first in front.
  static func available(
    _ environment: Environment, _ fileSystem: any FileSystem
  ) -> [Mailer] {
    let isThere = { environment.hasProgram($0, on: fileSystem) }
    var programs: [Program] = []
    if let own = environment["CAIRN_MAILER"] {
      programs.append(.own(own.split(separator: " ").map(String.init)))
    }
    let hasDesktop = environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil
    if hasDesktop, isThere("xdg-email") { programs.append(.desktop) }
    if isThere("mutt") { programs.append(.mutt) }
    if isThere("mail") { programs.append(.mail) }
    return programs.map(Mailer.init)
  }

  /// Whether it has read the file once it has ended; others may hand it to a program that runs on.
  var isDoneAtItsEnd: Bool { program == .mutt || program == .mail }

  /// Whether it must be told the address.
  var needsAddress: Bool { program == .mail }

  /// What to run for a file; what a person typed is always a word of its own.
  func arguments(file: String, subject: String, address: String = "") -> [String] {
    switch program {
    case .own(let words): words + [file, subject]
    case .desktop: ["xdg-email", "--subject", subject, "--attach", file]
    case .mutt: ["mutt", "-s", subject, "-a", file]
    case .mail: ["sh", "-c", #"exec mail -s "$1" "$2" < "$3""#, "sh", subject, address, file]
    }
  }

  /// What a person can do where none of them is there.
  ///
  /// - Parameters:
  ///   - file: the file that was to be sent.
  ///   - reason: why the last of them could not be run; `nil` where there is none.
  /// - Returns: the advice, in sentences.
  static func advice(file: String, because reason: String? = nil) -> String {
    let (found, other) =
      reason.map { ("\($0).", "another one") } ?? ("No mail program was found.", "one")
    return "\(found) Set CAIRN_MAILER to \(other); it gets the file and the subject. Or install "
      + "mutt. The file is kept: \(file)"
  }
}
