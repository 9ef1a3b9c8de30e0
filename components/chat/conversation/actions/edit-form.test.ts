import { describe, expect, test } from "vitest";
import { MESSAGE_LIMIT } from "@/lib/messages/dto";
import { editMeaning } from "./edit-form";

describe("saving an edit", () => {
  test("does nothing without changes, deletes when empty, and edits otherwise", () => {
    expect(editMeaning("same ", "same", false)).toBe("nothing");
    expect(editMeaning(" \n", "same", false)).toBe("delete");
    expect(editMeaning("other", "same", false)).toBe("save");
  });

  test("may leave a message with files without text", () => {
    expect(editMeaning(" ", "same", true)).toBe("save");
    expect(editMeaning(" ", "", true)).toBe("nothing");
  });

  test("is refused over the limit, which counts code points without surrounding white space", () => {
    expect(editMeaning(`${"😀".repeat(MESSAGE_LIMIT)}\n`, "same", false)).toBe("save");
    expect(editMeaning("a".repeat(MESSAGE_LIMIT + 1), "same", false)).toBe("too-long");
  });
});
