"use client";

import { deferredPart } from "@/components/ui/deferred/deferred";

/** The filter bar, loaded only where there is a filter. Its link works until then. */
export const DeferredFilterBar = deferredPart(async () => (await import("./filter-bar")).FilterBar);
