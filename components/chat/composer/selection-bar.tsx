"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { type Readable, useStore } from "@/lib/browser/store";
import { stylesOf } from "./formatting";
import { FormattingButtons } from "./formatting-buttons";
import { type Draft, emptyDraft } from "./mention-text";
import type { Style } from "./text-edit";

const GAP_PX = 6;

type SelectionBarProps = {
  field: RefObject<HTMLTextAreaElement | null>;
  draft: Readable<Draft>;
  onStyle: (style: Style) => void;
};

/** The formatting buttons over selected text, once the selection is made. Escape hides them until it changes. */
export function SelectionBar({ field, draft, onStyle }: SelectionBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const { text } = useStore(draft, emptyDraft);
  const [range, setRange] = useState<[from: number, to: number] | null>(null);
  useEffect(() => {
    const element = field.current;
    // On touch screens the system shows its own menu there.
    if (!element || !window.matchMedia("(pointer: fine)").matches) return;
    let isPressed = false;
    const show = () => setRange(isPressed ? null : [element.selectionStart, element.selectionEnd]);
    const onPointerDown = () => {
      isPressed = true;
      setRange(null);
    };
    const onPointerUp = () => {
      if (!isPressed) return;
      isPressed = false;
      // A click ends the selection only after this event.
      setTimeout(show);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !bar.current) return;
      event.preventDefault();
      event.stopPropagation();
      setRange(null);
    };
    const move = () => setRange((range) => range && [...range]);
    const listening = new AbortController();
    const { signal } = listening;
    // While this is rendered for the first time, a drag that selects may be under way.
    isPressed = element.matches(":active");
    show();
    element.addEventListener("select", show, { signal });
    element.addEventListener("pointerdown", onPointerDown, { signal });
    element.addEventListener("keydown", onKeyDown, { signal, capture: true });
    window.addEventListener("pointerup", onPointerUp, { signal });
    window.addEventListener("scroll", move, { signal, capture: true });
    window.addEventListener("resize", move, { signal });
    return () => listening.abort();
  }, [field]);
  useLayoutEffect(() => {
    const [element, shown] = [field.current, bar.current];
    if (!element || !shown || !range) return;
    const at = rangeBox(element, ...range);
    const { width, height } = shown.getBoundingClientRect();
    // Not over the sidebar: the text often begins right beside it.
    const first = Math.max(element.getBoundingClientRect().left, 8);
    const left = Math.min(Math.max(at.center - width / 2, first), window.innerWidth - width - 8);
    const above = at.top - height - GAP_PX;
    shown.style.left = `${left}px`;
    shown.style.top = `${above < 8 ? at.bottom + GAP_PX : above}px`;
  });
  if (!range || range[0] === range[1]) return null;
  return createPortal(
    <div
      ref={bar}
      className="fixed z-40 animate-appear rounded-lg border border-border bg-surface-raised p-0.5 shadow-float"
    >
      <FormattingButtons onStyle={onStyle} active={stylesOf(text, ...range)} isBar />
    </div>,
    // Not in the composer, whose box would be what it is positioned by.
    field.current?.closest("main") ?? document.body,
  );
}

// What decides where a text area breaks its lines.
const COPIED = [
  "boxSizing",
  "width",
  "paddingTop",
  "paddingRight",
  "paddingBottom",
  "paddingLeft",
  "borderTopWidth",
  "borderRightWidth",
  "borderBottomWidth",
  "borderLeftWidth",
  "borderStyle",
  "fontFamily",
  "fontSize",
  "fontWeight",
  "fontFeatureSettings",
  "lineHeight",
  "letterSpacing",
  "tabSize",
  "direction",
] as const;

/**
 * Returns where a range of a text area's text is, as far as it's in view. Browsers don't tell, so a copy of the text
 * with the same style is measured.
 */
function rangeBox(field: HTMLTextAreaElement, from: number, to: number) {
  const copy = document.createElement("div");
  const style = getComputedStyle(field);
  for (const name of COPIED) copy.style[name] = style[name];
  Object.assign(copy.style, {
    position: "absolute",
    visibility: "hidden",
    whiteSpace: "pre-wrap",
    overflowWrap: "break-word",
  });
  const selected = document.createElement("span");
  selected.textContent = field.value.slice(from, to);
  copy.append(field.value.slice(0, from), selected, field.value.slice(to));
  document.body.append(copy);
  const [first] = selected.getClientRects();
  const all = selected.getBoundingClientRect();
  const origin = copy.getBoundingClientRect();
  copy.remove();
  const box = field.getBoundingClientRect();
  const within = (y: number) => Math.min(Math.max(y, box.top), box.bottom);
  const line = first ?? all;
  return {
    top: within(box.top + line.top - origin.top - field.scrollTop),
    bottom: within(box.top + all.bottom - origin.top - field.scrollTop),
    center: box.left + (line.left + line.right) / 2 - origin.left,
  };
}
