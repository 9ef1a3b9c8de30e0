"use client";

import { useReducer } from "react";
import type { CardModel, CardOfModel } from "@/lib/webhooks/interpret/own-cards/model";
import type { Slot } from "./edit";

/** Everything that can be undone. */
type Content = {
  model: CardModel;
  /** The index of the card that the form shows. */
  index: number;
};

export type EditorState = Content & {
  slot: Slot;
  past: Content[];
  future: Content[];
  /** The kind of the latest change, so that typing is undone at once. */
  latest: string | null;
  /** The stored card; null before it's saved for the first time. */
  saved: CardModel | null;
};

export type EditorAction =
  /** `kind` names changes that are undone together if they follow one another. */
  | { type: "edit"; change: (card: CardOfModel) => CardOfModel; slot?: Slot; kind?: string }
  | { type: "edit-model"; change: (model: CardModel) => CardModel; index?: number }
  | { type: "select"; slot: Slot }
  | { type: "show-card"; index: number }
  /** Shows another stored version. */
  | { type: "load"; model: CardModel }
  | { type: "undo" | "redo" }
  | { type: "saved"; model: CardModel };

const MOST_STEPS = 200;
const NEW_FIELD: Slot = { kind: "new-field" };

/** Provides the state of the form for a card. */
export function useCardEditor(initial: () => EditorState): [EditorState, (action: EditorAction) => void] {
  return useReducer(reduce, null, initial);
}

/** Returns the state for a stored card, or with `saved` null for a new one. */
export function editorState(model: CardModel, saved: CardModel | null): EditorState {
  return { model, index: 0, slot: NEW_FIELD, past: [], future: [], latest: null, saved };
}

/** Returns whether two cards are the same. */
export function isSameModel(one: CardModel, other: CardModel | null): boolean {
  return other !== null && JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the form's next state. */
export function reduce(state: EditorState, action: EditorAction): EditorState {
  switch (action.type) {
    case "edit": {
      const card = state.model.cards[state.index];
      const next = card && action.change(card);
      const slot = action.slot ?? state.slot;
      if (!next || next === card) return { ...state, slot };
      const model = { ...state.model, cards: state.model.cards.with(state.index, next) };
      return { ...changed(state, { model, index: state.index }, action.kind), slot };
    }
    case "edit-model": {
      const model = action.change(state.model);
      const index = Math.min(action.index ?? state.index, model.cards.length - 1);
      return { ...changed(state, { model, index }), slot: NEW_FIELD };
    }
    case "select":
      return { ...state, slot: action.slot };
    case "show-card":
      return { ...state, index: action.index, slot: NEW_FIELD, latest: null };
    case "load":
      return { ...reduce(state, { type: "edit-model", change: () => action.model }), saved: action.model };
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
      return { ...state, saved: action.model, latest: null };
  }
}

function contentOf({ model, index }: EditorState): Content {
  return { model, index };
}

function changed(state: EditorState, next: Content, kind: string | null = null): EditorState {
  const follows = kind !== null && kind === state.latest;
  const past = follows ? state.past : [...state.past, contentOf(state)].slice(-MOST_STEPS);
  return { ...state, ...next, past, future: [], latest: kind };
}
