"use client";

import { createContext } from "react";

/** Focuses the list of messages, for elements in it that are about to disappear. */
export const FocusMessages = createContext<() => void>(() => {});
