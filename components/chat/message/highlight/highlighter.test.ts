import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Highlighter, type HighlightResult, type Job, type StartWorker } from "./highlighter";

const idle = (run: () => void) => run();
const plain: HighlightResult = { runs: null };
const colored: HighlightResult = { runs: [["const", "hljs-keyword"]] };

describe("the highlighter, with fake workers", () => {
  type FakeWorker = {
    jobs: Job[];
    answer: (data: HighlightResult | "ready") => void;
    fail: () => void;
    terminated: boolean;
  };
  let workers: FakeWorker[] = [];
  const start: StartWorker = (heard, broken) => {
    const fake: FakeWorker = { jobs: [], answer: heard, fail: broken, terminated: false };
    workers.push(fake);
    const terminate = () => {
      fake.terminated = true;
    };
    return { postMessage: (job) => fake.jobs.push(job), terminate };
  };
  const code = (text: string, language = "ts") => ({ code: text, language });
  const worker = (index: number): FakeWorker => {
    const found = workers[index];
    if (!found) throw new Error(`There are ${workers.length} workers.`);
    return found;
  };
  const timeOut = () => vi.advanceTimersByTime(1002);

  beforeEach(() => {
    vi.useFakeTimers();
    workers = [];
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("starts one worker with the first job and runs each text once", () => {
    const highlighter = new Highlighter(start, idle);
    expect(workers).toHaveLength(0);
    const listener = vi.fn();
    highlighter.want(code("a"), listener);
    highlighter.want(code("a"), listener);
    highlighter.want(code("b"), listener);
    worker(0).answer("ready");
    worker(0).answer(colored);
    expect(listener).toHaveBeenCalledTimes(2);
    worker(0).answer(colored);
    expect(listener).toHaveBeenCalledTimes(3);
    expect(worker(0).jobs).toEqual([code("a"), code("b")]);
    highlighter.want(code("a"), listener);
    expect(listener).toHaveBeenCalledTimes(4);
    expect(highlighter.resultOf(code("a"))).toEqual(colored.runs);
    expect(workers).toHaveLength(1);
  });

  test("stops a job after a second, starts a new worker, and doesn't retry that text", () => {
    const highlighter = new Highlighter(start, idle);
    highlighter.want(code("slow"), () => {});
    highlighter.want(code("next"), () => {});
    worker(0).answer("ready");
    vi.advanceTimersByTime(999);
    expect(worker(0).terminated).toBe(false);
    timeOut();
    expect(worker(0).terminated).toBe(true);
    worker(1).answer("ready");
    worker(1).answer(colored);
    expect(highlighter.resultOf(code("next"))).toEqual(colored.runs);
    highlighter.want(code("slow"), () => {});
    expect(highlighter.resultOf(code("slow"))).toBe(null);
    expect(worker(1).jobs).toEqual([code("next")]);
  });

  test("gives up on a language after two stopped jobs, and on all after six", () => {
    const highlighter = new Highlighter(start, idle);
    let launched = 0;
    const wantSlow = (language: string) => {
      highlighter.want(code(`${language} ${Math.random()}`, language), () => {});
      if (workers.length === launched) return;
      launched = workers.length;
      worker(launched - 1).answer("ready");
      timeOut();
    };
    for (let times = 0; times < 5; times += 1) wantSlow("markdown");
    expect(workers).toHaveLength(2);
    for (const language of ["c", "c", "ini", "ini", "r", "r"]) wantSlow(language);
    expect(workers).toHaveLength(6);
  });

  test("leaves all code plain if the worker fails to load or takes too long", () => {
    for (const fail of [() => worker(0).fail(), () => vi.advanceTimersByTime(20_000)]) {
      workers = [];
      const highlighter = new Highlighter(start, idle);
      const listener = vi.fn();
      highlighter.want(code("a"), listener);
      fail();
      expect(listener).toHaveBeenCalledOnce();
      highlighter.want(code("b"), () => {});
      expect(workers).toHaveLength(1);
    }
  });

  test("takes the newest request first and skips canceled ones", () => {
    const highlighter = new Highlighter(start, idle);
    highlighter.want(code("first"), () => {});
    const leave = highlighter.want(code("left"), () => {});
    highlighter.want(code("second"), () => {});
    highlighter.want(code("third"), () => {});
    leave();
    worker(0).answer("ready");
    for (let times = 0; times < 3; times += 1) worker(0).answer(plain);
    expect(worker(0).jobs.map((job) => job.code)).toEqual(["first", "third", "second"]);
  });
});
