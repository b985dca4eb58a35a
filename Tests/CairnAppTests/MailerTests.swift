internal import CairnFiles
import Testing

@testable internal import CairnApp

@Suite struct `The mail program` {
  private let files = MemoryFileSystem()

  private func install(_ name: String, permissions: UInt16 = 0o755) throws {
    try files.makeFolder("/bin")
    try files.open("/bin/\(name)", .create).setPermissions(permissions)
  }

  private func available(_ variables: [String: String]) throws -> [Mailer.Program] {
    let environment = try Environment.fixture(["PATH": "/nowhere:/bin"].merging(variables) { $1 })
    return Mailer.available(environment, files).map(\.program)
  }

  @Test func `is the person's own first, and the desktop's only on a desktop`() throws {
    for name in ["xdg-email", "mutt", "mail"] { try install(name) }
    #expect(try available([:]) == [.mutt, .mail])
    #expect(try available(["DISPLAY": ":0"]) == [.desktop, .mutt, .mail])
    #expect(
      try available(["CAIRN_MAILER": "aerc -q", "WAYLAND_DISPLAY": "wayland-0"])
        == [.own(["aerc", "-q"]), .desktop, .mutt, .mail])
  }

  @Test func `is none where nothing can be run`() throws {
    try install("mutt", permissions: 0o644)
    try files.makeFolder("/bin/mail")
    #expect(try available([:]) == [])
  }

  @Test func `gets the subject and the file as words of their own, whatever is in them`() {
    let (file, subject) = ("/tmp/a b; rm.json", "$(reboot) \"soup\"")
    #expect(
      Mailer(program: .own(["aerc", "-q"])).arguments(file: file, subject: subject)
        == ["aerc", "-q", file, subject])
    #expect(
      Mailer(program: .mutt).arguments(file: file, subject: subject)
        == ["mutt", "-s", subject, "-a", file])
    let mail = Mailer(program: .mail)
    #expect(mail.needsAddress)
    let words = mail.arguments(file: file, subject: subject, address: "ann@example.org")
    #expect(words.suffix(3) == [subject, "ann@example.org", file])
    #expect(!words[2].contains("reboot"))
  }
}
