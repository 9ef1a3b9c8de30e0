import { highlight } from "./highlight";
import type { HighlightResult, Job } from "./highlighter";

// 8,000 characters of code make about 1,000 runs. Many more would block the page.
const MOST_RUNS = 2500;

// The caller's timeout starts here, so that it excludes loading this file.
self.postMessage("ready");

self.onmessage = ({ data: { code, language } }: MessageEvent<Job>) => {
  const runs = highlight(code, language);
  const answer: HighlightResult = { runs: runs && runs.length <= MOST_RUNS ? runs : null };
  self.postMessage(answer);
};
