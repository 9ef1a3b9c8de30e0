import { usedEmoji } from "./usual-emoji";

// Common in chats, most used first.
const POPULAR = [
  ..."👍 😂 ❤️ 🎉 😊 🚀 👀 🔥 ✅ 🙏 😄 🤔 💯 👋 😅 👏 😍 🙌 😀 💪 😁 😉 🤣 😭 😎 ✨ 👎 ⚠️ ❌ 🐛 🥳 😢".split(" "),
  ..."🤷 😬 🙂 🙈 😱 👌 💡 ☕ 🍻 🎂 🎈 💔 💙 💚 💜 🧡 💛 🖤 😴 🤯 😇 🤗 😋 😜 😏 🙄 😡 😤 😳 🥺 🤝 🤞".split(" "),
  ..."✌️ 🫡 🫠 💥 ⭐ 🌟 ⚡ 💩 👻 🤖 🍕 🎁 🏆 🥇 📈 📉 📌 📝 📦 📣 🔒 🔑 🔗 🔧 🛠️ 🔍 🧪 🚨 🛑 🚧 ⏰ ⏳".split(" "),
  ..."♻️ ❓ ❗ ➕ ➖ 🔴 🟢 🟡 🔵 ⬆️ ⬇️ ➡️ ⬅️ 🐢 🐳 🐍 🦀 🌍 🌈 ☀️ 🌙 🏠 🚗 ✈️ 💻 📱 📧 💬 💰 🎯 🎵 📷".split(" "),
];

const ranks = new Map(POPULAR.map((emoji, index) => [emoji, index]));

/**
 * Returns a comparison of emoji by likely use: those used in this browser first, then popular ones. 0 if neither
 * tells them apart.
 */
export function byUse(used: readonly string[] = usedEmoji()): (a: string, b: string) => number {
  const own = new Map(used.map((emoji, index) => [emoji, index - used.length]));
  const rank = (emoji: string) => own.get(emoji) ?? ranks.get(emoji) ?? POPULAR.length;
  return (a, b) => rank(a) - rank(b);
}
