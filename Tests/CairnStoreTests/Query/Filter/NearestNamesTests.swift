import CairnStore
import TestSupport
import Testing

@Suite struct `The nearest names` {
  @Test(arguments: [
    ("ratign", "Rating"), ("RATING", "Rating"), ("raing", "Rating"), ("nmae", "Name"),
    ("categ", "Category"), ("catégorie", "Category"),
  ])
  func `to a slip of the hand begin with what was meant`(wanted: String, meant: String) {
    let names = ["Name", "Rating", "Category", "Created"]
    expectEqual(NearestNames.nearest(to: wanted, among: names).first, meant)
  }

  @Test(arguments: ["zzz", "q", "", "something else"])
  func `to something else are none`(wanted: String) {
    expectTrue(NearestNames.nearest(to: wanted, among: ["Name", "Rating"]).isEmpty)
  }
}
