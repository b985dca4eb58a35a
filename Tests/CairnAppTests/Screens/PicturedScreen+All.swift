internal import CairnInterface

extension PicturedScreen {
  /// Every screen and overlay, in the order in which a newcomer meets them.
  static let all: [PicturedScreen] =
    home + lists + records + prompts + time + app + files + explanations + states

  private static let home = [
    PicturedScreen(name: "launcher", title: "The launcher", url: "~launcher"),
    PicturedScreen(
      name: "launcher-favorites", title: "The launcher with favorites, recents and a draft",
      sample: "contacts", url: "contacts",
      keys: "/ lyon Enter b s Enter e x Escape g h"),
    PicturedScreen(
      name: "launcher-record", title: "What is behind a favorite, with a glyph", sample: "contacts",
      url: "contacts/p39", keys: "b a g h E BTab ★ Enter"),
    PicturedScreen(
      name: "launcher-find", title: "Looking for something on the launcher", url: "~launcher",
      keys: "/ au"),
    PicturedScreen(
      name: "favorite", title: "Keeping a view as a favorite", sample: "contacts",
      url: "contacts?where=lyon", keys: "b"),
    PicturedScreen(
      name: "palette-beside", title: "What the palette's cursor is on", url: "recipes",
      keys: ": polo M-p"),
    PicturedScreen(
      name: "jump", title: "Jumping to a favorite", sample: "contacts", url: "contacts?where=lyon",
      keys: "b s '"),
  ]

  private static let lists = [
    PicturedScreen(name: "list", title: "A list", sample: "contacts", url: "contacts", keys: "j j"),
    PicturedScreen(
      name: "list-filter", title: "A list that is filtered while one types", sample: "contacts",
      url: "contacts", keys: "/ group=work"),
    PicturedScreen(
      name: "list-filter-wrong", title: "A filter that can't be read", sample: "contacts",
      url: "contacts", keys: "/ grup=work"),
    PicturedScreen(
      name: "list-no-match", title: "A filter that leaves nothing", sample: "contacts",
      url: "contacts", keys: "/ xyzzy Enter"),
    PicturedScreen(
      name: "list-preview", title: "A record beside its list", sample: "contacts", url: "contacts",
      keys: "p j"),
    PicturedScreen(
      name: "list-beside", title: "The keys in the record beside its list", sample: "contacts",
      url: "contacts", keys: "p j Tab j j"),
    PicturedScreen(
      name: "list-wrapped", title: "Rows with all their text", sample: "books", url: "books",
      keys: "z w j j"),
    PicturedScreen(
      name: "list-marks", title: "Marked rows", url: "recipes", keys: "Space Space j v"),
    PicturedScreen(
      name: "list-change", title: "A field of all marked rows", url: "recipes",
      keys: "Space Space c r"),
    PicturedScreen(
      name: "list-choice", title: "A choice, found by what is typed of it", sample: "contacts",
      url: "contacts", keys: "Space Space c g / f r"),
    PicturedScreen(name: "list-sort", title: "Sorting", url: "recipes", keys: "s"),
    PicturedScreen(
      name: "list-sections", title: "A list in sections with totals, some folded",
      url: "recipes?group=Kind", keys: "z = a { z a j j j"),
    PicturedScreen(
      name: "list-columns", title: "Choosing columns", url: "recipes",
      keys: "z c > > > j Space S-Down"),
    PicturedScreen(
      name: "list-scrolled", title: "The columns at the right", sample: "servers",
      url: "servers?columns=Name,Status,Role,Site,System,Memory,Disk,Host,Address", keys: "> >"),
    PicturedScreen(
      name: "list-frequency", title: "How often values occur",
      url: "recipes?view=frequency:Cuisine"),
    PicturedScreen(
      name: "list-duplicates", title: "Records that are likely the same",
      sample: "books", url: "books?view=duplicates:Year+Language"),
    PicturedScreen(
      name: "merge", title: "Two records side by side", sample: "contacts",
      url: "contacts/p1/~merge?with=p2"),
    PicturedScreen(
      name: "list-linked", title: "The records that another one links to",
      url: "recipes/adas-polo/ingredients"),
    PicturedScreen(
      name: "find", title: "Found in all collections", url: "~find?q=lemon%20peel"),
    PicturedScreen(
      name: "list-goto", title: "Going to a part of a list", url: "recipes", keys: "% 50%"),
  ]

