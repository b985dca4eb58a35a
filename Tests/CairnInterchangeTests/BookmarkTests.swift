import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `Bookmarks of a browser` {
  private static let text = """
    <!DOCTYPE NETSCAPE-Bookmark-file-1>
    <!-- <A HREF="https://no.example">in a comment</A> -->
    <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
    <TITLE>Bookmarks</TITLE>
    <H1>Bookmarks Menu</H1>
    <DL><p>
        <DT><A HREF="https://a.example/?x=1&amp;y=2" ADD_DATE="1700000000" ICON="data:image/png;base64,AAAA" TAGS="news,daily read" SHORTCUTURL="a">A &lt;b&gt; &#233;&#x20AC;</A>
        <DD>What a
     is for
        <DT><H3 ADD_DATE="1600000000">Work</H3>
        <DD>A folder's remark
        <DL><p>
            <DT><H3>Tools</H3>
            <DL><p>
                <DT><A HREF='https://b.example' ADD_DATE="1700000000123456"></A>
                <HR>
                <DT><A HREF="javascript:alert(1)" ADD_DATE=soon>Script</A>
            </DL><p>
            <DT><A>Nowhere</A>
        </DL><p>
        <DT><A HREF="https://c.example">Last</A>
    </DL><p>
    """

  @Test func `keep their folders, tags, times and remarks`() throws {
    let store = try makeStore()
    let report = try store.take(Self.text, as: "bookmarks.html")
    let rows = try store.snapshot.load("Bookmark").rows.map { row in
      ["Title", "URL", "Folder", "Tags", "Keyword", "Description", "Added"].map {
        row[$0]?.storedTexts.joined(separator: ",") ?? ""
      }
    }
    expectEqual(
      rows,
      [
        [
          "A <b> é€", "https://a.example/?x=1&y=2", "", "news,daily read", "a", "What a is for",
          "2023-11-14T22:13:20Z",
        ],
        [
          "https://b.example", "https://b.example", "Work/Tools", "", "", "",
          "2023-11-14T22:13:20.123456Z",
        ],
        ["Script", "javascript:alert(1)", "Work/Tools", "", "", "", ""],
        ["Last", "https://c.example", "", "", "", "", ""],
      ])
    let reasons = (report.badRows + report.lostValues).map(\.description).joined(separator: "\n")
    expectTrue(reasons.contains("the bookmark has no address"), reasons)
    expectTrue(reasons.contains("soon"), reasons)
  }

  @Test func `are recognized by their content, and other HTML is refused`() throws {
    expectEqual(InterchangeFormat.detect(in: Array(Self.text.utf8)), .bookmarks)
    let store = try makeStore()
    #expect(throws: InterchangeError.self) {
      try store.take("<html><body>x</body></html>", as: "page.html")
    }
  }
}
