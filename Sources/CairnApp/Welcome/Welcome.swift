public import CairnFiles
internal import CairnKit
public import CairnNavigation

/// The first screen of all if there is no store yet.
///
/// Each way to begin is one key.
public struct Welcome {
  /// A way to begin.
  public enum Choice: Hashable, Sendable {
    /// Leave without a store.
    case leave
    /// Open a sample, in a store of its own.
    case demo(Sample)
    /// Create an empty store.
    case empty
    /// Import a file, on the import screen, which shows the preview or asks for the file.
    case importing(ScreenURL)
  }

  private let path: String
  private let environment: Environment
  private let fileSystem: any FileSystem

  /// Prepares the screen.
  ///
  /// - Parameters:
  ///   - path: the path of a new store, unless a demo is chosen.
  ///   - environment: the process environment.
  ///   - fileSystem: the file system with the files to import.
  public init(
    _ path: String, environment: Environment, fileSystem: any FileSystem = RealFileSystem()
  ) {
    self.path = path
    self.environment = environment
    self.fileSystem = fileSystem
  }

  /// Shows the screen on the terminal until the person chooses.
  ///
  /// No file is written before that.
  ///
  /// - Parameter isPlain: whether the screen is drawn for a screen reader.
  /// - Returns: the person's choice.
  /// - Throws: ``AppError/failed(_:)`` if there is no terminal.
  public func ask(isPlain: Bool = false) throws(AppError) -> Choice {
    let answer = Answer()
    var application = application(answer)
    application.look(
      as: try? ConfigurationFile(environment, fileSystem).configuration(), isPlain: isPlain)
    do throws(ApplicationError) {
      try application.run()
    } catch {
      throw .failed(error.description)
    }
    return answer.choice
  }

  private func application(_ answer: Answer) -> Application {
    let isNew = isNew(.favored)
    let others = Sample.all.filter { $0.name != Sample.favored.name }
    var importing = choice(
      "f", "Import a file", "after a preview", .importing(ImportScreens.url), answer)
    importing.actions = [.importShown, .importFile]
    let choices = [
      choice(
        "d", isNew ? "Look around in the demo" : "Go on in the demo",
        isNew
          ? "\(Sample.favored.name), in a separate folder"
          : "where you left it, as cairn demo does",
        .demo(.favored), answer),
      WelcomeScreen.Choice(
        "s", "Look around in another sample",
        detail: others.map(\.name).joined(separator: ", "),
        effects: [.present(menu(of: others, answer))]),
      choice(
        "e", "Start with an empty store", environment.abbreviated(path), .empty, answer),
      importing,
    ]
    // The first screen must not wait for a slow folder.
    let nearby = ImportableFile.nearby(environment, fileSystem, withFolders: false)
    // These files leave room for the keys below; a further key lists more files.
    let files = zip("123456", nearby).map { letter, file in
      choice(
        letter, file.name, environment.abbreviated(file.path),
        .importing(ImportScreens.url(of: file.path)), answer)
    }
    do throws(NavigationError) {
      let map = try URLMap<any Screen>(home: ScreenURL(["~welcome"])) {
        Route("cairn://~welcome") { () -> any Screen in
          WelcomeScreen(choices: choices, files: files)
        }
      }
      var application = Application(map)
      application.keepsState = false
      return application
    } catch {
      preconditionFailure("the welcome's only route contradicts itself: \(error)")
    }
  }

  /// Returns whether a sample was never opened.
  private func isNew(_ sample: Sample) -> Bool {
    let path = StoreLocation.demo(sample.name, environment: environment)
    return (try? Workspace.isVacant(path, fileSystem)) ?? true
  }

  private func menu(of samples: [Sample], _ answer: Answer) -> Menu {
    var items = Menu.lettered(samples.map(\.name))
    for (place, sample) in samples.enumerated() where !isNew(sample) {
      items[place].detail = "where you left it"
    }
    return Menu("Samples", items, footer: .leaves) { place in
      Farewell { answer.choice = .demo(samples[place]) }.effects
    }
  }

  private func choice(
    _ letter: Character, _ title: String, _ detail: String, _ choice: Choice, _ answer: Answer
  ) -> WelcomeScreen.Choice {
    let done = Farewell { answer.choice = choice }
    return WelcomeScreen.Choice(letter, title, detail: detail, effects: done.effects)
  }
}

/// The person's choice.
private final class Answer {
  var choice = Welcome.Choice.leave
}

/// An action that runs when the screen is left for good.
private struct Farewell {
  let effects: [Effect]

  init(_ body: @escaping () -> Void) {
    effects = [
      .run(
        BackgroundJob(lane: .writer, holdsKeys: true, work: { true }) { _ in
          body()
          return [.quit]
        })
    ]
  }
}