  private static let records = [
    PicturedScreen(
      name: "record-linked", title: "What a record's link leads to, beside it",
      url: "recipes/adas-polo", keys: "} p"),
    PicturedScreen(
      name: "detail", title: "A record", sample: "contacts", url: "contacts/agathe", keys: "j j"),
    PicturedScreen(
      name: "detail-text", title: "A record with text and owned records",
      url: "recipes/cullen-skink"),
    PicturedScreen(
      name: "detail-find", title: "Words found on a page", url: "recipes/adas-polo",
      keys: "/ rice Enter n"),
    PicturedScreen(
      name: "actions", title: "What can be done with a record", url: "recipes/adas-polo", keys: "x"),
    PicturedScreen(
      name: "actions-mail", title: "Mailing a record", url: "recipes/adas-polo", keys: "x m"),
    PicturedScreen(
      name: "actions-export", title: "Exporting a record", url: "recipes/adas-polo", keys: "x e"),
    PicturedScreen(name: "copy", title: "Copying a record", url: "recipes/adas-polo", keys: "x y"),
    PicturedScreen(
      name: "form", title: "A form", sample: "contacts", url: "contacts/agathe/~edit",
      keys: "Tab Tab Tab BSpace BSpace"),
    PicturedScreen(
      name: "form-wrong", title: "A form that can't be saved yet", sample: "contacts",
      url: "contacts/agathe/~edit", keys: "C-u C-s"),
    PicturedScreen(
      name: "form-new", title: "A new record", sample: "contacts", url: "contacts/~new?City=Lyon"),
    PicturedScreen(
      name: "form-lines", title: "Owned records as lines of a form", url: "recipes/adas-polo/~edit",
      keys: "C-End BTab M-Up"),
    PicturedScreen(
      name: "form-link", title: "Choosing what a field links to", url: "recipes/adas-polo/~edit",
      keys: "Tab Tab Tab Tab Tab Tab Tab Tab Tab Tab Tab Space m"),
  ]

  private static let prompts = [
    PicturedScreen(
      name: "help", title: "The keys of a screen", sample: "contacts", url: "contacts", keys: "?"),
    PicturedScreen(
      name: "help-typed", title: "A key looked for", sample: "contacts", url: "contacts",
      keys: "? column"),
    PicturedScreen(
      name: "which-key", title: "The keys after a first key", url: "recipes", keys: "g"),
    PicturedScreen(
      name: "palette", title: "The palette", sample: "contacts", url: "contacts/agathe",
      keys: ": agri"),
    PicturedScreen(
      name: "palette-url", title: "The palette completes a URL", sample: "contacts",
      url: "contacts", keys: ": contacts?where=Ci"),
    PicturedScreen(
      name: "edit-url", title: "Editing the URL", url: "recipes?where=soup",
      keys: ": edit Space the Space url Enter"),
  ]

  private static let sides = (
    line: "Name: Salade lyonnaise\n",
    others: """
    <<<<<<< laptop
    Name: Salade de Lyon
    ||||||| before
    Name: Salade lyonnaise
    =======
    Name: Salade du Rhône
    >>>>>>> desk

    """
  )

  private static let time = [
    PicturedScreen(
      name: "conflicts", title: "A field that two machines changed", url: "~conflicts", edit: sides),
    PicturedScreen(
      name: "conflict", title: "Choosing between both sides", url: "~conflicts", keys: "Enter",
      edit: sides),
    PicturedScreen(
      name: "changes", title: "Every change", url: "recipes", keys: "d j d u g u"),
    PicturedScreen(
      name: "change", title: "A change", url: "recipes/adas-polo",
      keys: "e x C-s g u Enter"),
    PicturedScreen(
      name: "history", title: "The versions of a record", url: "recipes/adas-polo",
      keys: "e x C-s z h"),
    PicturedScreen(
      name: "version", title: "A record as it was", url: "recipes/adas-polo",
      keys: "e x C-s z h j Enter"),
    PicturedScreen(
      name: "deleted", title: "A record that is gone", url: "recipes/adas-polo",
      keys: "d L"),
    PicturedScreen(
      name: "recents", title: "Recent screens", url: "recipes", keys: "Enter H j j Enter g j"),
    PicturedScreen(
      name: "messages", title: "Messages", url: "recipes", keys: "d u g M"),
  ]

