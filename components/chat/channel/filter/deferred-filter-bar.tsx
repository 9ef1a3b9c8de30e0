"use client";

import { latePart } from "@/components/ui/deferred/deferred";

/** The filter bar, loaded only where there is a filter. Its link works until then. */
export const LateFilterBar = latePart(async () => (await import("./filter-bar")).FilterBar);
