// # Interchange
//
// Records come as tables and JSON of other people's making, and go as what other programs read.
// This module turns bytes into records of a store and back; it knows neither files nor screens.
//
//     bytes ──▶ RawTable ──▶ InspectedTable ──▶ Planner ──▶ RecordAssembly ──▶ store
//   CSV, vCard  rows of       types of all      the model    drafts, links
//      JSON     raw cells     columns           it needs     to settle
//
//     store ──▶ ExportOperation ──▶ RecordWriter ──▶ JSON, JSON Lines, CSV, vCard, rec,
//                                                Markdown
//
// What each step promises stands, numbered, with the type that keeps it: `Importer` says what an
// import does and leaves alone, `Planner` what it makes of the model, `RecordJSON` what every
// output looks like. Together: what an export wrote, an import reads as the same records.
