import { expect, test } from "vitest";
import { writeLetter } from "@/lib/network/mail/letter";

const hostile = `<img src=x onerror="alert(1)"> & 'more'`;

test("user content never becomes markup", () => {
  const { subject, text, html } = writeLetter(`One\r\nBcc: x@example.com ${hostile}`, [
    { text: hostile },
    { button: hostile, url: "https://chat.example.com/?a=1&b=2" },
    { quote: `${hostile}\nand on`, title: hostile, note: hostile, url: "https://chat.example.com/" },
    { small: hostile, link: { text: hostile, url: "https://chat.example.com/" } },
  ]);
  expect(subject).toBe(`One Bcc: x@example.com ${hostile}`);
  expect(html).not.toMatch(/<img|onerror="|'more'/);
  expect(html).toContain('href="https://chat.example.com/?a=1&amp;b=2"');
  expect(html.match(/&lt;img src=x onerror=&quot;alert\(1\)&quot;&gt; &amp; &#39;more&#39;/g)).toHaveLength(8);
  expect(text).toContain(`> ${hostile}\n> and on\nhttps://chat.example.com/`);
});
