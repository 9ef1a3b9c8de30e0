import { startBus } from "@/lib/events/bus";
import { deliver, type Hint } from "@/lib/events/hub";

/** Tells every process that something moved. Call it after the commit. Never throws. */
export function publish(hint: Hint): void {
  deliver(hint);
  startBus().send(hint);
}
