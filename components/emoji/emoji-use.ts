import { recentEmoji } from "./recent-emoji";

// What people in chats use, the most used first.
const POPULAR = [
  ..."👍 😂 ❤️ 🎉 😊 🚀 👀 🔥 ✅ 🙏 😄 🤔 💯 👋 😅 👏 😍 🙌 😀 💪 😁 😉 🤣 😭 😎 ✨ 👎 ⚠️ ❌ 🐛 🥳 😢".split(" "),
  ..."🤷 😬 🙂 🙈 😱 👌 💡 ☕ 🍻 🎂 🎈 💔 💙 💚 💜 🧡 💛 🖤 😴 🤯 😇 🤗 😋 😜 😏 🙄 😡 😤 😳 🥺 🤝 🤞".split(" "),
  ..."✌️ 🫡 🫠 💥 ⭐ 🌟 ⚡ 💩 👻 🤖 🍕 🎁 🏆 🥇 📈 📉 📌 📝 📦 📣 🔒 🔑 🔗 🔧 🛠️ 🔍 🧪 🚨 🛑 🚧 ⏰ ⏳".split(" "),
  ..."♻️ ❓ ❗ ➕ ➖ 🔴 🟢 🟡 🔵 ⬆️ ⬇️ ➡️ ⬅️ 🐢 🐳 🐍 🦀 🌍 🌈 ☀️ 🌙 🏠 🚗 ✈️ 💻 📱 📧 💬 💰 🎯 🎵 📷".split(" "),
];

const ranks = new Map(POPULAR.map((emoji, index) => [emoji, index]));

/**
 * Compares emoji by how likely they are meant: those used last in this browser first, then what is popular. 0 where neither says
 * anything.
 */
export function byUse(recent: readonly string[] = recentEmoji()): (a: string, b: string) => number {
  const last = new Map(recent.map((emoji, index) => [emoji, index - recent.length]));
  const rank = (emoji: string) => last.get(emoji) ?? ranks.get(emoji) ?? POPULAR.length;
  return (a, b) => rank(a) - rank(b);
}
