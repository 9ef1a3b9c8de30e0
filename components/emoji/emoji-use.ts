import { recentEmoji } from "./recent-emoji";

// Common in chats, most used first.
const POPULAR = [
  ..."👍 😂 ❤️ 🎉 😊 🚀 👀 🔥 ✅ 🙏 😄 🤔 💯 👋 😅 👏 😍 🙌 😀 💪 😁 😉 🤣 😭 😎 ✨ 👎 ⚠️ ❌ 🐛 🥳 😢".split(" "),
  ..."🤷 😬 🙂 🙈 😱 👌 💡 ☕ 🍻 🎂 🎈 💔 💙 💚 💜 🧡 💛 🖤 😴 🤯 😇 🤗 😋 😜 😏 🙄 😡 😤 😳 🥺 🤝 🤞".split(" "),
  ..."✌️ 🫡 🫠 💥 ⭐ 🌟 ⚡ 💩 👻 🤖 🍕 🎁 🏆 🥇 📈 📉 📌 📝 📦 📣 🔒 🔑 🔗 🔧 🛠️ 🔍 🧪 🚨 🛑 🚧 ⏰ ⏳".split(" "),
  ..."♻️ ❓ ❗ ➕ ➖ 🔴 🟢 🟡 🔵 ⬆️ ⬇️ ➡️ ⬅️ 🐢 🐳 🐍 🦀 🌍 🌈 ☀️ 🌙 🏠 🚗 ✈️ 💻 📱 📧 💬 💰 🎯 🎵 📷".split(" "),
];

const ranks = new Map(POPULAR.map((emoji, index) => [emoji, index]));

/**
 * Returns a comparison of emoji by likely use: recently used in this browser first, then popular ones. 0 if neither
 * tells them apart.
 */
export function byUse(recent: readonly string[] = recentEmoji()): (a: string, b: string) => number {
  const last = new Map(recent.map((emoji, index) => [emoji, index - recent.length]));
  const rank = (emoji: string) => last.get(emoji) ?? ranks.get(emoji) ?? POPULAR.length;
  return (a, b) => rank(a) - rank(b);
}
