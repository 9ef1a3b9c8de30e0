import type { Page } from "@playwright/test";

/** The message list of the open channel. */
export function messages(page: Page) {
  return page.getByRole("region", { name: "Messages" });
}

/** The message of the open channel with this text in it. */
export function article(page: Page, text: string) {
  return messages(page).getByRole("article").filter({ hasText: text });
}

/** What one writes in, in this channel. */
export function composer(page: Page, channelName: string) {
  return page.getByRole("textbox", { name: `Message #${channelName}` });
}

/** The sidebar's link to a channel that is named so, its counts included. */
export function channelLink(page: Page, name: string) {
  return page.getByRole("navigation", { name: "Channels" }).getByRole("link", { name, exact: true });
}
