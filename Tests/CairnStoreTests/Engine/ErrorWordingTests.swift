import TestSupport
import Testing

@testable import CairnStore

@Suite struct `An error in the words of people` {
  @Test func `names collections by their plurals`() throws {
    let model = try ObjectModel(parsing: Fixture.modelText)
    let soup = ObjectID(entity: "Recipe", key: RecordKey(sequence: 1))
    let errors: [(StoreError, String)] = [
      (.notFound(soup), "no record recipes/p1"),
      (
        .noKeyLeft(entity: "Recipe"),
        "recipes has no more ids for new records"
      ),
      (
        .changedSince(
          transaction: 3,
          [
            ChangedPlace(soup, field: "Name"), ChangedPlace(soup, field: "Rating"),
            ChangedPlace(ObjectID(entity: "Author", key: RecordKey(sequence: 2))),
          ]),
        "change 3 cannot be undone: Name and Rating of recipes/p1 and authors/p2 have changed "
          + "since"
      ),
      (
        .modelChangedSince(transaction: 3, entity: "Recipe", property: "Rating"),
        "change 3 cannot be undone: the field Rating of recipes has changed since in the model"
      ),
      (
        .modelChangedSince(transaction: 3, entity: "Author", property: nil),
        "change 3 cannot be undone: the collection authors has changed since in the model"
      ),
    ]
    for (error, text) in errors { expectEqual(error.description(in: model), text) }
  }
}
