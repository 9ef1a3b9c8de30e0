"use client";

import { useEffect, useReducer } from "react";
import type { Draft } from "./draft";
import { fromPayload, toPayload } from "./payload";
import { type BuilderAction, type BuilderState, reduce } from "./reduce";
import { starterDraft } from "./starter";

const STORED_AS = "parley.embed-builder";

/** The builder's state. What is written is kept in this browser until it is reset. */
export function useBuilder(): [BuilderState, (action: BuilderAction) => void] {
  const [state, dispatch] = useReducer(reduce, null, () => ({ draft: starterDraft(), before: null, loaded: false }));
  const { draft, loaded } = state;

  useEffect(() => dispatch({ type: "load", draft: load() }), []);
  useEffect(() => {
    if (loaded) keep(draft);
  }, [draft, loaded]);

  return [state, dispatch];
}

function load(): Draft | null {
  try {
    const stored = localStorage.getItem(STORED_AS);
    return stored === null ? null : fromPayload(JSON.parse(stored));
  } catch {
    return null;
  }
}

/** A browser that keeps nothing, or is full, is no reason to stop writing. */
function keep(draft: Draft): void {
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(toPayload(draft)));
  } catch {}
}
