import type { ThreadPageDto } from "@/lib/messages/dto";

/** What this browser knows of a thread besides its messages. */
export type ThreadState = {
  /** `failed`: it couldn't be read, and trying again may help; `gone`: there is no such thread, or not any more. */
  status: "loading" | "failed" | "gone" | "ready";
  following: boolean;
  /** How far one had read when it was opened. */
  lastReadSeq: number;
};

export type ThreadAction =
  | { type: "loading" }
  | { type: "loaded"; page: Pick<ThreadPageDto, "following" | "lastReadSeq"> }
  | { type: "failed" }
  | { type: "gone" }
  | { type: "following"; following: boolean }
  /** One's own reply has arrived. */
  | { type: "replied" };

/** A thread that is being read. */
export const opening: ThreadState = { status: "loading", following: false, lastReadSeq: 0 };

/** The next state of a thread. */
export function threadReducer(state: ThreadState, action: ThreadAction): ThreadState {
  const isReady = state.status === "ready";
  switch (action.type) {
    // Replies that are shown stay, also when reading them again fails.
    case "loading":
    case "failed":
      return isReady ? state : { ...state, status: action.type };
    case "gone":
      return { ...state, status: "gone" };
    case "loaded": {
      const { following, lastReadSeq } = action.page;
      return { status: "ready", following, lastReadSeq: isReady ? state.lastReadSeq : lastReadSeq };
    }
    case "following":
      return { ...state, following: action.following };
    // Who has replied follows the thread.
    case "replied":
      return { ...state, following: true };
  }
}
