import { describe, expect, test } from "vitest";
import { cardHead, stateWithin } from "@/lib/messages/cards/card-head";

const red = 0xcf222e;
const green = 0x1a7f37;
const blue = 0x0969da;

function inShort(title: string, color = red, state?: string): string {
  const head = cardHead({ title, color, state, tool: { name: "Tool" } });
  return [head?.place, head?.state ? `${head.state} (${head.tone})` : "", head?.title].join(" | ");
}

describe("a tool's card", () => {
  test.each([
    ["[acme/web] Pipeline failed: main", red, "acme/web | Failed (danger) | Pipeline: main"],
    ["[lighthouse] Build #218 succeeded", green, "lighthouse | Succeeded (success) | Build #218"],
    ["RESOLVED: Kiln 2 is at 1,312 °C", green, " | Resolved (success) | Kiln 2 is at 1,312 °C"],
    ["Ticket shop is down", red, " | Down (danger) | Ticket shop"],
    ["[pottery/kiln] Build #460 still failing: main", red, "pottery/kiln | Still failing (danger) | Build #460: main"],
    [
      "[P2] [Recovered on {queue:stamps}] Jobs are lost",
      green,
      "P2 · on {queue:stamps} | Recovered (success) | Jobs are lost",
    ],
    ["[crew-app] Deploy ended: succeeded", green, "crew-app | Succeeded (success) | Deploy ended"],
    ["[ferry-tickets] Degraded", red, " | Degraded (danger) | ferry-tickets"],
    ["[ops] Merge request merged: !42 Fix", blue, "ops | Merged (neutral) | Merge request: !42 Fix"],
  ])("%s has its place, state and title apart", (title, color, shown) => expect(inShort(title, color)).toBe(shown));

  test.each([
    "[orchard/press] Comment on #3 Press stops one apple too late",
    "[ferry-tickets] Synced and healthy",
    "[ops/harbour] 2 commits to main",
    "Comment deleted on: the door is closed",
  ])("%s keeps its words", (title) => {
    expect(cardHead({ title, color: red, tool: { name: "Tool" } })).toMatchObject({
      state: "",
      title: title.replace(/^\[.*?\] /, ""),
    });
  });

  test("has the state that was found in its payload", () => {
    expect(inShort("host: web-3", red, "critical")).toBe(" | Critical (danger) | host: web-3");
  });
});

test("a state is only a word that agrees with the color", () => {
  expect(stateWithin("deploy #512 failed in step 3", "danger")).toEqual(["deploy #512 ", "failed", " in step 3"]);
  expect(stateWithin("[FIRING:2] Disk", "danger")).toEqual(["", "[FIRING:2]", " Disk"]);
  for (const title of ["Disk 3", "fix/failed-login", "unfailed"]) expect(stateWithin(title, "danger")).toBeNull();
  expect(stateWithin("Build failed", "success")).toBeNull();
  expect(stateWithin("Build failed", "neutral")).toBeNull();
  const fields = ["critical", "critical path", "ok"].map((value) => ({ name: "Status", value }));
  expect(cardHead({ title: "Disk 3", color: red, fields })).toEqual({ tone: "danger", marked: [0] });
  expect(cardHead({ title: "Disk failed", color: blue })).toBeUndefined();
});
