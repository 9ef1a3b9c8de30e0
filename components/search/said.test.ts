import { expect, test } from "vitest";
import { aMessage } from "@/lib/testing/message";
import { embedsToShow, saidBy } from "./said";

test("a message is searched in its text, its embeds and its file names, without markup", () => {
  const message = aMessage({
    content: "**Deploy** [done](https://a.example)",
    embeds: [{ title: "api", description: "_ok_" }],
  });
  expect(saidBy(message, ["deploy"])).toEqual(["Deploy done", "api", "ok"]);
});

test("only the part of a long text around the hit is parsed", () => {
  const content = `${"before ".repeat(1_000)}needle ${"after ".repeat(1_000)}`;
  const [said = ""] = saidBy(aMessage({ content }), ["needle"]);
  expect(said).toContain("needle");
  expect(said.length).toBeLessThanOrEqual(2_000);
});

test("at most three embeds with a hit are shown, or the first if none has one", () => {
  const embeds = Array.from({ length: 10 }, (_, index) => ({
    title: `card ${index}`,
    description: index > 4 ? "needle" : "hay",
  }));
  expect(embedsToShow(embeds, ["needle"]).map(({ title }) => title)).toEqual(["card 5", "card 6", "card 7"]);
  expect(embedsToShow(embeds, ["nothing"]).map(({ title }) => title)).toEqual(["card 0"]);
  expect(embedsToShow([], ["needle"])).toEqual([]);
});
