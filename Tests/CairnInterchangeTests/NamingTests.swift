import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `A name` {
  @Test(arguments: [
    ("AlbumId", "AlbumId"), ("First Name", "First_Name"), ("price (€)", "price____"),
    ("2nd", "a_2nd"), ("id", "id"), ("e-mail", "e_mail"), ("_hidden", "a_hidden"),
    ("größe", "grosse"), ("Éa", "Ea"), ("Øl", "Ol"), ("Größe", "Grosse"), ("имя", "imya"),
    ("Щука", "Shchuka"), ("объём", "obem"), ("Όνομα", "Onoma"), ("日本", "u65e5u672c"),
    ("名=x", "u540d_x"), ("", "a"), ("%", "u25"), ("#", "u23"), ("__", "a__"), ("🎉", "u1f389"),
    ("price (€)_", "price_____"),
  ])
  func `of a field keeps what is legal`(column: String, name: String) {
    expectEqual(Naming.field(for: column), name)
  }

  @Test func `of a field that clashes gets a number`() {
    expectEqual(Naming.field(for: "a b", taken: ["a_b"]), "a_b_2")
    expectEqual(Naming.field(for: "a b", taken: ["a_b", "a_b_2"]), "a_b_3")
    expectEqual(Naming.field(for: "Name", taken: ["name"]), "Name")
  }

  @Test(arguments: [
    ("albums", "Album"), ("Album", "Album"), ("categories", "Category"), ("boxes", "Box"),
    ("churches", "Church"), ("dishes", "Dish"), ("classes", "Class"),
    ("InvoiceLine", "InvoiceLine"),
    ("statuses", "Status"), ("houses", "House"), ("movies", "Movie"), ("series", "Series"),
    ("address", "Address"), ("my things", "My_thing"), ("2024 sales", "A_2024_sale"),
    ("people", "Person"), ("Children", "Child"), ("my_people", "My_person"), ("women", "Woman"),
    ("data", "Data"), ("sales_data", "Sales_data"), ("News", "News"), ("omen", "Omen"),
    ("книги", "Knigi"), ("адрес", "Adres"), ("Straßen", "Strassen"), ("日本", "U65e5u672c"),
    ("中国", "U4e2du56fd"), ("..", "U2eu2e"),
  ])
  func `of a collection is in the singular`(text: String, name: String) {
    expectEqual(Naming.collection(for: text), name)
  }

  @Test(arguments: ["Recipe", "Category", "Box", "Church", "Dish", "Class", "Movie", "Status"])
  func `in the plural leads back to the singular`(name: String) {
    expectEqual(Naming.collection(for: Plural.of(name)), name)
  }

  @Test(arguments: [
    ("Person", "people"), ("My_person", "my_people"), ("Woman", "women"), ("News", "news"),
    ("Sales_data", "sales_data"), ("Album", nil), ("Human", nil), ("Omen", nil),
    ("Day", "days"), ("Key", "keys"), ("Country", nil),
  ])
  func `has a plural that no ending makes where English has`(name: String, plural: String?) {
    expectEqual(Naming.irregularPlural(of: name), plural)
    if let plural { expectEqual(Naming.collection(for: plural), name) }
  }

  @Test(arguments: [
    ("albums.csv", "albums"), ("/data/old/My.albums.csv", "My.albums"), ("noext", "noext"),
    (".hidden", ".hidden"),
  ])
  func `of a file is its base name`(path: String, name: String) {
    expectEqual(Naming.baseName(of: path), name)
  }
}
