internal import CairnStore
import Testing

@testable internal import CairnRecords

@Suite struct `What numbers mean` {
  @Test(arguments: [
    "Pages", "Price", "YearsOwned", "Minutes", "count", "Number of pages", "Milliseconds", "",
  ])
  func `is an amount as a rule, of which there is a sum`(name: String) {
    let meaning = NumberMeaning(of: name, .integer)
    #expect(meaning == .amount)
    #expect(meaning.total(.sum) == .sum && meaning.total(.average) == .average)
  }

  @Test(arguments: ["Rating", "average_rating", "AlcoholPercent", "Latitude", "Age"])
  func `is a level where the average means more than the sum`(name: String) {
    for type: AttributeType in [.integer, .decimal, .double] {
      #expect(NumberMeaning(of: name, type).total(.sum) == .average)
    }
    #expect(NumberMeaning(of: name, .integer).total(.max) == .max)
  }

  @Test(arguments: [
    "Year", "release_year", "AlbumId", "ID", "Phone", "PhoneNumber", "zip code", "Postal code",
    "ISBN", "House no",
  ])
  func `is a label where neither means anything`(name: String) {
    let meaning = NumberMeaning(of: name, .integer)
    #expect(meaning.total(.sum) == nil && meaning.total(.average) == nil)
    #expect(meaning.total(.min) == .min)
    #expect(NumberMeaning(of: name, .decimal) == .amount)
  }
}
