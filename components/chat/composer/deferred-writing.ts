import { deferred } from "@/components/ui/deferred/deferred";

// A page is read before anyone writes: formatting, pasting and suggesting load with the first key or file.
const writing = deferred(() => import("./writing"));

/** Loads what is needed for writing. */
export const loadWriting = writing.load;

/** Returns what `loadWriting` loads, or null until it is loaded. */
export const writingParts = writing.get;

/** Returns the same for rendering. */
export const useWritingParts = writing.use;
