"use client";

import { clsx } from "clsx";
import { type ClipboardEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import type { Template, TemplatePart } from "@/lib/webhooks/interpret/own-cards/model";
import { nameOfValue } from "@/lib/webhooks/interpret/own-cards/values";
import { ChipButton } from "./chip-button";
import { type Caret, partsOf, rowOf } from "./edit";

type TextEditorProps = {
  /** Its accessible name, such as "Title". */
  label: string;
  template: Template;
  payload: unknown;
  /** Whether it takes several lines and Markdown. */
  isMarkdown: boolean;
  selected: boolean;
  placeholder?: string;
  /** `caret` is where the next value goes; `lines` is the list whose lines it goes into. */
  onSelect: (caret: Caret | null, lines: number | null) => void;
  /** `kind` names changes that are undone together. */
  onChange: (template: Template, kind?: string) => void;
  /** Makes a field of each item of the list that the chip's path leads into. */
  onEach?: ((part: number) => void) | undefined;
};

/** Edits one text of a card: words and chips in a row. */
export function TextEditor({ template, ...props }: TextEditorProps) {
  return <RowEditor {...props} parts={template} lines={null} />;
}

type RowEditorProps = Omit<TextEditorProps, "template" | "onChange"> & {
  parts: readonly TemplatePart[];
  /** The index of the list whose lines these parts are. */
  lines: number | null;
  onChange: (template: Template, kind?: string) => void;
};

/** Where the focus goes after a change: into a text at an offset, or to a chip. */
type Focus = { text: number; offset: number } | { atom: number };

function RowEditor(props: RowEditorProps) {
  const { label, payload, parts, lines, isMarkdown, selected, placeholder, onSelect, onChange } = props;
  const { texts, atoms } = rowOf(parts);
  const group = useRef<HTMLFieldSetElement>(null);
  const [next, setNext] = useState<Focus | null>(null);
  // One Tab stop for each text: arrow keys move within it.
  const [stop, setStop] = useState<Focus | null>(null);
  const isMultiline = isMarkdown && lines === null;
  const last = texts.length - 1;
  const isStop = (where: Focus) => {
    const here = stop ?? { text: last, offset: 0 };
    const there =
      "atom" in here ? { atom: Math.min(here.atom, atoms.length - 1) } : { text: Math.min(here.text, last) };
    return "atom" in where
      ? "atom" in there && there.atom === where.atom
      : "text" in there && there.text === where.text;
  };

  useLayoutEffect(() => {
    if (next === null) return;
    setNext(null);
    focusAt(group.current, next);
  }, [next]);

  function change(row: { texts: string[]; atoms: TemplatePart[] }, focus: Focus | null, kind?: string): void {
    onChange(partsOf(row), kind);
    if (focus) setNext(focus);
  }

  function write(at: number, text: string): void {
    change(
      { texts: texts.with(at, isMultiline ? text : text.replace(/\s*\n\s*/g, " ")), atoms },
      null,
      `${label} ${at}`,
    );
  }

  /** Removes the chip at this index and joins the texts around it. */
  function remove(atom: number): void {
    const before = texts[atom] ?? "";
    const joined = texts.toSpliced(atom, 2, before + (texts[atom + 1] ?? ""));
    change({ texts: joined, atoms: atoms.toSpliced(atom, 1) }, { text: atom, offset: before.length });
  }

  function onTextKey(event: KeyboardEvent<HTMLTextAreaElement>, at: number): void {
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    if (selectionStart !== selectionEnd || event.ctrlKey || event.metaKey || event.altKey) return;
    const [isStart, isEnd] = [selectionStart === 0, selectionStart === value.length];
    if (event.key === "Enter" && !isMultiline) event.preventDefault();
    else if (event.key === "Backspace" && isStart && at > 0) {
      event.preventDefault();
      remove(at - 1);
    } else if (event.key === "Delete" && isEnd && at < last) {
      event.preventDefault();
      remove(at);
    } else if (event.key === "ArrowLeft" && isStart && at > 0) {
      event.preventDefault();
      setNext({ atom: at - 1 });
    } else if (event.key === "ArrowRight" && isEnd && at < last) {
      event.preventDefault();
      setNext({ atom: at });
    }
  }

  function onChipKey(event: KeyboardEvent, at: number): void {
    if (event.key === "Backspace" || event.key === "Delete") remove(at);
    else if (event.key === "ArrowLeft") setNext({ text: at, offset: texts[at]?.length ?? 0 });
    else if (event.key === "ArrowRight") setNext({ text: at + 1, offset: 0 });
    else return;
    event.preventDefault();
  }

  const isEmpty = atoms.length === 0 && texts[0] === "";
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the texts goes to the last one, which the keyboard reaches by Tab.
    <fieldset
      ref={group}
      aria-label={label}
      data-selected={selected || undefined}
      onClick={(event) =>
        event.target === event.currentTarget && focusAt(group.current, { text: last, offset: Infinity })
      }
      className={clsx(
        "flex min-h-9 pointer-coarse:min-h-11 min-w-0 cursor-text flex-wrap items-center gap-y-1 rounded-md border px-2 py-1 text-sm transition-colors",
        lines === null ? "bg-surface-raised" : "bg-surface",
        selected ? "border-accent ring-1 ring-accent" : "border-border-strong hover:border-text-muted",
      )}
    >
      {texts.map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: texts and chips take turns, so an index says which one it is.
        <span key={at} className="contents">
          <span
            className={clsx(
              "inline-grid min-w-0 max-w-full whitespace-pre-wrap break-words",
              at === last ? "grow" : "",
              text.includes("\n") && "basis-full",
              // Beside the lines of a list, an empty text would only be a gap.
              text === "" && isBesideLines(atoms, at) && "max-h-1.5 basis-full overflow-hidden focus-within:max-h-none",
            )}
          >
            <span aria-hidden="true" className="invisible min-w-1 [grid-area:1/1]">
              {isEmpty ? placeholder : text}
              {/* A last line without text needs room too. */}
              {text.endsWith("\n") && " "}
            </span>
            <textarea
              data-text={at}
              rows={1}
              cols={1}
              tabIndex={isStop({ text: at, offset: 0 }) ? 0 : -1}
              aria-label={atoms.length === 0 ? label : `${label}, text ${at + 1} of ${texts.length}`}
              value={text}
              placeholder={isEmpty ? placeholder : undefined}
              spellCheck={false}
              onChange={(event) => write(at, event.target.value)}
              onPaste={isMultiline ? undefined : pasteAsOneLine}
              onKeyDown={(event) => onTextKey(event, at)}
              onFocus={() => setStop({ text: at, offset: 0 })}
              onSelect={(event) => onSelect({ atom: at, offset: event.currentTarget.selectionStart }, lines)}
              className="size-full min-w-0 resize-none overflow-hidden bg-transparent outline-none [grid-area:1/1] placeholder:text-text-muted"
            />
          </span>
          {at < last && atoms[at] && (
            <Atom
              {...props}
              part={atoms[at]}
              tabIndex={isStop({ atom: at }) ? 0 : -1}
              onKey={(event) => onChipKey(event, at)}
              onFocus={() => {
                setStop({ atom: at });
                onSelect({ atom: at + 1, offset: 0 }, lines);
              }}
              index={at}
              payload={payload}
              replace={(part, kind) => change({ texts, atoms: atoms.with(at, part) }, null, kind)}
              remove={() => remove(at)}
            />
          )}
        </span>
      ))}
    </fieldset>
  );
}

