"use client";

import type { ComponentProps, SyntheticEvent } from "react";
import { TextField } from "@/components/ui/controls/text-field";

type ReadOnlyTextProps = Pick<ComponentProps<typeof TextField>, "label" | "className" | "ref"> & { value: string };

/** Text to copy. Focusing it selects all of it and shows its start. */
export function ReadOnlyText(props: ReadOnlyTextProps) {
  return <TextField {...props} readOnly mono onFocus={selectAll} onMouseDown={press} />;
}

function selectAll({ currentTarget }: SyntheticEvent<HTMLInputElement>): void {
  currentTarget.setSelectionRange(0, currentTarget.value.length, "backward");
  currentTarget.scrollLeft = 0;
}

/** Keeps a click from replacing the selection with a caret. */
function press(event: SyntheticEvent<HTMLInputElement>): void {
  event.preventDefault();
  event.currentTarget.focus();
  selectAll(event);
}
