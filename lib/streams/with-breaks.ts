// Writing to a thousand connections takes a while, so after 10 ms of it others get their turn.
const AT_ONCE_MS = 10;

/** Does `act` to one item after the other, however many they are, without keeping the process from anything else for long. */
export async function withBreaks<T>(items: Iterable<T>, act: (item: T) => void): Promise<void> {
  let began = performance.now();
  for (const item of items) {
    act(item);
    if (performance.now() - began < AT_ONCE_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    began = performance.now();
  }
}
