import CairnFiles

/// The files of a store as the first format has them, never to be changed: they must open for ever.
enum GoldenStore {
  static let path = "/golden"

  /// Makes the store in memory.
  static func files() throws -> MemoryFileSystem {
    let memory = MemoryFileSystem()
    for (name, text) in texts {
      let file = "\(path)/\(name)"
      try memory.makeFolder(file.split(separator: "/").dropLast().map { "/\($0)" }.joined())
      try memory.replace(file, with: Array(text.utf8))
    }
    return memory
  }

  private static let texts: [(String, String)] = [
    (".gitignore", "/.local/\n"),
    (".gitattributes", "*.rec -text\n"),
    (
      "STORE",
      "Format: 1\nStore: 910a2dec-8902-4cc1-beeb-8da1658eec67\nCreated: 2026-11-20T12:00:00Z\n"
    ),
    ("model/1.rec", model), ("data/Recipe/0000.rec", recipes), ("data/Author/0000.rec", authors),
    ("ids/0000.rec", "Entity: Author\nLast: p1\n\nEntity: Recipe\nLast: p5\n"),
    (".local/0000/journal-000001", journal),
  ]

  static let model = """
    # What I cook.
    %rec: Recipe
    %title: Name
    %mandatory: Name
    %type: Rating range 0 5
    %type: Made date
    %attribute: Notes text
    %attribute: Tags tags
    %attribute: Price decimal
    %attribute: Weight double
    %attribute: Seen datetime
    %type: Vegan bool
    %attribute: Photo data
    %choices: Kind soup | main dish | dessert
    %relationship: Author to-one Author inverse=Recipes

    %rec: Author
    %title: Name
    %attribute: Name string
    %relationship: Recipes to-many Recipe

    """

  /// A record with every type, one with what the model does not know, and one without a key.
  private static let recipes = """
    # Written by hand.
    %rec: Recipe

    Id: p1
    Name: Pea soup
    Rating: 4
    Made: 2026-11-20
    Notes: first
    + second
    +
    + after a blank line
    Tags: green
    Tags: warm
    Price: 1.20
    Weight: 0.5
    Seen: 2026-11-20T22:31:07.123Z
    Vegan: yes
    Photo: AAEC/w==
    Kind: main dish
    Author: p1

    # My favorite.
    Id: p3
    Name: Cake
    Rating: delicious
    Source: grandmother

    Name: nobody's

    """

  private static let authors = """
    %rec: Author

    Id: p1
    Name: Agathe

    """

  /// An insertion, an update, a deletion, and the undo of it.
  private static let journal = """
    %journal 1 base 1 salt 89025cc1 time 2026-11-20T12:00:00Z
    %txn 1 2026-11-20T12:00:00Z 0000
    %title Add Tea
    %new Recipe/p6
    +Name: Tea
    +Notes: one
    ++
    ++ two
    +Tags: a
    +Tags: b
    %end 1 114 91f034da
    %txn 2 2026-11-20T12:00:00Z 0000
    %title Rate Pea soup
    %put Recipe/p1
    -Rating: 4
    +Rating: 5
    %end 2 91 3d3ccaf9
    %txn 3 2026-11-20T12:00:00Z 0000
    %title Delete
    %del Recipe/p6
    -Name: Tea
    -Notes: one
    -+
    -+ two
    -Tags: a
    -Tags: b
    %end 3 113 f4aa3523
    %txn 4 2026-11-20T12:00:00Z 0000 undoes 3
    %title Undo Delete
    %new Recipe/p6
    +Name: Tea
    +Notes: one
    ++
    ++ two
    +Tags: a
    +Tags: b
    %end 4 127 7ee19c7f

    """

  /// The recipes after a fold.
  static let folded = """
    %rec: Recipe

    # Written by hand.
    Id: p1
    Name: Pea soup
    Rating: 5
    Made: 2026-11-20
    Notes: first
    + second
    +
    + after a blank line
    Tags: green
    Tags: warm
    Price: 1.20
    Weight: 0.5
    Seen: 2026-11-20T22:31:07.123Z
    Vegan: yes
    Photo: AAEC/w==
    Kind: main dish
    Author: p1

    # My favorite.
    Id: p3
    Name: Cake
    Rating: delicious
    Source: grandmother

    Id: p6
    Name: Tea
    Notes: one
    +
    + two
    Tags: a
    Tags: b

    Name: nobody's

    """
}
