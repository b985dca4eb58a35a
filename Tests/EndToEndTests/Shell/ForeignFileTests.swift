import TestSupport
import Testing

/// Files that come from another machine, or that another program put among the kept files.
@Suite struct `Files that no store keeps` {
  private let home: Home
  private let kept = "files/ba7816bf8f01cfea414140de5dae2223/bill.pdf"

  init() throws {
    home = try Home(environment: ["GIT_CONFIG_NOSYSTEM": "1", "USER": "ann"])
    try home.write(
      "%rec: Bill\n%title: Name\n%attribute: Name string\n%attribute: Receipt file\n",
      to: "bills.rec")
    try home.write("abc", to: "bill.pdf")
    try home.output("--store", "a", "init", "--model", "bills.rec")
    try home.shell("git init -q --bare hub.git")
    try expectEqual(on("a", "add", "bills", "Name=Power", "Receipt=bill.pdf").status, 0)
  }

  private func on(_ machine: String, _ words: String...) throws -> Answer {
    home.environment["CAIRN_MACHINE"] = machine
    return try home.cairn(["--store", machine] + words)
  }

  private static let harm = """
    sha() { sha256sum "$1" | cut -c1-32; }
    mkdir -p files/00000000000000000000000000000000
    echo bad > files/00000000000000000000000000000000/content.pdf
    echo text > files/readme.txt
    truncate -s 51M big; H=$(sha big); mkdir files/$H; mv big files/$H/film.mp4
    printf def > new; H=$(sha new); mkdir files/$H; mv new files/$H/good.pdf; chmod 755 files/$H/good.pdf
    mkdir files/11111111111111111111111111111111
    ln -s /etc/passwd files/11111111111111111111111111111111/link.pdf
    """

  private static let refused = [
    "content.pdf (its content is not the one", "film.mp4 (it is larger than 50 MB)",
    "link.pdf (it is no regular file)", "readme.txt (it is not named files/HASH/NAME)",
  ]

  private func push() throws {
    let pushed = try home.shell(
      """
      set -e; git clone -q -b main hub.git evil; cd evil
      \(Self.harm)
      sed -i 's/Power/Current/' data/Bill/*.rec; git add -A -f .
      git -c user.name=e -c user.email=e@e commit -qm more; git push -q
      """)
    try #require(pushed.status == 0, "\(pushed.errors)")
  }

  @Test func `are left by a sync, which says so once and takes the rest`() throws {
    try expectEqual(on("a", "sync", "init", "hub.git").status, 0)
    try push()
    let sync = try on("a", "sync")
    expectEqual(sync.status, 0, sync.errors)
    // The list of reasons is short, so the fourth file is only counted.
    let told = Self.refused.filter { sync.errors.contains($0) }
    expectTrue(told.count == 3 && sync.errors.contains("and 1 more"), sync.errors)
    try expectTrue(on("a", "list", "bills").output.contains("Current"))
    let files = try home.shell("cd a && find files -type f -o -type l | sort").output
    let good = "files/cb8379ac2098aa165029e3938a51da0b/good.pdf"
    expectEqual(files, "\(kept)\n\(good)\n".sortedLines)
    try expectEqual(home.shell("stat -c %a 'a/\(good)'").output, "600\n")
    let again = try on("a", "sync")
    expectTrue(again.status == 0 && !again.errors.contains("no store keeps"), again.errors)
    let tree = try home.shell("git -C hub.git ls-tree -r main files").output
    expectEqual(tree.split(separator: "\n").count, 2, tree)
    let copy = try on("b", "sync", "init", "hub.git")
    expectTrue(copy.status == 0 && !copy.errors.contains("no store keeps"), copy.errors)
  }

  @Test func `are left by the first copy of a store`() throws {
    try expectEqual(on("a", "sync", "init", "hub.git").status, 0)
    try push()
    let copy = try on("b", "sync", "init", "hub.git")
    expectEqual(copy.status, 0, copy.errors)
    expectTrue(copy.errors.contains("no store keeps"), copy.errors)
    try expectEqual(home.shell("find b/files -type f | wc -l").output, "2\n")
    try expectEqual(on("b", "verify").status, 0)
    let sync = try on("b", "sync")
    expectTrue(sync.status == 0 && !sync.errors.contains("no store keeps"), sync.errors)
  }

  @Test func `stay on the machine that has them`() throws {
    try expectEqual(on("a", "sync", "init", "hub.git").status, 0)
    try home.shell("cd a && \(Self.harm)")
    try expectEqual(on("a", "add", "bills", "Name=Water").status, 0)
    let sync = try on("a", "sync")
    expectEqual(sync.status, 0, sync.errors)
    expectTrue(sync.errors.contains("stay on this machine"), sync.errors)
    try expectEqual(
      home.shell("git -C hub.git ls-tree -r --name-only main files").output, kept + "\n")
    try expectEqual(home.shell("cat a/files/readme.txt").output, "text\n")
    try expectTrue(home.shell("git -C hub.git grep -h Water main").output.contains("Water"))
  }

  @Test func `are left by a restore, which says so`() throws {
    try expectEqual(on("a", "store", "backup", "a.tar").status, 0)
    try home.shell("mkdir odd && cd odd && \(Self.harm) && tar -rf ../a.tar files")
    let restored = try home.cairn(["store", "restore", "a.tar", "--store", "r"])
    expectEqual(restored.status, 0, restored.errors)
    for reason in ["not the one", "larger than 50 MB", "no regular file", "not named files/HASH"] {
      expectTrue(restored.errors.contains(reason), restored.errors)
    }
    try expectEqual(home.shell("find r/files -type f -o -type l | wc -l").output, "2\n")
    try expectEqual(home.shell("stat -c %a 'r/\(kept)'").output, "600\n")
    try expectEqual(on("r", "verify").status, 0)
  }

  @Test(arguments: ["files", "files/ba7816bf8f01cfea414140de5dae2223", "BILL"])
  func `are reported by a check if they are behind a link`(place: String) throws {
    try expectEqual(on("a", "verify").status, 0)
    let link = place == "BILL" ? kept : place
    try home.shell("mv 'a/\(link)' moved && ln -s ~/moved 'a/\(link)'")
    let check = try on("a", "verify")
    expectEqual(check.status, 1)
    expectTrue(check.output.contains("\(link): this link is not followed"), check.output)
    expectTrue(check.output.contains("bills/p1, Receipt: \(kept)"), check.output)
    let backup = try on("a", "store", "backup", "b.tar")
    expectTrue(backup.status == 1 && backup.errors.contains("backed up"), backup.errors)
    // The rest of the store works.
    try expectEqual(on("a", "add", "bills", "Name=Water").status, 0)
    try expectEqual(on("a", "store", "compact").status, 0)
  }
}

extension String {
  fileprivate var sortedLines: String {
    split(separator: "\n").sorted().map { "\($0)\n" }.joined()
  }
}
