"use client";

import { latePart } from "@/components/ui/late";

// What few channels show. As late parts, the others don't load their code.

export const FilterBar = latePart(async () => (await import("./filter/filter-bar")).FilterBar);
export const FirstDay = latePart(loadFirstDay);
export const JoinBar = latePart(async () => (await import("./join-bar")).JoinBar);

async function loadFirstDay() {
  return (await import("./first-day")).FirstDay;
}

// Its buttons are in the server's HTML. Without a head start, a click on one could come before its code.
if (typeof document !== "undefined" && document.getElementById("first-day")) void loadFirstDay().catch(() => null);
