internal import CairnFiles
internal import CairnJSON
internal import CairnStore

/// The settings for the order of letters and for weeks.
extension Configuration {
  /// The word for the order of letters that is the same everywhere.
  private static let noLanguage = "none"

  /// Reads the tables `sort` and `time`.
  mutating func readConventions(_ reader: inout ConfigurationReader) {
    reader.allow(["locale"], in: "sort")
    reader.allow(["first-weekday"], in: "time")
    if let word = reader.text("sort", "locale"), word != Self.noLanguage {
      conventions.alphabet = Alphabet(word)
      if conventions.alphabet == nil {
        let codes = ([Self.noLanguage] + Alphabet.languages).joined(separator: ", ")
        reader.refuse("sort", "locale", expected: "one of \(codes)")
      }
    }
    if let word = reader.text("time", "first-weekday") {
      if let day = Conventions.weekdays.firstIndex(of: word.lowercased()) {
        conventions.firstWeekday = day
      } else {
        let words = Conventions.weekdays.joined(separator: ", ")
        reader.refuse("time", "first-weekday", expected: "one of \(words)")
      }
    }
  }

  /// The settings with their values.
  var conventionSettings: [Setting] {
    [
      Setting(
        name: "sort.locale", value: .string(conventions.alphabet?.language ?? Self.noLanguage)),
      Setting(
        name: "time.first-weekday",
        value: .string(Conventions.weekdays[conventions.firstWeekday])),
    ]
  }

  /// Returns the possible values of one of these settings; `nil` for other settings.
  func conventionChoices(of name: String) -> [Choice]? {
    switch name {
    case "sort.locale":
      [Choice(value: .string(Self.noLanguage), detail: "å with a, on every machine")]
        + Alphabet.languages.map {
          Choice(value: .string($0), detail: Alphabet($0)?.name ?? "")
        }
    case "time.first-weekday": Conventions.weekdays.map { Choice(value: .string($0)) }
    default: nil
    }
  }
}

extension Environment {
  /// The environment with the conventions of the person's settings, if they can be read.
  func following(_ configuration: Result<Configuration, AppError>) -> Environment {
    var environment = self
    environment.conventions = (try? configuration.get())?.conventions ?? Conventions()
    return environment
  }

  /// The environment with the conventions of the person's settings file.
  public var withConventions: Environment {
    following(ConfigurationFile(self, RealFileSystem()).reading)
  }
}
