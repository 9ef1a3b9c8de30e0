import { describe, expect, it } from "vitest";
import { channelLabel } from "./sidebar-channels";

function label(unread: number, mentions: number): string {
  return channelLabel({ id: "1", name: "deploys", kind: "public", msgSeq: 500, lastReadSeq: 0, unread, mentions });
}

describe("a channel's link", () => {
  it("is named by the channel, and by what is unread in it", () => {
    expect(label(0, 0)).toBe("deploys");
    expect(label(3, 0)).toBe("deploys, 3 unread");
    expect(label(3, 1)).toBe("deploys, 3 unread, 1 mention");
    expect(label(3, 2)).toBe("deploys, 3 unread, 2 mentions");
  });

  it("stops counting at a hundred", () => {
    expect(label(100, 0)).toBe("deploys, 99+ unread");
    expect(label(100, 100)).toBe("deploys, 99+ unread, 99+ mentions");
  });
});
