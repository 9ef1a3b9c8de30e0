"use client";

import { createContext, type ReactNode, useContext } from "react";

const InThread = createContext(false);

/** Lets the messages below it know that they stand in a thread and not in the channel. */
export function InThreadProvider({ children }: { children: ReactNode }) {
  return <InThread value={true}>{children}</InThread>;
}

/** Whether one is inside a thread. A root stands in its thread and in its channel at once. */
export function useInThread(): boolean {
  return useContext(InThread);
}
