// One chunk: they share most of their code, and a menu often opens a dialog.
export { AlertDialog, Dialog, DropdownMenu, Popover, Tooltip } from "radix-ui";
