import { createServer } from "node:http";
import { connect } from "node:net";
import { findPage } from "@/lib/messages/previews/find-page";
import { listenLocally } from "@/lib/testing/listen";
import { article } from "./finders";
import { expect, test } from "./fixtures";
import { owner } from "./seed";
import { expectAccessible, withCompanion, write } from "./steps";

const HTML = `<head><title>Release 2</title><meta property="og:site_name" content="Engine news">
  <meta property="og:description" content="Faster &amp; **safer**"></head><body>`;

/**
 * Reads the page as another instance would, which keeps it for all of them. The name leads to a local server here: an
 * instance never reads a page from its own network.
 */
async function readElsewhere(url: string): Promise<void> {
  const server = createServer((_, response) => response.setHeader("Content-Type", "text/html").end(HTML));
  const port = await listenLocally(server);
  const resolve = async (name: string) => (url.includes(name) ? ["93.184.216.34"] : []);
  const network = { resolve, connect: () => connect(port, "127.0.0.1") };
  expect(await findPage(url, (await owner()).id, network)).toMatchObject({ title: "Release 2" });
  server.close();
}

test("a link gets a card under its message, live for everyone, until its author removes it", async ({
  page,
  browser,
}) => {
  const name = `preview-${Date.now()}`;
  const url = `http://${name}.invalid/release`;
  await readElsewhere(url);
  const { context, theirs } = await withCompanion(page, browser, name);
  await write(page, name, `It's out: ${url}`);
  for (const each of [page, theirs]) {
    await expect(article(each, "It's out").getByRole("link", { name: "Release 2" })).toHaveAttribute("href", url);
    await expect(article(each, "It's out")).toContainText("Engine news");
    await expect(article(each, "It's out")).toContainText("Faster & **safer**");
    await expect(article(each, "It's out")).not.toContainText("edited");
  }
  await expectAccessible(page, "a link's preview");

  const remove = (of: typeof page) => of.getByRole("menuitem", { name: "Remove link preview" });
  await article(theirs, "It's out").click({ button: "right" });
  await expect(theirs.getByRole("menuitem", { name: "Copy link" })).toBeVisible();
  await expect(remove(theirs)).toHaveCount(0);
  await article(page, "It's out").click({ button: "right" });
  await remove(page).click();
  for (const each of [page, theirs]) {
    await expect(article(each, "It's out").getByRole("link", { name: "Release 2" })).toHaveCount(0);
  }
  await page.reload();
  await expect(article(page, "It's out")).toBeVisible();
  await expect(article(page, "Release 2")).toHaveCount(0);
  await context.close();
});
