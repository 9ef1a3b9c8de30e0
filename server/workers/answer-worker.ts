import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { takeTurn } from "@/lib/in-turn";
import { takePlace } from "@/lib/places";
import type { Counted } from "@/lib/primary";
import { type Answer, type Answers, type Ask, type Asks, together } from "@/server/workers/messages";

const workers = new Set<(answer: Answer) => void>();
const limiters = new Map<string, RateLimiterMemory>();

/**
 * Keeps for one worker what all of them have in common, and answers by `send` what it asks. Its messages are for `hear`; what it holds
 * when it ends is free again after `end`.
 */
export function answerWorker(send: (answers: Answers) => void): {
  hear: (message: Partial<Asks>) => void;
  end: () => void;
} {
  // How to end each of its turns, also those that it still waits for, and leave each of its places.
  const held: Held = new Map();
  const answer = together<Answer>((answers) => send({ answers }));
  workers.add(answer);
  const hear = ({ asks = [] }: Partial<Asks>) => {
    for (const ask of asks) {
      if (ask.kind === "tell") tellOthers(answer, ask.text);
      else if (ask.kind === "count") void count(ask).then(answer);
      else if (ask.kind === "take-turn") void takeTurnFor(ask, held).then(answer);
      else if (ask.kind === "take-place") takePlaceFor(ask, held, answer);
      else release(held, ask.id);
    }
  };
  const end = () => {
    workers.delete(answer);
    for (const id of held.keys()) release(held, id);
  };
  return { hear, end };
}

type Asked<Kind extends Ask["kind"]> = Extract<Ask, { kind: Kind }>;
type Held = Map<number, () => void>;

function tellOthers(teller: (answer: Answer) => void, told: string): void {
  for (const each of workers) if (each !== teller) each({ told });
}

async function count({ id, limit: { name, count, seconds }, key, points }: Asked<"count">): Promise<Answer> {
  const known = `${name}:${count}/${seconds}`;
  const limiter = limiters.get(known) ?? new RateLimiterMemory({ points: count, duration: seconds, keyPrefix: known });
  limiters.set(known, limiter);
  const counted = await limiter.consume(key, points).then(
    (result) => countedAs(true, result),
    (result: RateLimiterRes) => countedAs(false, result),
  );
  return { id, counted };
}

function countedAs(taken: boolean, result: RateLimiterRes): Counted {
  const { remainingPoints: remaining, msBeforeNext, consumedPoints: consumed, isFirstInDuration: isFirst } = result;
  return { taken, remaining, msBeforeNext, consumed, isFirst };
}

async function takeTurnFor({ id, name, turns }: Asked<"take-turn">, held: Held): Promise<Answer> {
  const waiting = new AbortController();
  held.set(id, () => waiting.abort());
  const end = await takeTurn(name, turns, waiting.signal);
  if (end === null) held.delete(id);
  else if (held.has(id)) held.set(id, end);
  // It was given up while it was let in.
  else end();
  return { id, entered: end !== null };
}

function takePlaceFor({ id, name, most }: Asked<"take-place">, held: Held, answer: (answer: Answer) => void): void {
  const lose = () => {
    held.delete(id);
    answer({ id, lost: true });
  };
  held.set(id, takePlace(name, most, lose));
}

function release(held: Held, id: number): void {
  const end = held.get(id);
  held.delete(id);
  end?.();
}
