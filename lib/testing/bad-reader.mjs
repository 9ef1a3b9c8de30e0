// The process for foreign texts, whose readers do what a text says: they're broken, as a parser may be.
const { parse } = JSON;
JSON.parse = (...given) => {
  const request = parse(...given);
  const text = request?.input?.text;
  const kept = [];
  if (text === "hang") for (;;);
  if (text === "grow") for (;;) kept.push(Array.from({ length: 10_000 }, () => ({})));
  if (text === "exit") process.exit(3);
  if (text === "throw") throw new Error("broken");
  if (text === "much") process.stdout.write("x".repeat(2 ** 21));
  return request;
};
await import("../webhooks/interpret/apart/process.mjs");
