"use client";

import { createContext } from "react";

/** Focuses the messages of the channel around, for what stands among them and is about to disappear. */
export const FocusMessages = createContext<() => void>(() => {});
