public import CairnFiles
internal import CairnKit
public import CairnNavigation

/// The very first screen, where there is no store yet: how to begin, in one key.
public struct Welcome {
  /// How a person begins.
  public enum Choice: Hashable, Sendable {
    /// Not at all.
    case leave
    /// With a sample, in a store of its own.
    case demo(Sample)
    /// With an empty store.
    case empty
    /// With the records of a file: on the screen that shows what would come of it, or that asks
    /// which file.
    case importing(ScreenURL)
  }

  private let path: String
  private let environment: Environment
  private let fileSystem: any FileSystem

  /// Prepares the screen.
  ///
  /// - Parameters:
  ///   - path: where the store is made, if it isn't the demo's.
  ///   - environment: the run that the person began.
  ///   - fileSystem: where files to import are looked for.
  public init(
    _ path: String, environment: Environment, fileSystem: any FileSystem = RealFileSystem()
  ) {
    self.path = path
    self.environment = environment
    self.fileSystem = fileSystem
  }

  /// Shows the screen on the terminal until something is chosen.
  ///
  /// Nothing is written before.
  ///
  /// - Parameter isPlain: whether it is drawn for who has it read aloud.
  /// - Returns: what was chosen.
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
      choice(
        "f", "Import a file", "after a preview",
        .importing(ImportScreens.url), answer),
    ]
    let nearby = ImportableFile.nearby(environment, fileSystem)
    // As many as leave room for the keys below; the others are one key further.
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
      return Application(map)
    } catch {
      preconditionFailure("the welcome's only route contradicts itself: \(error)")
    }
  }

  /// Whether a sample was never opened.
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

/// What was chosen, once something was.
private final class Answer {
  var choice = Welcome.Choice.leave
}

/// Something that is done before the screen is left for good.
private struct Farewell {
  let effects: [Effect]

  init(_ body: @escaping () -> Void) {
    effects = [
      .run(
        Job(lane: .writer, holdsKeys: true, work: { true }) { _ in
          body()
          return [.quit]
        })
    ]
  }
}
