import { get } from "node:http";
import { text } from "node:stream/consumers";
import type { Page } from "@playwright/test";
import { channelLink } from "./finders";
import { expect, test } from "./fixtures";
import { ADA } from "./set-up";
import { enter, expectAccessible, GRACE, inviteLink, join, untilHydrated, untilSaved } from "./steps";

test.use({ untouched: true });

test.describe
  .serial("the first steps of a new workspace", () => {
    test("setup asks for no code on the same machine, but asks behind a proxy that sends no forwarding headers", async ({
      page,
      parley,
    }) => {
      await page.goto("/setup");
      await expect(page.getByRole("textbox", { name: "Workspace name" })).toBeFocused();
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
      await expect(field).toBeFocused();
      await field.fill("0000-0000-0000");
      await stranger.getByRole("textbox", { name: "Workspace name" }).fill("Analytical Engines");
      await stranger.getByRole("textbox", { name: "Your name" }).fill(ADA.name);
      await stranger.getByRole("textbox", { name: "Email" }).fill(ADA.email);
      await stranger.getByRole("textbox", { name: "Password" }).fill(ADA.password);
      await stranger.getByRole("button", { name: "Create workspace" }).click();
      await expect(stranger.getByText("That setup code is incorrect.")).toBeVisible();
      await expect(field).toBeFocused();
      await expectAccessible(stranger);
      const filled = await context.newPage();
      await filled.goto(`/setup#${code}`);
      await expect(filled.getByRole("textbox", { name: "Workspace name" })).toBeFocused();
      await filled.close();
      await stranger.goto(`/setup#${code}`);
      await expect(field).toHaveValue(code);
      await stranger.getByRole("button", { name: "Create workspace" }).click();
      await stranger.waitForURL(/\/channels\/\d+$/);
      await context.close();
    });

    test("each step leads to its place and is checked off when it's done", async ({ page }) => {
      await enter(page);
      const steps = page.getByRole("region", { name: "First steps" });
      await expect(steps.getByText("0 of 4 done")).toBeVisible();
      await expectAccessible(page);

      await steps.getByRole("button", { name: "Set up your channels" }).click();
      const dialog = page.getByRole("dialog", { name: "Set up your channels" });
      await expectAccessible(page, "the first channels");
      await dialog.getByRole("checkbox", { name: "#random" }).uncheck();
      await dialog.getByRole("textbox", { name: "More channels" }).fill("design, support");
      await dialog.getByRole("button", { name: "Create channels" }).click();
      await expect(dialog).toBeHidden();
      for (const name of ["alerts", "design", "support"]) await expect(channelLink(page, name)).toBeVisible();
      await expect(channelLink(page, "random")).toHaveCount(0);
      await expect(steps.getByText("1 of 4 done")).toBeVisible();
      await expect(steps.getByRole("listitem").filter({ hasText: "Set up your channels" })).toContainText("done");

      await steps.getByRole("link", { name: "Connect a tool" }).click();
      await expect(page.getByRole("heading", { name: "Connect a tool" })).toBeVisible();
      await page.getByRole("combobox", { name: "Channel" }).selectOption("#alerts");
      await expectAccessible(page, "the form that connects a tool");
      await page.getByRole("searchbox", { name: "Search tools" }).focus();
      await page.keyboard.type("uptime kuma");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
      await page.keyboard.type("Status");
      await page.keyboard.press("Enter");
      const url = page.getByRole("textbox", { name: "Webhook URL" });
      await expect(url).toHaveValue(/\/uptimekuma$/);
      await page.request.post(await url.inputValue(), { data: { heartbeat: { status: 0 }, monitor: { name: "API" } } });
      await expect(page.getByText("The first message has arrived")).toBeVisible();
      await page.getByRole("button", { name: "Done" }).click();
      await expect(page.getByText("Tools post to #alerts")).toBeVisible();
      await expect(page.getByRole("listitem", { name: "Status" })).toContainText("1 today");
      await channelLink(page, "alerts, 1 unread").click();
      await expect(steps.getByText("2 of 4 done")).toBeVisible();
      await steps.getByRole("link", { name: "Add your logo" }).click();
      await expect(page).toHaveURL(/\/workspace\/settings$/);
    });

    test("someone who joins is welcomed until they dismiss it, and completes the invite step", async ({
      page,
      browser,
    }) => {
      await enter(page);
      await untilHydrated(page);
      const steps = page.getByRole("region", { name: "First steps" });
      await steps.getByRole("button", { name: "Invite your team" }).click();
      await expect(page.getByRole("textbox", { name: "Invite link" })).toHaveValue(/\/invite\//);
      await page.keyboard.press("Escape");
      const joined = await join(browser, await inviteLink(page), GRACE);
      await welcome(joined.page);
      await joined.context.close();

      await page.reload();
      await expect(steps.getByText("3 of 4 done")).toBeVisible();
      await untilSaved(page, () => steps.getByRole("button", { name: "Dismiss first steps" }).click());
      await expect(steps).toHaveCount(0);
      await page.reload();
      await expect(page.getByRole("textbox", { name: /^Message #/ })).toBeVisible();
      await expect(steps).toHaveCount(0);
    });
  });

/** Joins a channel from the welcome, and dismisses it for good. */
async function welcome(page: Page): Promise<void> {
  const band = page.getByRole("region", { name: "Welcome to Analytical Engines" });
  await expect(band).toContainText("You're in #general, with 2 members.");
  await expect(band.getByRole("link", { name: "Add your picture" })).toBeVisible();
  await expectAccessible(page, "the welcome");
  await expect(channelLink(page, "alerts")).toHaveCount(0);
  await band.getByRole("button", { name: "Join #alerts" }).click();
  await expect(channelLink(page, "alerts")).toBeVisible();
  await untilSaved(page, () => band.getByRole("button", { name: "Dismiss the welcome" }).click());
  await expect(band).toHaveCount(0);
  await page.reload();
  await expect(channelLink(page, "alerts")).toBeVisible();
  await expect(band).toHaveCount(0);
}
