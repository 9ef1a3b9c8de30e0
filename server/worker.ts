import { joinPrimary } from "@/lib/primary";
import { endOnFailure } from "@/server/end-on-failure";
import { Lifecycle } from "@/server/lifecycle";
import { serve } from "@/server/serve";
import { askPrimary } from "@/server/workers/ask-primary";

// What the primary forks: one of several processes that serve behind its port. Everything is built, migrated and set by then.
const [number, instance = ""] = process.argv.slice(2);
const lifecycle = new Lifecycle();
const fail = endOnFailure(lifecycle);
lifecycle.handleSignals(() => undefined);
const { primary, hear } = askPrimary(instance, (asks) => process.send?.(asks));
process.on("message", hear);
joinPrimary(primary);
serve(lifecycle, { dev: false, keepsIndex: number === "1" }).catch(fail);
