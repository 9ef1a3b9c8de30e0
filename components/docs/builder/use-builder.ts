"use client";

import { useEffect, useReducer } from "react";
import { ownKey, readStored, writeStored } from "@/lib/browser/storage";
import type { Draft } from "./draft";
import { fromPayload, toPayload } from "./payload";
import { type BuilderAction, type BuilderState, reduce } from "./reduce";
import { starterDraft } from "./starter";

const STORED_AS = "embed-builder";

/** The builder's state. What is written is kept in this browser until it is reset. */
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
