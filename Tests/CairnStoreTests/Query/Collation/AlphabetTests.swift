import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `An alphabet` {
  @Test(arguments: [
    ("sv", "z zz å Åa ä öl"), ("sv", "Zorn Åberg Ärlig Öst"),
    ("fi", "u v w z å ä ö"), ("da", "ybd zoo æble øl Aabenraa Åse"),
    ("nb", "Ytre Zoo Ære Øl Å"), ("is", "ab áb bá da ða e é þ æ ö"),
    ("de", "a ä b o ö ss ß t"), ("es", "nz ñandú oca"),
    ("cs", "c cz č čz d h hz ch Ch i r ř s š z ž"), ("sk", "a az ä b c č d h ch i o oz ô p"),
    ("hr", "c č ć d dz dž đ e l lz lj m n nj o s š z ž"),
    ("hu", "c cz cs d dz dzs e g gy o ö ő öb p s sz t u ü z zs"),
    ("pl", "a az ą b c ć l ł m z zz ź ż"), ("ro", "a ă â b i î s ș t ț"),
    ("et", "s š z ž t u v w õ ä ö ü x y"), ("lv", "c č i y ib yc k ķ"),
    ("lt", "ir yra it yt j"), ("tr", "c ç g ğ h ı Ia i İb j o ö s ş u ü"),
    ("ru", "е ё ж и ия й к"), ("uk", "г ґ д е є ж и і ї й к"), ("bg", "и й к"),
  ])
  func `puts its letters where its readers look for them`(
    language: String, words: String
  ) throws {
    let alphabet = try #require(Alphabet(language))
    let words = words.split(separator: " ").map(String.init)
    for (left, right) in zip(words, words.dropFirst()) {
      expectTrue(
        CollationKey(left, in: alphabet) < CollationKey(right, in: alphabet),
        "\(left) before \(right) in \(language)")
    }
  }

  @Test(arguments: Alphabet.languages)
  func `gives equal keys exactly to canonically equivalent texts`(language: String) throws {
    let alphabet = try #require(Alphabet(language))
    var generator = SeededGenerator(seed: 7)
    let letters =
      ["a", "A", "\u{30A}", "\u{308}", "å", "Å", "c", "C", "h", "H", "z", "Z", "ž"]
      + ["d", "dž", "DŽ", "i", "I", "ı", "İ", "y", "ö", "ő", "ø", "æ", "й", "9", "09", " "]
    let texts = (0..<120).map { _ in
      (0..<generator.number(0...4)).map { _ in letters[generator.number(0...letters.count - 1)] }
        .joined()
    }
    for left in texts {
      for right in texts {
        let (first, second) = (CollationKey(left, in: alphabet), CollationKey(right, in: alphabet))
        expectEqual(first == second, left == right, "\(left) \(right)")
      }
    }
  }

  @Test func `is found by the name of a language or a locale`() {
    for name in ["sv", "SV", "sv_SE", "sv-SE.UTF-8"] {
      expectEqual(Alphabet(name)?.language, "sv", "\(name)")
    }
    expectEqual(Alphabet("nn_NO")?.language, "nb")
    for name in ["", "xx", "svenska", "C", "POSIX"] { expectEqual(Alphabet(name), nil, "\(name)") }
  }

  @Test func `decides the same in orders, sections, counts and filters, and may change`() throws {
    let options = ObjectStore.Options(
      folder: "/store", fileSystem: MemoryFileSystem(), clock: { Timestamp(microseconds: 0) })
    let store = try ObjectStore.create(
      options,
      modelText: """
        %rec: Town
        %attribute: Name string
        %title: Name
        """)
    let names = ["Zorn", "Öst", "Ahl", "Åberg", "Ärlig", "Oslo"]
    try Library.insert("Town", names.map { ["Name": .text($0)] }, into: store)
    let everywhere = ["Åberg", "Ahl", "Ärlig", "Oslo", "Öst", "Zorn"]
    let swedish = ["Ahl", "Oslo", "Zorn", "Åberg", "Ärlig", "Öst"]
    let moment = Timestamp(microseconds: 0)
    let name = FieldPath(["Name"])
    for (language, expected) in [(nil, everywhere), ("sv", swedish), (nil, everywhere)] {
      let conventions = Conventions(alphabet: language.flatMap { Alphabet($0) })
      let clock = WallClock(now: moment, localTime: .fixed(0), conventions: conventions)
      let snapshot = store.snapshot
      let sorts = try RecordSort.parse("Name")
      let sorted = try snapshot.fetch(FetchRequest(entity: "Town", sorts: sorts), at: clock)
      expectEqual(sorted.map(\.title), expected)
      let counted = try snapshot.frequencies(
        of: name, in: FetchRequest(entity: "Town"), at: clock)
      expectEqual(counted.map(\.title), expected)
      let late = FetchRequest(
        entity: "Town", predicate: try RecordPredicate.parse("name>=z"), sorts: sorts)
      let found = try snapshot.fetch(late, at: clock).map(\.title)
      expectEqual(found, Array(expected[(expected.firstIndex(of: "Zorn") ?? 0)...]))
    }
  }

  @Test func `is kept for texts beside the ranks of numbers`() {
    let columns = SortColumns()
    let alphabets: [Alphabet?] = [Alphabet("sv"), nil]
    var made = 0
    for _ in 0..<3 {
      for (index, alphabet) in alphabets.enumerated() {
        _ = columns.column(index, in: alphabet) {
          made += 1
          return SortColumn([], of: nil)
        }
      }
    }
    expectEqual(made, 2)
  }

  @Test func `of a week begins on the day of the conventions`() throws {
    // 2026-11-21 is a Saturday.
    let now = try #require(Timestamp("2026-11-21T12:00:00Z"))
    for (first, week, friday) in [
      (0, "2026-11-16", "2026-11-27"), (6, "2026-11-15", "2026-11-27"),
      (5, "2026-11-21", "2026-12-04"),
    ] {
      let clock = WallClock(
        now: now, localTime: .fixed(0), conventions: Conventions(firstWeekday: first))
      let days = try #require(TimeSpan("this week", at: clock)?.days)
      expectEqual(CalendarDate(days: days.lowerBound), CalendarDate(week))
      expectEqual(days.count, 7)
      let next = try #require(TimeSpan("next friday", at: clock)?.days)
      expectEqual(CalendarDate(days: next.lowerBound), CalendarDate(friday))
      let monday = Value.date(try #require(CalendarDate("2026-11-23")))
      expectEqual(Urgency(monday, at: clock), first == 5 ? .thisWeek : .later)
    }
  }
}
