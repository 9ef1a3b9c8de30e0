import { expect, test } from "vitest";
import { removeSearch, renameSearch, savedSearches, saveSearch } from "@/lib/messages/search/saved-searches";
import { countMessages, searchMessages } from "@/lib/messages/search/search-messages";
import { makeChannel, makeUser, makeWebhook, postedMessage, userDraft, webhookDraft } from "@/lib/testing/factories";

const timeZone = "UTC";

test("a person's saved searches are theirs alone, and are renamed and removed", async () => {
  const [ann, bo] = [await makeUser(), await makeUser()];
  await saveSearch(ann, { name: "Failures", query: "failed tool:GitLab" });
  const [saved] = await savedSearches(ann);
  expect(saved).toMatchObject({ name: "Failures", query: "failed tool:GitLab" });
  expect(await savedSearches(bo)).toEqual([]);
  const id = BigInt(saved?.id ?? 0);
  await expect(renameSearch(bo, id, "Mine")).rejects.toMatchObject({ code: "not_found" });
  await expect(removeSearch(bo, id)).rejects.toMatchObject({ code: "not_found" });
  await renameSearch(ann, id, "Broken builds");
  expect(await savedSearches(ann)).toMatchObject([{ name: "Broken builds" }]);
  await removeSearch(ann, id);
  expect(await savedSearches(ann)).toEqual([]);
});

test("a search is counted, narrowed to a tool, and sorted by relevance", async () => {
  const ann = await makeUser();
  const channel = await makeChannel({ kind: "private", members: [ann] });
  const made = await makeWebhook({ channelId: channel.id });
  const word = `kiln${channel.id}`;
  await postedMessage(userDraft(ann, channel, { content: `${word} ${word} is on` }));
  for (const name of ["GitLab", "Uptime Kuma", "GitLab"]) {
    const embeds = [{ title: `The ${word}s are too hot`, tool: { name } }];
    await postedMessage(webhookDraft(made, { content: "", embeds }));
  }
  const text = (more = "") => ({ text: `${word} ${more}`, timeZone });
  expect(await countMessages(ann, text())).toEqual({ count: 4, more: false });
  expect(await countMessages(ann, text("tool:gitlab"))).toEqual({ count: 2, more: false });
  expect(await countMessages(ann, text('tool:"uptime kuma"'))).toEqual({ count: 1, more: false });
  expect(await countMessages(await makeUser(), text())).toEqual({ count: 0, more: false });
  const first = async (sort: "time" | "relevance") =>
    (await searchMessages(ann, { ...text(), sort })).results[0]?.message.content;
  expect([await first("time"), await first("relevance")]).toEqual(["", `${word} ${word} is on`]);
});