  private static let app = [
    PicturedScreen(
      name: "jobs", title: "Imports, exports and the like", url: "recipes",
      keys: "Space Space c r 5 Enter g w"),
    PicturedScreen(
      name: "job", title: "A job and what came of it", url: "recipes",
      keys: "Space Space c r 5 Enter g w Enter"),
    PicturedScreen(name: "model", title: "The collections", url: "~model"),
    PicturedScreen(
      name: "model-fields", title: "The fields of a collection", url: "~model/recipes"),
    PicturedScreen(
      name: "model-add", title: "A new field of a collection", url: "~model/recipes",
      keys: "a"),
    PicturedScreen(
      name: "model-collection", title: "A new collection", url: "~model", keys: "a"),
    PicturedScreen(
      name: "model-type", title: "The type of a new field", url: "~model/recipes",
      keys: "a Yield Enter"),
    PicturedScreen(name: "routes", title: "Where URLs lead", url: "~routes"),
    PicturedScreen(
      name: "routes-explained", title: "Why a URL leads where it does", sample: "contacts",
      url: "~routes?explain=contacts/agathe"),
    PicturedScreen(name: "settings", title: "The settings", url: "~settings"),
  ]

  private static let table =
    "name;city;born;phone\nAda;London;1815-12-10;+44 1\nGrace;New York;1906-12-09;+1 2\nAda;Rome;;\n"

  private static let files = [
    PicturedScreen(
      name: "import", title: "Files that can be imported", url: "~import",
      files: ["people.csv": table, "cards.vcf": "BEGIN:VCARD\nFN:Ann\nEND:VCARD\n"]),
    PicturedScreen(
      name: "import-review", title: "What an import would do", url: "~import",
      keys: "Enter", files: ["people.csv": table]),
    PicturedScreen(
      name: "import-type", title: "Another type for a column", url: "~import",
      keys: "Enter j j t", files: ["people.csv": table]),
    PicturedScreen(
      name: "peek", title: "A file that is only looked at",
      url: "~peek?file=/home/ann/notes/people.csv", files: ["people.csv": table]),
  ]

  private static let explanations = [
    PicturedScreen(name: "not-found", title: "An address where nothing is", url: "recpies"),
    PicturedScreen(
      name: "gone", title: "A record that was never there", url: "recipes/p9999"),
    PicturedScreen(
      name: "malformed", title: "A text that is no address", url: "recipes",
      keys: "o cairn://a%zz Enter"),
    PicturedScreen(
      name: "other-program", title: "Asking before another program opens something",
      url: "recipes/adas-polo", keys: "j j j j j j j j j Enter"),
  ]

  /// What a screen can be like when all isn't well.
  private static let states = [
    PicturedScreen(
      name: "list-empty", title: "A collection without records", url: "~launcher",
      keys: "N Places Enter Enter"),
    PicturedScreen(
      name: "list-loading", title: "A list that takes long", url: "~find?q=lemon",
      isWaiting: true),
    PicturedScreen(
      name: "list-failed", title: "A list that can't be shown",
      url: "~peek?file=/home/ann/notes/nowhere.csv"),
    PicturedScreen(
      name: "form-left", title: "A form that was left, with a state folder that is read-only",
      url: "recipes/adas-polo/~edit", keys: "x Escape", cannotSaveState: true),
    PicturedScreen(
      name: "quit-asks", title: "Asking before a draft would be lost",
      url: "recipes/adas-polo/~edit", keys: "x Escape q", cannotSaveState: true),
    PicturedScreen(
      name: "read-only", title: "A store in which nothing can be changed", url: "recipes",
      keys: "d", isReadOnly: true),
    PicturedScreen(
      name: "read-only-form", title: "A form where nothing can be changed",
      url: "recipes/adas-polo/~edit", isReadOnly: true),
    PicturedScreen(
      name: "too-small", title: "A window that is too small", url: "recipes",
      otherSizes: [
        Size(columns: 39, rows: 24), Size(columns: 80, rows: 9), Size(columns: 12, rows: 6),
        Size(columns: 1, rows: 1),
      ]),
  ]
}
