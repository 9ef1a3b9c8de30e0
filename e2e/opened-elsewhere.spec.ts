import { expect, test } from "./fixtures";
import { startProxy } from "./operation/proxy";
import { ADA } from "./set-up";
import { expectAccessibleAtRest, signIn } from "./steps";

test("a sign-in page says why no one can sign in there, if a proxy drops the port and BASE_URL is another address", async ({
  page,
  parley,
}) => {
  const proxy = await startProxy(parley.baseUrl, {
    headers: (headers) => {
      headers.host = "localhost";
    },
  });
  try {
    await page.goto(`${proxy.url}/login`);
    const warning = page.getByRole("alert").filter({
      hasText: `This page was opened as ${proxy.url}, but BASE_URL is ${parley.baseUrl}. You can't sign in here.`,
    });
    await expect(warning).toBeVisible();
    await expectAccessibleAtRest(page, "the sign-in page at another address");
    await warning.getByRole("link", { name: parley.baseUrl }).click();
    await page.waitForURL(`${parley.baseUrl}/login`);
    await expect(page.getByRole("heading", { name: /^Sign in to/ })).toBeVisible();
    await signIn(page, ADA);
    await page.waitForURL(/\/channels\/\d+$/);
  } finally {
    proxy.stop();
  }
});

test("a sign-in page at another address that the proxy passes on works without a warning", async ({ page, parley }) => {
  const proxy = await startProxy(parley.baseUrl);
  try {
    await page.goto(`${proxy.url}/login`);
    await signIn(page, ADA);
    await page.waitForURL(/\/channels\/\d+$/);
  } finally {
    proxy.stop();
  }
});
