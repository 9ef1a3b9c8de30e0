import { describe, expect, it } from "vitest";
import { MESSAGE_LIMIT } from "@/lib/messages/dto";
import { editMeaning } from "./edit-meaning";

describe("saving an edit", () => {
  it("of what was there changes nothing, of nothing means to delete, of anything else is an edit", () => {
    expect(editMeaning("same ", "same")).toBe("nothing");
    expect(editMeaning(" \n", "same")).toBe("delete");
    expect(editMeaning("other", "same")).toBe("save");
  });

  it("is refused beyond the limit, which counts code points without the white space around them", () => {
    expect(editMeaning(`${"😀".repeat(MESSAGE_LIMIT)}\n`, "same")).toBe("save");
    expect(editMeaning("a".repeat(MESSAGE_LIMIT + 1), "same")).toBe("too-long");
  });
});
