import fc from "fast-check";
import { expect, test } from "vitest";
import { randomRuns } from "@/lib/testing/long";
import { mrkdwn, visibleText } from "./mrkdwn";

test.each([
  ["*bold* _italics_ ~strike~", "**bold** _italics_ ~~strike~~"],
  ["*a _b_*", "**a _b_**"],
  ["`a*b` ``", "`a*b` \\`\\`"],
  ["before ```\na &lt; *b*\n``` after", "before\n\n```\na < *b*\n```\n\nafter"],
  ["> one\n&gt; two\nthree", "> one\n> two\n\nthree"],
  ["a\n>>>b\n\nc", "a\n\n> b\n>\n> c"],
  ["• a\n    ◦ b\n* c\n- d\ntext", "- a\n  - b\n- c\n- d\n\ntext"],
  ["1. a\n2. b\n9. c", "1. a\n2. b\n\n9\\. c"],
  ["<https://x.y/a_b?c=1&amp;d=2|label [1]>", "[label \\[1\\]](https://x.y/a_b?c=1&d=2)"],
  ["<https://x.y/a_b> and https://x.y/c_(d).", "<https://x.y/a_b> and <https://x.y/c_(d)>."],
  ["<mailto:ada@x.y|Ada>", "[Ada](mailto:ada@x.y)"],
  ["<javascript:alert(1)|label>", "label (javascript:alert(1))"],
  ["<example.com|Fred> <x.y.com:8080/a?b|c>", "[Fred](https://example.com) [c](https://x.y.com:8080/a?b)"],
  ["<example.com|example.com>", "[example.com](https://example.com)"],
  ["</hooks/1|the hook> <../a|up> <#top|top>", "the hook up #top"],
  ["Map<K|V> a <b | c> d <string.h>", "Map\\<K|V> a \\<b | c> d \\<string.h>"],
  ["<!here> <!channel> <!everyone|everyone>", "@here @channel @everyone"],
  ["<!subteam^S1|@admins> <!subteam^S2>", "@admins @S2"],
  ["<!date^1392734382^{date_num}|18 February>", "18 February"],
  ["<!date^1392734382^{date_num}>", "2014-02-18 14:39 UTC"],
  ["<!date^1392734382^{date}^https://x.y|then>", "[then](https://x.y)"],
  ["<@U1> <@U1|ada> <@123456789012345678>", "@U1 @ada <@123456789012345678>"],
  ["<#C1|general> <#C2>", "#general #C2"],
  [":tada: :white_check_mark: `:x:`", "🎉 ✅ `:x:`"],
  ["deployed :tada:", "deployed 🎉"],
  ["a < b <> <unknown>", "a < b \\<> \\<unknown>"],
  ["* not bold* *nor this *", "- not bold\\* \\*nor this \\*"],
  ["*a\nb*", "\\*a\nb\\*"],
])("%j becomes %j", (text, expected) => {
  expect(mrkdwn(text)).toBe(expected);
});

test("without mrkdwn, only links work", () => {
  expect(mrkdwn("*a* `b` <https://x.y|c>\n> d\n- e", "links")).toBe("\\*a\\* \\`b\\` [c](https://x.y)\n\\> d\n\\- e");
  expect(mrkdwn("*a* <https://x.y|c>", "plain")).toBe("\\*a\\* \\<<https://x.y>|c>");
});

test("plain text is the text that a reader sees", () => {
  expect(visibleText("*a* <https://x.y|b> ```c &amp; d```")).toBe("a b c & d");
});

test("every word of any text is kept", () => {
  const mark = fc.constantFrom(
    ...'*_~`<>|&;#-+.[]()!\\\n \t:"=@'.split(""),
    "```",
    ">>>",
    "• ",
    "1. ",
    "<https://x.y|",
  );
  const word = fc.stringMatching(/^w[a-z0-9]{1,6}w$/).map((each) => ` ${each} `);
  fc.assert(
    fc.property(fc.array(fc.oneof(mark, word), { maxLength: 60 }), (parts) => {
      const source = parts.join("");
      // Text in <…> may be an address or an id, of which a reader sees only the label.
      const outside = source.replace(/<[^<>\n]*>/g, " ");
      for (const [kept] of outside.matchAll(/w[a-z0-9]{1,6}w/g)) expect(mrkdwn(source)).toContain(kept);
    }),
    { numRuns: randomRuns(500) },
  );
});
