internal import CairnFiles
internal import CairnInterchange
internal import CairnKit
internal import CairnRecords
internal import CairnStore

extension RecordActions {
  /// Asks for a format, exports in the background, and passes the file and the subject to a mail
  /// program.
  func mail(_ target: Target) -> [Effect] {
    let formats = InterchangeFormat.exported
    let items = Menu.lettered(formats.map(\.title))
    let menu = Menu("Mail \(target.short) as", items, footer: .leaves) { [self] index in
      let format = formats[index]
      let folder = workspace.environment.cacheFolder + "/mail"
      var names = ExportFileNames(format)
      let path = folder + "/" + names.next(target.fileWords(in: client.snapshot))
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

  /// The file and subject for a mail program, and the job of the mailing.
  private struct Letter {
    let file: String
    let subject: String
    let job: Int
  }

  private func send(_ letter: Letter) -> [Effect] {
    let (environment, fileSystem) = (workspace.environment, workspace.fileSystem)
    let job = BackgroundJob {
      Mailer.available(environment, fileSystem)
    } completion: { [self] mailers in
      hand(letter, to: mailers[...])
    }
    return [.run(job)]
  }

  /// Runs the first available mail program, and the next one if it fails.
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
            // If the desktop can't be reached from here, its program exits with an error status.
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
    let job = BackgroundJob { [fileSystem = workspace.fileSystem] in
      // A leftover file in the cache does not make the mailing fail.
      try? fileSystem.remove(file)
    } completion: {
      _ in
      []
    }
    return [.run(job)]
  }
}

/// The person's programs for sending a file by mail.
///
/// | program | how it is run |
/// |---|---|
/// | `$CAIRN_MAILER` | with its own arguments, then the file and the subject |
/// | `xdg-email` | on a desktop, where it opens the mail program |
/// | `mutt` | on the terminal, where it asks for the address |
/// | `mail` | with an address, and the file as the text |
struct Mailer: Hashable, Sendable {
  /// A kind of program.
  enum Program: Hashable, Sendable {
    case own([String])
    case desktop
    case mutt
    case mail
  }

  let program: Program

  /// Returns the available mail programs, the preferred one first.
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

  /// Whether the program has read the file when it ends.
  ///
  /// Others may pass it to a program that keeps running.
  var isDoneAtItsEnd: Bool { program == .mutt || program == .mail }

  /// Whether the program needs the address as an argument.
  var needsAddress: Bool { program == .mail }

  /// Returns the command for a file.
  ///
  /// Each text that a person typed is a separate argument.
  func arguments(file: String, subject: String, address: String = "") -> [String] {
    switch program {
    case .own(let words): words + [file, subject]
    case .desktop: ["xdg-email", "--subject", subject, "--attach", file]
    case .mutt: ["mutt", "-s", subject, "-a", file]
    case .mail: ["sh", "-c", #"exec mail -s "$1" "$2" < "$3""#, "sh", subject, address, file]
    }
  }

  /// Returns advice if no mail program is available.
  ///
  /// - Parameters:
  ///   - file: the file that was to be sent.
  ///   - reason: why the last program could not be run; `nil` without one.
  /// - Returns: the advice, in sentences.
  static func advice(file: String, because reason: String? = nil) -> String {
    let (found, other) =
      reason.map { ("\($0).", "another one") } ?? ("No mail program was found.", "one")
    return "\(found) Set CAIRN_MAILER to \(other); it gets the file and the subject. Or install "
      + "mutt. The file is kept: \(file)"
  }
}
