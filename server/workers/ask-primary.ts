import type { Counted, Primary } from "@/lib/primary";
import { type Answers, type Ask, type Asks, together } from "@/server/workers/messages";

/** How a worker of this instance asks the primary, which gets what is given to `send` and whose messages are for `hear`. */
export function askPrimary(
  instance: string,
  send: (asks: Asks) => void,
): { primary: Primary; hear: (message: Partial<Answers>) => void } {
  let next = 0;
  const counting = new Map<number, (counted: Counted) => void>();
  const entering = new Map<number, (entered: boolean) => void>();
  const losing = new Map<number, () => void>();
  let listener: (text: string) => void = () => undefined;
  const ask = together<Ask>((asks) => send({ asks }));
  const primary: Primary = {
    count: (limit, key, points = 1) => {
      const id = next++;
      ask({ kind: "count", id, limit, key, points });
      return new Promise((resolve) => counting.set(id, resolve));
    },
    takeTurn: async (name, turns, signal) => {
      if (signal?.aborted) return null;
      const id = next++;
      const end = () => ask({ kind: "end", id });
      ask({ kind: "take-turn", id, name, turns });
      signal?.addEventListener("abort", end, { once: true });
      const entered = await new Promise<boolean>((resolve) => entering.set(id, resolve));
      signal?.removeEventListener("abort", end);
      return entered ? end : null;
    },
    takePlace: (name, most, lose) => {
      const id = next++;
      ask({ kind: "take-place", id, name, most });
      losing.set(id, lose);
      return () => {
        if (losing.delete(id)) ask({ kind: "end", id });
      };
    },
    tell: (text) => ask({ kind: "tell", text }),
    onTold: (told) => {
      listener = told;
    },
    instance,
  };
  const hear = ({ answers = [] }: Partial<Answers>) => {
    for (const answer of answers) {
      if ("told" in answer) listener(answer.told);
      else if ("counted" in answer) take(counting, answer.id)?.(answer.counted);
      else if ("entered" in answer) take(entering, answer.id)?.(answer.entered);
      else take(losing, answer.id)?.();
    }
  };
  return { primary, hear };
}

function take<T>(all: Map<number, T>, id: number): T | undefined {
  const one = all.get(id);
  all.delete(id);
  return one;
}
