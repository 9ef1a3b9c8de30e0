"use client";

import { useReducer } from "react";
import { Budget } from "@/lib/text/budget";
import { CARD_BUDGET } from "@/lib/webhooks/interpret/own-cards/limits";
import { writeYaml, Yaml } from "@/lib/webhooks/payload/yaml";
import { type CardFile, readCardFile, type WebhookCard, writeCardFile } from "./card-file";
import type { Slot } from "./edit";

/** Everything that can be undone. */
type Content = {
  file: CardFile;
  /** The file's text, if it isn't written from `file`: it was loaded and not changed in the form, or typed. */
  text: string | null;
  /** Whether `file` doesn't say what `text` does, because the text doesn't have the format's shape. */
  unread: boolean;
  /** The index of the card that the form shows. */
  index: number;
};

export type EditorState = Content & {
  slot: Slot;
  past: Content[];
  future: Content[];
  /** The kind of the latest change, so that typing is undone at once. */
  latest: string | null;
  /** The text that is stored; "" before the card is saved for the first time. */
  saved: string;
};

export type EditorAction =
  /** `kind` names changes that are undone together if they follow one another. */
  | { type: "edit"; change: (card: WebhookCard) => WebhookCard; slot?: Slot; kind?: string }
  | { type: "edit-file"; change: (file: CardFile) => CardFile; index?: number }
  | { type: "select"; slot: Slot }
  | { type: "show-card"; index: number }
  | { type: "write"; text: string; kind?: string }
  /** Shows another stored version. */
  | { type: "load"; text: string }
  | { type: "undo" | "redo" }
  | { type: "saved"; text: string };

const MOST_STEPS = 200;
const NEW_FIELD: Slot = { kind: "new-field" };

/** Returns the text of a card's file. */
export function yamlOf({ text, file }: Pick<Content, "text" | "file">): string {
  return text ?? dumpCardFile(file);
}

/** Writes a card's file as YAML. */
export function dumpCardFile(file: CardFile): string {
  return writeYaml(writeCardFile(file));
}

/** Reads a card's file from YAML. Returns null if it isn't YAML or has another shape. */
export function parseCardFile(yaml: string): CardFile | null {
  try {
    return readCardFile(new Yaml(yaml, new Budget(CARD_BUDGET)).value());
  } catch {
    return null;
  }
}

/** Provides the state of the form for a card's file. */
export function useCardEditor(initial: () => EditorState): [EditorState, (action: EditorAction) => void] {
  return useReducer(reduce, null, initial);
}

/** Returns the state for a stored file, or with `saved` "" for a new one. Without a readable file, the form shows `file`. */
export function editorState(file: CardFile, text: string | null, saved: string): EditorState {
  const read = text === null ? file : parseCardFile(text);
  return {
    file: read ?? file,
    text,
    unread: read === null,
    index: 0,
    slot: NEW_FIELD,
    past: [],
    future: [],
    latest: null,
    saved,
  };
}

/** Returns the form's next state. */
export function reduce(state: EditorState, action: EditorAction): EditorState {
  switch (action.type) {
    case "edit": {
      const card = state.file.cards[state.index];
      const next = card && action.change(card);
      const slot = action.slot ?? state.slot;
      if (!next || next === card) return { ...state, slot };
      const file = { ...state.file, cards: state.file.cards.with(state.index, next) };
      return { ...changed(state, { ...contentOf(state), file, text: null }, action.kind), slot };
    }
    case "edit-file": {
      const file = action.change(state.file);
      const index = Math.min(action.index ?? state.index, file.cards.length - 1);
      return { ...changed(state, { file, text: null, unread: false, index }), slot: NEW_FIELD };
    }
    case "select":
      return { ...state, slot: action.slot };
    case "show-card":
      return { ...state, index: action.index, slot: NEW_FIELD, latest: null };
    case "write": {
      const read = parseCardFile(action.text);
      const index = read ? Math.min(state.index, read.cards.length - 1) : state.index;
      const content = { file: read ?? state.file, text: action.text, unread: read === null, index };
      return { ...changed(state, content, action.kind), slot: NEW_FIELD };
    }
    case "load":
      return { ...reduce(state, { type: "write", text: action.text }), saved: action.text };
    case "undo": {
      const before = state.past.at(-1);
      if (!before) return state;
      const future = [...state.future, contentOf(state)];
      return { ...state, ...before, past: state.past.slice(0, -1), future, slot: NEW_FIELD, latest: null };
    }
    case "redo": {
      const after = state.future.at(-1);
      if (!after) return state;
      const past = [...state.past, contentOf(state)];
      return { ...state, ...after, past, future: state.future.slice(0, -1), slot: NEW_FIELD, latest: null };
    }
    case "saved":
      return { ...state, saved: action.text, latest: null };
  }
}

function contentOf({ file, text, unread, index }: EditorState): Content {
  return { file, text, unread, index };
}

function changed(state: EditorState, next: Content, kind: string | null = null): EditorState {
  const follows = kind !== null && kind === state.latest;
  const past = follows ? state.past : [...state.past, contentOf(state)].slice(-MOST_STEPS);
  return { ...state, ...next, past, future: [], latest: kind };
}
