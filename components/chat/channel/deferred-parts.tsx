"use client";

import { latePart } from "@/components/ui/deferred/deferred";

// A channel's page loads all code that its server components name, and few people see their first day or a channel that
// they can't post in.
const load = () => import("./first-day-parts");

export const FirstDayBand = latePart(async () => (await load()).FirstDayBand);
export const StepButton = latePart(async () => (await load()).StepButton);
export const JoinButton = latePart(async () => (await load()).JoinButton);
export const AllowNotifications = latePart(async () => (await load()).AllowNotifications);
export const JoinBar = latePart(async () => (await import("./join-bar")).JoinBar);
