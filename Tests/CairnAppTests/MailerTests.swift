internal import CairnFiles
import TestSupport
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
    try expectEqual(available([:]), [.mutt, .mail])
    try expectEqual(available(["DISPLAY": ":0"]), [.desktop, .mutt, .mail])
    try expectEqual(
      available(["CAIRN_MAILER": "aerc -q", "WAYLAND_DISPLAY": "wayland-0"]),
      [.own(["aerc", "-q"]), .desktop, .mutt, .mail])
  }

  @Test func `is none where nothing can be run`() throws {
    try install("mutt", permissions: 0o644)
    try files.makeFolder("/bin/mail")
    try expectEqual(available([:]), [])
  }

  @Test func `gets the subject and the file as words of their own, whatever is in them`() {
    let (file, subject) = ("/tmp/a b; rm.json", "$(reboot) \"soup\"")
    expectEqual(
      Mailer(program: .own(["aerc", "-q"])).arguments(file: file, subject: subject),
      ["aerc", "-q", file, subject])
    expectEqual(
      Mailer(program: .mutt).arguments(file: file, subject: subject),
      ["mutt", "-s", subject, "-a", file])
    let mail = Mailer(program: .mail)
    expectTrue(mail.needsAddress)
    let words = mail.arguments(file: file, subject: subject, address: "ann@example.org")
    expectEqual(words.suffix(3), [subject, "ann@example.org", file])
    expectTrue(!words[2].contains("reboot"))
  }
}
