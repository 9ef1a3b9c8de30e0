import { expect, test } from "vitest";
import { lookAlike, looks } from "@/lib/channels/free-name";

const alike = (a: string, b: string) => lookAlike(looks(a), looks(b));

test.each([
  ["deploys", "Deploys"],
  ["deploys", "dep1oys"],
  ["deploys", "depl0ys"],
  ["DEPLOYS", "DEPL0YS"],
  ["deploys", "dерlоуѕ"],
  ["DEPLOYS", "DЕPLОYS"],
  ["ill", "Il1"],
  ["AI", "al"],
  ["general", "ｇｅｎｅｒａｌ"],
  ["general", "𝐠eneral"],
  ["corner", "comer"],
  ["Modern", "modem"],
  ["café", "cafe\u0301"],
  ["on-call", "on‐call"],
  ["می‌خواهم", "میخواهم"],
])("%s looks like %s", (a, b) => expect([alike(a, b), alike(b, a)]).toEqual([true, true]));

test.each([
  ["deploys", "deploy"],
  ["deploys-1", "deploys-2"],
  ["café", "cafe"],
  ["team-a", "team-b"],
  ["on-call", "on_call"],
  ["Größe", "Grosse"],
  ["日本", "日木"],
])("%s doesn't look like %s", (a, b) => expect([alike(a, b), alike(b, a)]).toEqual([false, false]));
