internal import CairnStore
import TestSupport
import Testing

@testable internal import CairnRecords

@Suite struct `What numbers mean` {
  @Test(arguments: [
    "Pages", "Price", "YearsOwned", "Minutes", "count", "Number of pages", "Milliseconds", "",
  ])
  func `is an amount as a rule, of which there is a sum`(name: String) {
    let meaning = NumberMeaning(of: name, .integer)
    expectEqual(meaning, .amount)
    expectTrue(meaning.total(.sum) == .sum && meaning.total(.average) == .average)
  }

  @Test(arguments: ["Rating", "average_rating", "AlcoholPercent", "Latitude", "Age"])
  func `is a level where the average means more than the sum`(name: String) {
    for type: AttributeType in [.integer, .decimal, .double] {
      expectEqual(NumberMeaning(of: name, type).total(.sum), .average)
    }
    expectEqual(NumberMeaning(of: name, .integer).total(.max), .max)
  }

  @Test(arguments: [
    "Year", "release_year", "AlbumId", "ID", "Phone", "PhoneNumber", "zip code", "Postal code",
    "ISBN", "House no",
  ])
  func `is a label where neither means anything`(name: String) {
    let meaning = NumberMeaning(of: name, .integer)
    expectTrue(meaning.total(.sum) == nil && meaning.total(.average) == nil)
    expectEqual(meaning.total(.min), .min)
    expectEqual(NumberMeaning(of: name, .decimal), .amount)
  }
}
