import { highlight } from "./highlight";
import type { Answer, Job } from "./highlighter";

// Code of 8000 characters has about a thousand. What has many more would keep the page busy that shows it.
const MOST_RUNS = 2500;

// Whoever asks counts the time from here: loading and reading this file is not the code's fault.
self.postMessage("ready");

self.onmessage = ({ data: { code, language } }: MessageEvent<Job>) => {
  const runs = highlight(code, language);
  const answer: Answer = { runs: runs && runs.length <= MOST_RUNS ? runs : null };
  self.postMessage(answer);
};
