"use client";

import type { ComponentProps, SyntheticEvent } from "react";
import { TextField } from "@/components/ui/text-field";

type ReadOnlyTextProps = Pick<ComponentProps<typeof TextField>, "label" | "className" | "ref"> & { value: string };

/** A text to copy: it is always selected as a whole, and shows its beginning. */
export function ReadOnlyText(props: ReadOnlyTextProps) {
  return <TextField {...props} readOnly mono onFocus={selectAll} onMouseDown={press} />;
}

function selectAll({ currentTarget }: SyntheticEvent<HTMLInputElement>): void {
  currentTarget.setSelectionRange(0, currentTarget.value.length, "backward");
  currentTarget.scrollLeft = 0;
}

/** Left to itself, the press would put a caret where the selection was. */
function press(event: SyntheticEvent<HTMLInputElement>): void {
  event.preventDefault();
  event.currentTarget.focus();
  selectAll(event);
}
