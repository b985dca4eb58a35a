import CairnStore
import TestSupport
import Testing

private struct BookSchema: RecordSchema {
  static let entity = "Book"
  let title = Field<String>("Title")
  let rating = Field<Int>("Rating")
  let price = Field<DecimalNumber>("Price")
  let weight = Field<Double>("Weight")
  let lent = Field<Bool>("Lent")
  let bought = Field<CalendarDate>("Bought")
  let opened = Field<Timestamp>("Opened")
  let kind = Field<Kind>("Kind")
  let tags = Field<[String]>("Tags")
  let scans = Field<[Int]>("Scans")
  let author = ToOne<WriterSchema>("Author")
  let shelves = ToMany<ShelfSchema>("Shelves")

  enum Kind: String, FieldContent {
    case novel, essay, poems
  }
}

private struct WriterSchema: RecordSchema {
  static let entity = "Writer"
  let name = Field<String>("Name")
  let books = ToMany<BookSchema>("Books")
}

private struct ShelfSchema: RecordSchema {
  static let entity = "Shelf"
  let name = Field<String>("Name")
}

private struct WrongSchema: RecordSchema {
  static let entity = "Book"
  let title = Field<Int>("Title")
  let missing = Field<String>("Missing")
  let tags = Field<String>("Tags")
  let author = ToMany<WriterSchema>("Author")
  let shelves = ToMany<WriterSchema>("Shelves")
  let photo = Field<BinaryData>("Notes")
}

@Suite struct `A typed record` {
  @Test func `reads and writes fields and links by their types`() throws {
    let context = try Library.emptyStore().newContext()
    let book = try context.create(BookSchema.self)
    book.title = "Zoo"
    book.rating = 4
    book.kind = .essay
    book.tags = ["a", "b"]
    expectEqual(book.record["Tags"], .list([.text("a"), .text("b")]))
    expectEqual(book.record["Kind"], .text("essay"))
    expectTrue((book.title, book.rating, book.lent) == ("Zoo", 4, nil))
    book.tags = []
    expectEqual(book.record["Tags"], nil)
    let writer = try context.create(WriterSchema.self)
    writer.name = "Ann"
    book.author = writer
    expectEqual(writer.books.map(\.title), ["Zoo"])
    book.author = nil
    expectTrue(writer.books.isEmpty)
    expectTrue(TypedRecord<BookSchema>(writer.record) == nil)
  }

  @Test func `agrees with its model, or says where not`() throws {
    let model = try Library.model
    expectTrue(BookSchema.mistakes(in: model).isEmpty)
    expectTrue(WriterSchema.mistakes(in: model).isEmpty)
    expectEqual(
      WrongSchema.mistakes(in: model),
      [
        "Book.Title is string, which Int cannot hold", "Book has no attribute Missing",
        "Book.Tags is tags, which String cannot hold",
        "Book.Author does not lead to many of Writer",
        "Book.Shelves does not lead to many of Writer",
        "Book.Notes is text, which BinaryData cannot hold",
      ])
    expectEqual(BookSchema.mistakes(in: ObjectModel()), ["the model has no entity Book"])
  }
}
