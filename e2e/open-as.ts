import type { Browser, BrowserContext, Page } from "@playwright/test";
import { env } from "@/lib/process/env";
import { seedSession } from "./seed";

/** Signs a person in in their own browser without the sign-in page, and opens the page at this path. */
export async function openAs(
  browser: Browser,
  person: { email: string; password: string },
  path: string,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: env.baseUrl ?? "" });
  await context.addCookies([
    { ...(await seedSession(person)), url: env.baseUrl ?? "", httpOnly: true, sameSite: "Lax" },
  ]);
  const page = await context.newPage();
  await page.goto(path);
  return { context, page };
}
