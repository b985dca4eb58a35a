// # Interchange
//
// Records are imported from tables and JSON of other programs, and exported in formats that other
// programs read. This module converts bytes to records of a store and back, without screens. It
// reads its inputs through streams that the caller opens. There are two exceptions: `ImportedFiles`
// reads the kept files beside an export, and the program `iconv` decodes the multibyte encodings of
// East Asia (`IconvDecoder`), once for an input.
//
//     bytes ──▶ RawTable ──▶ InspectedTable ──▶ Planner ──▶ RecordAssembly ──▶ store
//   CSV, vCard  rows of       types of all      the model    drafts, links
//      JSON     raw cells     columns           it needs     to settle
//
//     store ──▶ ExportOperation ──▶ RecordWriter ──▶ JSON, JSON Lines, CSV, vCard, rec,
//                                                Markdown
//
// Each type documents its own guarantees in numbered rules: `Importer` for what an import changes,
// `Planner` for changes of the model, `RecordJSON` for the form of every output. Together they
// guarantee that an import of an export gives the same records.
