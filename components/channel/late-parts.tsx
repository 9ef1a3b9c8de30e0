"use client";

import { latePart } from "@/components/ui/late";

// Few channels show these, so the others don't load them.

export const JoinBar = latePart(async () => (await import("./join-bar")).JoinBar);
export const FilterBar = latePart(async () => (await import("./filter/filter-bar")).FilterBar);
const firstDay = () => import("./first-day-parts");
export const FirstDayBand = latePart(async () => (await firstDay()).FirstDayBand);
export const AllowNotifications = latePart(async () => (await firstDay()).AllowNotifications);
export const JoinButton = latePart(async () => (await firstDay()).JoinButton);
export const StepButton = latePart(async () => (await firstDay()).StepButton);
