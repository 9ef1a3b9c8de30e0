// All of them in one file: who uses one soon uses another, and they share most of what they are made of.
export { AlertDialog, Dialog, DropdownMenu, Popover, Tooltip } from "radix-ui";
