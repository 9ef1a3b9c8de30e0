import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { processWide } from "@/lib/process/process-wide";

/** This process among all instances. Its id is new at each start. `name` tells people which one it is. */
export const THIS_INSTANCE = processWide("instance", () => {
  const [host, pid] = [hostname(), process.pid];
  return { id: randomUUID(), host, pid, name: `${host} (process ${pid})`, startedAt: new Date() };
});
