import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { EmbedCard } from "../embed-card";

const path = "/api/attachments/42/chart.png";

it("an embed's images may be the message's own files", () => {
  const out = renderToStaticMarkup(<EmbedCard embed={{ image: { url: path }, thumbnail: { url: path } }} />);
  expect(out.split(`href="${path}"`)).toHaveLength(3);
  expect(out.split(`src="${path}"`)).toHaveLength(3);
});

it("nothing else in an embed links to a path", () => {
  const out = renderToStaticMarkup(
    <EmbedCard embed={{ title: "t", url: path, description: `[x](${path})`, author: { name: "a", url: path } }} />,
  );
  expect(out).not.toContain("href");
});
