/// The names of months and weekdays in seven languages, whole and in their usual short forms.
///
/// No short form means different months in two languages.
enum MonthWords {
  /// Returns the month that a word names, from 1; `nil` for another word.
  static func month(_ word: ArraySlice<UInt8>) -> Int? { place(of: word, in: months) }

  /// Returns whether a word names a weekday.
  static func isWeekday(_ word: ArraySlice<UInt8>) -> Bool { place(of: word, in: weekdays) != nil }

  /// The longest name, in bytes.
  private static let longest = 12

  private static func place(of word: ArraySlice<UInt8>, in names: [String: Int]) -> Int? {
    guard (3...longest).contains(word.count) else { return nil }
    return names[String(decoding: word, as: UTF8.self).lowercased()]
  }

  private static let months = places(
    english: [
      "january", "february", "march", "april", "may", "june", "july", "august", "september",
      "october", "november", "december",
    ],
    others: [
      // German
      "januar jänner jän", "februar feber", "märz maerz mär mrz", "april", "mai", "juni", "juli",
      "august", "september", "oktober okt", "november", "dezember dez",
      // French
      "janvier janv", "février fevrier févr fevr fév fev", "mars", "avril avr", "mai", "juin",
      "juillet juil", "août aout", "septembre", "octobre", "novembre", "décembre decembre déc",
      // Spanish
      "enero ene", "febrero", "marzo", "abril abr", "mayo", "junio", "julio", "agosto ago",
      "septiembre setiembre set", "octubre", "noviembre", "diciembre dic",
      // Italian
      "gennaio gen", "febbraio", "marzo", "aprile", "maggio mag", "giugno giu", "luglio lug",
      "agosto", "settembre sett", "ottobre ott", "novembre", "dicembre",
      // Dutch
      "januari", "februari", "maart mrt", "april", "mei", "juni", "juli", "augustus", "september",
      "oktober", "november", "december",
      // Portuguese
      "janeiro", "fevereiro", "março marco", "abril", "maio", "junho", "julho", "agosto",
      "setembro", "outubro out", "novembro", "dezembro",
    ])

  private static let weekdays = places(
    english: ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
    others: [
      "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag sonnabend", "sonntag",
      "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche",
      "lunes", "martes", "miércoles miercoles", "jueves", "viernes", "sábado sabado", "domingo",
      "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica",
      "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag",
    ])

  /// Returns the places of words: of English ones also shortened to three or four letters.
  private static func places(english: [String], others: [String]) -> [String: Int] {
    var places: [String: Int] = [:]
    for (place, name) in english.enumerated() {
      for word in [name, String(name.prefix(4)), String(name.prefix(3))] {
        places[word] = place + 1
      }
    }
    for (place, names) in others.enumerated() {
      for word in names.split(separator: " ") {
        places[String(word)] = place % english.count + 1
      }
    }
    return places
  }
}
