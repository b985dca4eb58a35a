import CairnFiles
import TestSupport
import Testing

@testable import CairnSync

@Suite struct `Objects of git's` {
  private static let answers = Array(
    """
    0a1 blob 3
    a
    b
    HEAD^{tree} missing
    0b2 commit 0

    0c3 blob 4
    late

    """.utf8)

  @Test(arguments: 1...16)
  func `are read in whatever parts the answer comes`(size: Int) {
    var answers = ObjectAnswers(count: 4)
    for start in stride(from: 0, to: Self.answers.count, by: size) {
      let part = Array(Self.answers[start..<min(start + size, Self.answers.count)])
      expectEqual(answers.add(part), (start + size >= Self.answers.count))
    }
    expectEqual(answers.objects.map { $0?.id }, ["0a1", nil, "0b2", "0c3"])
    expectEqual(answers.objects.map { $0?.kind }, ["blob", nil, "commit", "blob"])
    expectEqual(
      answers.objects.map { $0?.bytes ?? [] }, [Array("a\nb".utf8), [], [], Array("late".utf8)])
  }

  @Test func `are a commit with all its parents and its words`() throws {
    let text = "tree 1\nparent 2\nparent 3\nauthor a\n\nMerge\n\nparent 4\nMachine: desk\n"
    let commit = try #require(
      Commit(GitObject(id: "9", kind: "commit", bytes: Array(text.utf8))))
    expectEqual(commit.parents, ["2", "3"])
    expectEqual(commit.message, "Merge\n\nparent 4\nMachine: desk\n")
    expectTrue(Commit(GitObject(id: "9", kind: "tag", bytes: Array(text.utf8))) == nil)
  }

  @Test(arguments: [20, 32])
  func `are a tree with names of any kind`(length: Int) {
    let id = [UInt8](repeating: 0x20, count: length)
    let names = ["a b", ".local", "ä"]
    let bytes = names.flatMap { Array("100644 \($0)\0".utf8) + id }
    let tree = GitObject(
      id: String(repeating: "a", count: length * 2), kind: "tree", bytes: bytes)
    expectEqual(tree.names, names)
  }
}
