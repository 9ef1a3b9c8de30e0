import type { Page } from "@playwright/test";

/** The person who sets the workspace up. */
export const ADA = { name: "Ada Lovelace", email: "ada@example.com", password: "correct horse battery" };

/** Creates the workspace on /setup, which must be open. Ends in a channel. */
export async function makeWorkspace(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Workspace name" }).fill("Analytical Engines");
  await page.getByRole("textbox", { name: "Your name" }).fill(ADA.name);
  await page.getByRole("textbox", { name: "Email" }).fill(ADA.email);
  await page.getByRole("textbox", { name: "Password" }).fill(ADA.password);
  await page.getByRole("button", { name: "Create workspace" }).click();
  await page.waitForURL(/\/channels\/\d+$/);
}
