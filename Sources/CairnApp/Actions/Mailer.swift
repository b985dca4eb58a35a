internal import CairnFiles

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
