import { expect, test } from "vitest";
import { reactionNamed } from "./source";

test.each([
  ["thinking_face", "🤔"],
  ["flag-us", "🇺🇸"],
  ["+1::skin-tone-3", "👍🏼"],
  ["man-shrugging::skin-tone-6", "🤷🏿‍♂️"],
  ["wave_medium_light_skin_tone", "👋🏼"],
  ["partyparrot", ":partyparrot:"],
  ["Party Parrot", null],
])("the reaction %s of Slack or Mattermost is %s", (name, emoji) => {
  expect(reactionNamed(name)).toBe(emoji);
});
