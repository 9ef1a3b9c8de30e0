"use client";

import { deferredPart } from "@/components/ui/deferred/deferred";

// A channel's page loads all code that its server components name, and few people see their first day or a channel that
// they can't post in.
const load = () => import("./first-day-parts");

export const FirstDayBand = deferredPart(async () => (await load()).FirstDayBand);
export const StepButton = deferredPart(async () => (await load()).StepButton);
export const JoinButton = deferredPart(async () => (await load()).JoinButton);
export const AllowNotifications = deferredPart(async () => (await load()).AllowNotifications);
export const JoinBar = deferredPart(async () => (await import("./join-bar")).JoinBar);
