import { describe, expect, test } from "vitest";
import { isMine, reactionName } from "./reaction-row";

const ada = { id: "1", name: "Ada" };
const grace = { id: "2", name: "Grace" };

describe("a reaction", () => {
  test("is labeled with its emoji, count and people, including the reader", () => {
    const reaction = { emoji: "🎉", people: [ada, grace] };
    expect(reactionName(reaction, "1")).toBe("🎉 2 reactions, including yours: Ada, Grace");
    expect(reactionName(reaction, "3")).toBe("🎉 2 reactions: Ada, Grace");
    expect(reactionName({ emoji: "👀", people: [grace] }, null)).toBe("👀 1 reaction: Grace");
    expect(isMine(reaction, "2")).toBe(true);
  });

  test("names at most twenty people", () => {
    const people = Array.from({ length: 25 }, (_, n) => ({ id: `${n}`, name: `P${n}` }));
    expect(reactionName({ emoji: "👀", people }, null)).toMatch(/P18, P19 and 5 more$/);
  });
});
