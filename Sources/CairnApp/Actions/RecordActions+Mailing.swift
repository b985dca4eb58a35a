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
