// All in one chunk: they share most of their code, and whoever opens a menu soon opens a dialog.
export { AlertDialog, Dialog, DropdownMenu, Popover, Tooltip } from "radix-ui";
