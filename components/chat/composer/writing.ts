// One chunk: a few hundred milliseconds after the first key or file, all of it may be needed.

export { FileTray } from "@/components/chat/composer/files/file-tray";
export { rememberEmoji } from "@/components/emoji/usual-emoji";
export { commandOf, refusesUnknown, runCommand } from "./commands";
export { EveryoneDialog } from "./everyone-dialog";
export { formatSelection, insertSign } from "./formatting";
export { FormattingRow, SendKeys } from "./formatting-buttons";
export { InsertItems } from "./insert-items";
export { LengthHint } from "./length-hint";
export { pasteEdit } from "./paste";
export { Preview } from "./preview";
export { replay } from "./replay";
export { ScheduleDraftDialog, ScheduleItems } from "./schedule-items";
export { SelectionBar } from "./selection-bar";
export { foundText, optionId, SuggestionList } from "./suggestion-list";
export { findTrigger, fits, peopleOf, suggest, writingOf } from "./suggestions";
