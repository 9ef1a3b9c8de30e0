import { composer } from "./finders";
import { expect, test } from "./fixtures";
import { asOwner, enterChannel } from "./steps";

test("a draft follows its author to another device while it's open, and is gone there once it's sent", async ({
  page,
  browser,
}) => {
  const name = `devices-${Date.now()}`;
  const id = await enterChannel(page, name);
  const other = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
  await asOwner(other);
  await other.goto(`/channels/${id}`);
  await composer(page, name).fill("Begun at the desk");
  await expect(composer(other, name)).toHaveValue("Begun at the desk", { timeout: 20_000 });
  await composer(other, name).fill("Begun at the desk, finished on the phone");
  await expect(composer(page, name)).toHaveValue("Begun at the desk, finished on the phone", { timeout: 20_000 });
  await other.getByRole("button", { name: "Send", exact: true }).click();
  await expect(composer(page, name)).toHaveValue("", { timeout: 20_000 });
  await other.context().close();
});
