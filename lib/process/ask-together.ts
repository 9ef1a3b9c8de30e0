import { processWide } from "@/lib/process/process-wide";

type Waiting<Q, A> = { question: Q; resolve: (answer: A) => void; reject: (error: unknown) => void };

type Line<Q, A> = { waiting: Waiting<Q, A>[]; isAsking: boolean };

const MOST = 256;

/**
 * Answers a question of a post. All with this name that come while others are being answered share one call of `answer`,
 * because a query for each would cost as much as its post. `answer` gets at most 256 and returns their answers in order; what
 * it throws, each of them gets.
 */
export function askTogether<Q, A>(
  name: string,
  question: Q,
  answer: (questions: readonly Q[]) => Promise<readonly A[]>,
): Promise<A> {
  const line = processWide(`asked-${name}`, (): Line<Q, A> => ({ waiting: [], isAsking: false }));
  return new Promise((resolve, reject) => {
    line.waiting.push({ question, resolve, reject });
    if (!line.isAsking) void askAll(line, answer);
  });
}

async function askAll<Q, A>(
  line: Line<Q, A>,
  answer: (questions: readonly Q[]) => Promise<readonly A[]>,
): Promise<void> {
  line.isAsking = true;
  // So that those from the same turn of the event loop share the first call.
  await new Promise(setImmediate);
  while (line.waiting.length > 0) {
    const asked = line.waiting.splice(0, MOST);
    try {
      const answers = await answer(asked.map(({ question }) => question));
      if (answers.length !== asked.length) throw new Error("There must be an answer to each question.");
      for (const [place, each] of answers.entries()) asked[place]?.resolve(each);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
  line.isAsking = false;
}
