internal import CairnFiles
internal import CairnInterchange
internal import CairnKit
internal import CairnRecords

extension RecordActions {
  /// Asks for a format, exports in the background, and hands file and subject to the mail program.
  func mail(_ target: Target) -> [Effect] {
    chooseFormat("Mail \(target.short) as") { [self] format in
      let folder = workspace.environment.cacheFolder + "/mail"
      let path = folder + "/" + target.fileName(format, in: desk.snapshot)
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
          send(path, subject: target.title)
        }
      }
    }
  }

  private func send(_ file: String, subject: String) -> [Effect] {
    let (environment, fileSystem) = (workspace.environment, workspace.fileSystem)
    let job = Job {
      Mailer.available(environment, fileSystem)
    } completion: { [self] mailers in
      hand(file, subject, to: mailers[...])
    }
    return [.run(job)]
  }

  /// Runs the first of the mail programs that can be, and the next where it could not do it.
  private func hand(
    _ file: String, _ subject: String, to mailers: ArraySlice<Mailer>, after reason: String? = nil
  ) -> [Effect] {
    guard let mailer = mailers.first else {
      let shown = workspace.environment.abbreviated(file)
      let advice = Mailer.advice(file: shown, because: reason)
      return [.present(Notice("Nothing here sends mail", advice))]
    }
    let run = { [self] (address: String) -> [Effect] in
      let arguments = mailer.arguments(file: file, subject: subject, address: address)
      return [
        .hand(
          ForegroundProgram(arguments) { [self] end in
            switch end {
            case .exited(0):
              (mailer.isDoneAtItsEnd ? remove(file) : [])
                + [.say(Message("handed to \(arguments[0])", tone: .good))]
            // A desktop that isn't reached from here says so by its status.
            case .exited(let status) where mailer.program == .desktop:
              hand(
                file, subject, to: mailers.dropFirst(),
                after: "\(arguments[0]) ended with status \(status)")
            case .failed(let problem):
              hand(file, subject, to: mailers.dropFirst(), after: problem)
            case .exited(let status):
              [.say(Message("\(arguments[0]) ended with status \(status)", tone: .warning))]
            }
          })
      ]
    }
    guard mailer.needsAddress else { return run("") }
    let prompt = TextPrompt("Mail to", footer: "Enter sends · Esc leaves") { address in
      let address = address.trimmingBlanks()
      return address.isEmpty ? [] : run(address)
    }
    return [.present(prompt)]
  }

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
