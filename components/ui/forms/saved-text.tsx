"use client";

import { type ComponentProps, type KeyboardEvent, useState } from "react";
import { TextField } from "@/components/ui/controls/text-field";
import type { FormAction } from "@/components/ui/forms/form-action";
import { useSaved } from "./use-saved";

type SavedTextProps = Omit<ComponentProps<typeof TextField>, "value" | "error" | "aside" | "name"> & {
  /** The stored value; a new one from elsewhere replaces what nobody has edited here. */
  value: string;
  /** The field of `save`'s input. */
  field: string;
  save: FormAction;
  /** Called with every change, before it's saved. */
  edited?: (text: string) => void;
};

/** A text field that is saved when it loses the focus or on Enter. Escape brings back the stored value. */
export function SavedText({ value, field, save, edited, ...rest }: SavedTextProps) {
  const [from, setFrom] = useState(value);
  // Ahead of `value` from a save until the page is rendered with it.
  const [stored, setStored] = useState(value);
  const [text, setText] = useState(value);
  const [error, setError] = useState<string | null>(null);
  const { send, mark } = useSaved(save);
  if (value !== from) {
    setFrom(value);
    setStored(value);
    if (text === stored) setText(value);
  }

  function edit(next: string): void {
    setText(next);
    edited?.(next);
  }

  async function commit(): Promise<void> {
    if (text === stored) return setError(null);
    const failure = await send({ [field]: text });
    setError(failure);
    if (failure === null) setStored(text);
  }

  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") void commit();
    if (event.key !== "Escape" || text === stored) return;
    event.stopPropagation();
    setError(null);
    edit(stored);
  }

  return (
    <TextField
      {...rest}
      name={field}
      value={text}
      error={error}
      aside={mark}
      onChange={({ currentTarget }) => edit(currentTarget.value)}
      onBlur={() => void commit()}
      onKeyDown={press}
    />
  );
}
