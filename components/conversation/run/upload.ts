import { releaseFiles } from "@/components/composer/files/local-file";
import { late } from "@/components/ui/late";
import type { Outgoing } from "./exchange";
import { noteProgress } from "./progress";
import { LOST, type SendOutcome, STOPPED } from "./send-outcome";

type Upload = { outcome: Promise<SendOutcome>; stop: () => void };

// Few messages have files.
const exchange = late(() => import("./exchange"));

// They go on while another channel is open. Who comes back joins what is under way, or learns how it ended.
const uploads = new Map<string, Upload>();
// What was stopped before its turn came.
const stopped = new Set<string>();

/** Sends a message with its files once, telling `noteProgress`. While it is under way, and after it has arrived, asking again sends nothing. */
export function upload(channelId: string, message: Outgoing): Promise<SendOutcome> {
  const known = uploads.get(message.nonce);
  if (known) return known.outcome;
  if (stopped.has(message.nonce)) return Promise.resolve(STOPPED);
  const request = new XMLHttpRequest();
  let halted = false;
  const begin = async () => {
    const part = await exchange.load();
    if (halted) return STOPPED;
    return part ? part.exchange(request, channelId, message) : LOST;
  };
  const outcome = begin().then((answer) => {
    noteProgress(message.nonce, null);
    if ("message" in answer) releaseFiles(message.files);
    else uploads.delete(message.nonce);
    return answer;
  });
  const stop = () => {
    halted = true;
    request.abort();
  };
  uploads.set(message.nonce, { outcome, stop });
  return outcome;
}

/** Stops the upload of the message with this nonce, or has it not begin before `allowUpload`. Answers whether it had begun. */
export function stopUpload(nonce: string): boolean {
  const known = uploads.get(nonce);
  if (known) known.stop();
  else stopped.add(nonce);
  return known !== undefined;
}

/** Somebody wants it sent after all. */
export function allowUpload(nonce: string): void {
  stopped.delete(nonce);
}
