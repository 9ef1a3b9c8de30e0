import { randomBytes } from "node:crypto";
import { startBus } from "@/lib/events/bus";
import { onSignal } from "@/lib/events/hub";
import { onShutdown } from "@/lib/on-shutdown";
import { Exchange } from "@/lib/presence/exchange";
import { processWide } from "@/lib/process-wide";

/** This process's part in knowing who is here; the first call starts it. */
export function presence(): Exchange {
  return processWide("presence", () => {
    const { signal } = startBus();
    const exchange = new Exchange(randomBytes(6).toString("base64url"), signal);
    const stopHearing = onSignal((text) => exchange.hear(text));
    exchange.start();
    onShutdown(() => {
      stopHearing();
      exchange.stop();
    });
    return exchange;
  });
}
