import { get } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "./fixtures";
import { ADA } from "./set-up";
import { createChannel, enter, expectAccessible, GRACE, inviteLink, join, write } from "./steps";

test.use({ untouched: true });

test.describe
  .serial("the first steps of a new workspace", () => {
    test("setup asks for no code on the same machine, but asks behind a proxy that sends no forwarding headers", async ({
      page,
      parley,
    }) => {
      await page.goto("/setup");
      await expect(page.getByRole("textbox", { name: "Workspace name" })).toBeVisible();
      await expect(page.getByRole("textbox", { name: "Setup code" })).toHaveCount(0);
      // Like a bare proxy_pass: with Parley's own address as the Host, and a new connection.
      const handedOn = await new Promise<string>((resolve, reject) => {
        const headers = { Connection: "close" };
        get(`${parley.baseUrl}/setup`, { headers }, (response) => text(response).then(resolve, reject)).on(
          "error",
          reject,
        );
      });
      expect(handedOn).toContain("Setup code");
    });

    test("on another machine, setup needs the code in the link that npm start prints", async ({ browser, parley }) => {
      const printed = () => /^Open http\S+\/setup#(\S+) to create/m.exec(parley.output)?.[1] ?? "";
      await expect.poll(printed).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/);
      const code = printed();
      // As forwarded by a proxy on the same machine.
      const extraHTTPHeaders = { "X-Forwarded-For": "203.0.113.7" };
      const context = await browser.newContext({ baseURL: parley.baseUrl, extraHTTPHeaders });
      const stranger = await context.newPage();
      await stranger.goto("/setup");
      const field = stranger.getByRole("textbox", { name: "Setup code" });
      await field.fill("0000-0000-0000");
      await stranger.getByRole("textbox", { name: "Workspace name" }).fill("Analytical Engines");
      await stranger.getByRole("textbox", { name: "Your name" }).fill(ADA.name);
      await stranger.getByRole("textbox", { name: "Email" }).fill(ADA.email);
      await stranger.getByRole("textbox", { name: "Password" }).fill(ADA.password);
      await stranger.getByRole("button", { name: "Create workspace" }).click();
      await expect(stranger.getByText("That setup code is incorrect.")).toBeVisible();
      await expect(field).toBeFocused();
      await expectAccessible(stranger);
      await stranger.goto(`/setup#${code}`);
      await expect(field).toHaveValue(code);
      await stranger.getByRole("button", { name: "Create workspace" }).click();
      await stranger.waitForURL(/\/channels\/\d+$/);
      await context.close();
    });

    test("each step links to its place and is checked off when it's done", async ({ page }) => {
      await enter(page);
      const steps = page.getByRole("region", { name: "First steps" });
      await expect(steps.getByText("0 of 4 done")).toBeVisible();
      await expectAccessible(page);

      await steps.getByRole("button", { name: "Create a channel" }).click();
      await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("first");
      await page.getByRole("dialog").getByRole("button", { name: "Create channel" }).click();
      await expect(page.getByRole("textbox", { name: "Message #first" })).toBeVisible();
      await expect(steps.getByText("1 of 4 done")).toBeVisible();
      await expect(steps.getByRole("listitem").filter({ hasText: "Create a channel" })).toContainText("done");

      await steps.getByRole("button", { name: "Post the first message" }).click();
      await expect(page.getByRole("textbox", { name: "Message #first" })).toBeFocused();
      await steps.getByRole("link", { name: "Create a webhook" }).click();
      await page.getByRole("textbox", { name: "Name" }).fill("CI");
      await page.getByRole("button", { name: "Create webhook" }).click();
      await expect(page.getByRole("textbox", { name: "Webhook URL" })).toBeVisible();
      await page.getByRole("navigation", { name: "Channels" }).getByRole("link", { name: "first" }).click();
      await expect(steps.getByText("2 of 4 done")).toBeVisible();
    });

    test("a person who joins completes the invite step, and the steps can be dismissed for good", async ({
      page,
      browser,
    }) => {
      await enter(page);
      const steps = page.getByRole("region", { name: "First steps" });
      await page.getByRole("navigation", { name: "Channels" }).getByRole("link", { name: "first" }).click();
      await steps.getByRole("button", { name: "Invite your team" }).click();
      await expect(page.getByRole("textbox", { name: "Invite link" })).toHaveValue(/\/invite\//);
      await page.keyboard.press("Escape");
      const link = await inviteLink(page);
      const joined = await join(browser, link, GRACE);
      await expect(joined.page.getByRole("region", { name: "First steps" })).toHaveCount(0);
      await joined.context.close();
      await page.reload();
      await expect(steps.getByText("3 of 4 done")).toBeVisible();

      await steps.getByRole("button", { name: "Dismiss first steps" }).click();
      await expect(steps).toHaveCount(0);
      await page.reload();
      await expect(page.getByText("This is the beginning of #first")).toBeVisible();
      await expect(steps).toHaveCount(0);
    });

    test("the steps disappear when all are done", async ({ page }) => {
      await enter(page);
      const steps = page.getByRole("region", { name: "First steps" });
      const name = `done-${Date.now()}`;
      await createChannel(page, name);
      await expect(steps.getByText("3 of 4 done")).toBeVisible();
      await write(page, name, "The first message");
      await expect(steps).toHaveCount(0);
      await createChannel(page, `${name}-too`);
      await expect(steps).toHaveCount(0);
    });
  });
