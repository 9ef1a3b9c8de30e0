import { type Draft, emptyDraft } from "./draft";

/** What becomes of a draft by one edit. It takes the latest draft, whenever it was made. */
export type Edit = (draft: Draft) => Draft;

/** The draft, and what it was before it was reset, until something is written again. */
export type BuilderState = { draft: Draft; before: Draft | null; loaded: boolean };

export type BuilderAction =
  | { type: "load"; draft: Draft | null }
  | { type: "edit"; edit: Edit }
  | { type: "reset" }
  | { type: "undo-reset" };

/** What becomes of the builder's state. */
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
