import Testing

/// One hostile push to the shared repository, made with stock git.
struct HostilePush: Sendable, CustomTestStringConvertible {
  /// The result of the next sync.
  enum Outcome: Sendable {
    /// The sync stops with an error that contains these words.
    case refused(String)
    /// The sync succeeds, since the push does no harm.
    case taken
  }

  let testDescription: String
  /// A shell script that runs in a clone.
  ///
  /// `$OUT` is the parent folder, in which no file may change.
  let script: String
  let outcome: Outcome

  init(_ name: String, _ script: String, _ outcome: Outcome) {
    (testDescription, self.script, self.outcome) = (name, script, outcome)
  }

  private static let links = Outcome.refused("has links or other repositories")
  private static let lacks = Outcome.refused("which every store has")

  static let all: [HostilePush] = [
    .init("a file of records is a link", "ln -sf $OUT/victim.rc data/Recipe/0000.rec", links),
    .init(
      "a folder of records is a link", "rm -r data/Recipe; ln -s $OUT/outside data/Recipe", links),
    .init("all data is a link", "rm -r data; ln -s $OUT/outside data", links),
    .init("the favorites are a link", "ln -sf $OUT/victim.rc favorites.rec", links),
    .init("the notes of keys are a link", "rm -rf ids; ln -s $OUT/outside ids", links),
    .init("the header is a link", "ln -sf $OUT/victim.rc STORE", links),
    .init("the model is a link", "ln -sf $OUT/victim.rc model/1.rec", links),
    .init("the model's folder is a link", "rm -r model; ln -s $OUT/outside model", links),
    .init("blobs are a link", "ln -s $OUT/outside blobs", links),
    .init(".local is a link", "ln -s $OUT/outside .local", .refused(".local")),
    .init("the attributes are a link", "ln -sf $OUT/victim.rc .gitattributes", links),
    .init(".gitignore is a link", "ln -sf $OUT/victim.rc .gitignore", links),
    .init("something else is a link", "ln -s $OUT/victim.rc README", links),
    .init("a link leads nowhere", "ln -sf /nowhere data/Recipe/0000.rec", links),
    .init("a link leads to itself", "ln -sf 0000.rec data/Recipe/0000.rec", links),
    .init("a link leads up", "ln -sf ../../../victim.rc data/Recipe/0000.rec", links),
    .init("a link leads to a device", "ln -sf /dev/zero data/Recipe/0000.rec", links),
    .init(
      "a folder is another repository",
      "git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),data/Part", links),
    .init(
      "a submodule has a program as its address",
      "printf '[submodule \"x\"]\\n\\tpath = x\\n\\turl = ext::touch%%20$OUT/ran\\n' > .gitmodules; "
        + "git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),x", links),
    .init(
      ".local is tracked", "mkdir -p .local/0000; echo x > .local/0000/lock",
      .refused(".local")),
    .init(".local is a file", "echo x > .local", .refused(".local")),
    .init(
      ".LOCAL is tracked", "mkdir .LOCAL; echo x > .LOCAL/links",
      .refused(".local")),
    .init(
      "the model lacks the collection",
      "printf '%%rec: Part\\n%%title: Name\\n%%attribute: Name string\\n' > model/1.rec",
      .refused("13 of 13 recipes")),
    .init(
      "the collection has another name and no records",
      "printf '%%rec: Dish\\n%%formerly: Recipe\\n%%title: Name\\n%%attribute: Name string\\n' "
        + "> model/1.rec; rm -r data/Recipe", .refused("of 13 recipes")),
    .init("everything is gone", "git rm -rq .", lacks),
    .init("the header is gone", "rm STORE", lacks),
    .init("the model is gone", "rm -r model", lacks),
    .init(
      "the header is of another format", "sed -i 's/^Format: 1/Format: 2/' STORE",
      .refused("another format")),
    .init(
      "the header has a second format", "sed -i '1a Format: 99' STORE",
      .refused("another format")),
    .init(
      "the header needs a feature", "echo 'Needs: magic' >> STORE", .refused("another format")),
    .init("the header is empty", ": > STORE", .refused("holds another store")),
    .init(
      "the header belongs to another store", "sed -i 's/^Store: ......../Store: 00000000/' STORE",
      .refused("holds another store")),
    .init(
      "most favorites are gone", "rm favorites.rec", .refused("12 of 12 favorites")),
    .init("most records are gone", "rm data/Recipe/0000.rec", .refused("12 of 13 recipes")),
    .init(
      "more than half of the records are gone",
      "awk 'BEGIN{RS=\"\";ORS=\"\\n\\n\"} NR<6' data/Recipe/0000.rec > t; mv t data/Recipe/0000.rec",
      .refused("--accept-loss")),
    .init(
      "records are zeros", "head -c 9999 /dev/zero > data/Recipe/0000.rec",
      .refused("--accept-loss")),
    .init("the model is no model", "echo '%rec: [' > model/1.rec", .refused("model")),
    .init(
      "the model is a folder", "rm model/1.rec; mkdir model/1.rec; echo x > model/1.rec/x",
      .refused("files in place of folders")),
    .init(
      "the notes of keys are a file", "rm -rf ids; echo x > ids",
      .refused("files in place of folders")),
    .init(
      "a note of keys is a folder", "rm -rf ids; mkdir -p ids/0000.rec; echo x > ids/0000.rec/x",
      .refused("files in place of folders")),
    .init(
      "a folder of records is a file", "rm -r data/Recipe; echo x > data/Recipe",
      .refused("files in place of folders")),
    .init(
      "a file of records is a folder",
      "rm data/Recipe/0000.rec; mkdir data/Recipe/0000.rec; echo x > data/Recipe/0000.rec/x",
      .refused("files in place of folders")),
    .init(
      "the attributes are a folder",
      "rm .gitattributes; mkdir .gitattributes; echo > .gitattributes/x",
      .refused("files in place of folders")),
    .init(
      "two collections are joined",
      "printf '%%rec: All\n%%formerly: Recipe Part\n%%attribute: Name string\n' > model/1.rec; "
        + "git mv data/Recipe data/All", .refused("joins parts and recipes")),
    .init(
      "a collection takes the place of another",
      "printf '%%rec: Part\n%%formerly: Recipe\n%%attribute: Name string\n' > model/1.rec; "
        + "mkdir -p data/Part; git mv data/Recipe/0000.rec data/Part/0000.rec",
      .refused("joins parts and recipes")),
    .init("all is to be ignored", "echo '*' > .gitignore", .taken),
    .init("all is to be ignored further down", "echo '*' > data/.gitignore", .taken),
    .init("records go through a filter", "echo '* filter=evil' > .gitattributes", .taken),
    .init(
      "records go through a filter further down",
      "echo '* filter=evil diff=evil merge=evil' > data/.gitattributes", .taken),
    .init(
      "records have another encoding",
      "echo '*.rec text working-tree-encoding=SHIFT-JIS' > .gitattributes",
      .taken),
    .init("records have their names in them", "echo '* ident' > data/.gitattributes", .taken),
    .init(
      "records have other ends of lines", "echo '* text eol=crlf' > data/.gitattributes", .taken),
    .init(
      "hooks lie among the files",
      "mkdir .githooks; for h in pre-commit post-merge pre-push post-checkout reference-transaction; "
        + "do printf '#!/bin/sh\\ntouch $OUT/ran\\n' > .githooks/$h; chmod +x .githooks/$h; done",
      .taken),
    .init(
      "settings lie among the files",
      "printf '[core]\\n\\tfsmonitor = touch $OUT/ran\\n' > .gitconfig; cp .gitconfig .lfsconfig",
      .taken),
    .init(
      "a name is no text", "echo x > \"$(printf 'data/\\377\\376')\"",
      .refused("is not UTF-8")),
    .init(
      "a name has commands to terminals", "echo x > \"$(printf 'data/a\\033]52;c;QUJD\\007')\"",
      .taken),
    .init("a name has a line's end", "echo x > \"$(printf 'a\\nb')\"", .taken),
    .init("names differ in their case", "mkdir DATA; echo x > DATA/x; echo y > store", .taken),
    .init("a file is large", "head -c 30000000 /dev/zero > large", .taken),
    .init(
      "a folder is deep",
      "mkdir -p $(printf 'd/%.0s' $(seq 300)); echo x > $(printf 'd/%.0s' "
        + "$(seq 300))f", .taken),
    .init("a file of records may be run", "chmod 755 data/Recipe/0000.rec", .taken),
  ]
}
