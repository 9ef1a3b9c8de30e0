"use client";

import { useEffect, useReducer } from "react";
import { ownKey, readStored, writeStored } from "@/lib/browser/storage";
import { type Draft, emptyDraft } from "./draft";
import { fromPayload, toPayload } from "./payload";

const STORED_AS = "embed-builder";

/** Provides the builder's state. The draft is saved in this browser until it's reset. */
export function useBuilder(): [BuilderState, (action: BuilderAction) => void] {
  const [state, dispatch] = useReducer(reduce, null, () => ({ draft: starterDraft(), before: null, loaded: false }));
  const { draft, loaded } = state;

  useEffect(() => dispatch({ type: "load", draft: load() }), []);
  useEffect(() => {
    if (loaded) writeStored(ownKey(STORED_AS), toPayload(draft));
  }, [draft, loaded]);

  return [state, dispatch];
}

function load(): Draft | null {
  const stored = readStored(ownKey(STORED_AS));
  return stored === null ? null : fromPayload(stored);
}

/** Applies one edit to the latest draft. */
export type Edit = (draft: Draft) => Draft;

/** `before` is the draft before a reset, until something is edited again. */
export type BuilderState = { draft: Draft; before: Draft | null; loaded: boolean };

type BuilderAction =
  | { type: "load"; draft: Draft | null }
  | { type: "edit"; edit: Edit }
  | { type: "reset" }
  | { type: "undo-reset" };

/** Returns the builder's next state. */
export function reduce(state: BuilderState, action: BuilderAction): BuilderState {
  switch (action.type) {
    case "load":
      return { draft: action.draft ?? state.draft, before: null, loaded: true };
    case "edit":
      return { ...state, draft: action.edit(state.draft), before: null };
    case "reset":
      return { ...state, draft: emptyDraft(), before: state.draft };
    case "undo-reset":
      return state.before ? { ...state, draft: state.before, before: null } : state;
  }
}

/** Returns the example that the builder starts with. */
export function starterDraft(): Draft {
  return fromPayload({
    content: "Build **1841** passed",
    embeds: [
      {
        title: "api: all 412 tests passed",
        url: "https://ci.example.com/builds/1841",
        description: "Took **38 s**. Next: `deploy to staging`.",
        color: 3066993,
        fields: [
          { name: "Branch", value: "`main`", inline: true },
          { name: "Commit", value: "`4f2c1ab`", inline: true },
          { name: "Author", value: "Ada", inline: true },
        ],
        footer: { text: "Build pipeline" },
        timestamp: "2026-11-21T09:30:00Z",
      },
    ],
  });
}