type AtomProps = Omit<RowEditorProps, "onChange"> & {
  part: TemplatePart;
  index: number;
  tabIndex: number;
  onKey: (event: KeyboardEvent) => void;
  onFocus: () => void;
  replace: (part: TemplatePart, kind?: string) => void;
  remove: () => void;
};

/** A chip, an expression, or the lines of a list. */
function Atom({ part, index, replace, remove, tabIndex, onKey, onFocus, ...props }: AtomProps) {
  if (part.kind === "text") return null;
  if (part.kind === "chip") {
    return (
      <ChipButton
        data-atom={index}
        part={part}
        payload={props.payload}
        label={props.label}
        isMarkdown={props.isMarkdown}
        tabIndex={tabIndex}
        onKeyDown={onKey}
        onFocus={onFocus}
        replace={replace}
        remove={remove}
        canRepeat={props.lines === null && props.isMarkdown}
        {...(props.onEach && { onEach: () => props.onEach?.(index) })}
      />
    );
  }
  const list = nameOfValue(part.list);
  return (
    <div className="my-0.5 flex basis-full flex-col gap-1 rounded-md bg-surface-sunken p-2">
      <div className="flex items-center justify-between gap-2 text-text-muted text-xs">
        <span>
          A line for each of <code className="font-mono">{list}</code>
        </span>
        <button
          type="button"
          data-atom={index}
          tabIndex={tabIndex}
          onKeyDown={onKey}
          onFocus={onFocus}
          onClick={remove}
          className="rounded-md px-1 hover:text-danger"
        >
          Remove<span className="sr-only"> the lines of {list}</span>
        </button>
      </div>
      <RowEditor
        {...props}
        label={`${props.label}, each line`}
        parts={part.parts}
        lines={index}
        onEach={undefined}
        onChange={(template, kind) => {
          replace({ ...part, parts: template.filter((each) => each.kind !== "lines") }, kind);
        }}
      />
    </div>
  );
}

function focusAt(group: HTMLElement | null, focus: Focus): void {
  const name = "atom" in focus ? `[data-atom="${focus.atom}"]` : `[data-text="${focus.text}"]`;
  const all = [...(group?.querySelectorAll<HTMLElement>(name) ?? [])];
  // Not those of the lines inside.
  const element = all.find((each) => each.closest("fieldset") === group);
  element?.focus();
  if (!(element instanceof HTMLTextAreaElement) || "atom" in focus) return;
  const offset = Math.min(focus.offset, element.value.length);
  element.setSelectionRange(offset, offset);
}

function isBesideLines(atoms: readonly TemplatePart[], at: number): boolean {
  return atoms[at - 1]?.kind === "lines" || atoms[at]?.kind === "lines";
}

function pasteAsOneLine(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const pasted = event.clipboardData.getData("text/plain");
  if (!pasted.includes("\n")) return;
  event.preventDefault();
  const { selectionStart, selectionEnd } = event.currentTarget;
  event.currentTarget.setRangeText(pasted.trim().replace(/\s*\n\s*/g, " "), selectionStart, selectionEnd, "end");
  event.currentTarget.dispatchEvent(new Event("input", { bubbles: true }));
}
