internal import CairnInterface

/// The actions of all places that take text.
extension ActionTable {
  static let prompt: [Action] = [
    Action(
      .complete, title: "Complete the word", hint: "complete", keys: ["Tab"],
      in: [.palette, .filter, .path], isHinted: true),
    Action(
      .accept, title: "Confirm", hint: "confirm", keys: ["Enter"], in: [.columns, .prompt],
      isHinted: true),
    Action(
      .editTyped, title: "Edit the text in your editor", keys: ["C-x C-e", "F4"],
      in: [.prompt]),
    Action(
      .actOnPick, title: "Export, mail or copy the row", keys: ["C-x x"],
      in: [.palette]),
    Action(.promptDown, title: "Move down", keys: ["Down", "C-n", "C-j", "Tab"], in: [.prompt]),
    Action(.promptUp, title: "Move up", keys: ["Up", "C-p", "BTab"], in: [.prompt]),
    Action(.promptFirst, title: "Go to the first row", keys: ["M-<"], in: [.prompt]),
    Action(.promptLast, title: "Go to the last row", keys: ["M->"], in: [.prompt]),
    Action(
      .filterHelp, title: "Show the filter syntax", hint: "syntax",
      keys: ["C-x /"], in: [.filter], isHinted: true),
  ]

  static let form: [Action] = [
    Action(
      .save, title: "Save", hint: "save", keys: ["C-s", "F2"], in: [.form], isHinted: true),
    Action(
      .completeValue, title: "Complete with values of other records", keys: ["C-Space", "M-/"],
      in: [.form]),
    Action(
      .undoTyping, title: "Undo typing", keys: ["C-_", "C-x u"],
      in: [.form, .text]),
    Action(.redoTyping, title: "Redo typing", keys: ["M-_", "C-x r"], in: [.form, .text]),
    Action(.discard, title: "Discard the changes", keys: ["F6", "C-x k"], in: [.form]),
    Action(
      .nextField, title: "Go to the next field", hint: "next", keys: ["Tab", "Down", "Enter"],
      in: [.form],
      isHinted: true),
    Action(
      .previousField, title: "Go to the previous field", keys: ["BTab", "Up"],
      in: [.form]),
    Action(.firstField, title: "Go to the first field", keys: ["C-Home"], in: [.form]),
    Action(.lastField, title: "Go to the last field", keys: ["C-End"], in: [.form]),
    Action(
      .nextForm, title: "Edit the next record", keys: ["C-PageDown"],
      in: [.form]),
    Action(
      .previousForm, title: "Edit the previous record", keys: ["C-PageUp"],
      in: [.form]),
    Action(
      .revertField, title: "Revert the field", hint: "revert", keys: ["C-r"],
      in: [.form], isHinted: true),
    Action(
      .editField, title: "Edit the text in your editor", hint: "editor",
      keys: ["F4", "C-x C-e", "C-o"], in: [.form], isHinted: true),
    Action(.nextChoice, title: "Choose the next value", keys: ["Right"], in: [.pick]),
    Action(.previousChoice, title: "Choose the previous value", keys: ["Left"], in: [.pick]),
    Action(.clearField, title: "Clear the field", keys: ["BSpace", "Delete"], in: [.pick]),
  ]

  static let text: [Action] = [
    Action(.textLeft, title: "Move a character left", keys: ["Left", "C-b"], in: [.text]),
    Action(.textRight, title: "Move a character right", keys: ["Right", "C-f"], in: [.text]),
    Action(.textWordLeft, title: "Move a word left", keys: ["M-b", "C-Left"], in: [.text]),
    Action(.textWordRight, title: "Move a word right", keys: ["M-f", "C-Right"], in: [.text]),
    Action(.textStart, title: "Go to the start", keys: ["Home", "C-a"], in: [.text]),
    Action(.textEnd, title: "Go to the end", keys: ["End", "C-e"], in: [.text]),
    Action(.textDeleteLeft, title: "Delete to the left", keys: ["BSpace", "C-h"], in: [.text]),
    Action(.textDeleteRight, title: "Delete to the right", keys: ["Delete", "C-d"], in: [.text]),
    Action(
      .textCutWordLeft, title: "Cut the word to the left", keys: ["C-w", "M-BSpace"], in: [.text]),
    Action(.textCutWordRight, title: "Cut the word to the right", keys: ["M-d"], in: [.text]),
    Action(.textCutToStart, title: "Cut to the start", keys: ["C-u"], in: [.text]),
    Action(.textCutToEnd, title: "Cut to the end", keys: ["C-k"], in: [.text]),
    Action(.textYank, title: "Paste the cut text", keys: ["C-y"], in: [.text]),
    Action(.copyText, title: "Copy the text", keys: ["M-w"], in: [.form, .palette]),
    Action(.areaNewline, title: "Insert a line break", keys: ["Enter"], in: [.area]),
    Action(.lineUp, title: "Move the line up", keys: ["S-Up"], in: [.lines]),
    Action(.lineDown, title: "Move the line down", keys: ["S-Down"], in: [.lines]),
    Action(.areaUp, title: "Go up a line", keys: ["Up"], in: [.area]),
    Action(.areaDown, title: "Go down a line", keys: ["Down"], in: [.area]),
  ]
}
