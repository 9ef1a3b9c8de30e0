import { isOf, type Job, type JobOutcome } from "@/server/bench/load/jobs";
import { Streams } from "@/server/bench/load/read-streams";
import { sendRequests } from "@/server/bench/load/send-requests";

// Generates the load in its own process: runs one job after the other until the parent process disconnects.
let streams: Streams | null = null;

process.on("message", (message) => {
  if (!isOf<Job>(message, ["requests", "streams-open", "streams-look", "streams-close"])) return;
  run(message).then(
    (outcome) => process.send?.(outcome),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.once("disconnect", () => process.exit(0));
process.send?.({ kind: "ready" });

async function run(job: Job): Promise<JobOutcome> {
  if (job.kind === "requests") return sendRequests(job);
  if (job.kind === "streams-open") {
    streams = await Streams.open(job);
    return streams.opened();
  }
  if (streams === null) throw new Error("No streams are open.");
  if (job.kind === "streams-look") return streams.report();
  streams.close();
  streams = null;
  return { kind: "streams-closed" };
}
