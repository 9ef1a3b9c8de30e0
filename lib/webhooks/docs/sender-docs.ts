import type { SenderDocsDto, SenderEventDto } from "@/lib/webhooks/dto";
import { eventNames, type MessageTemplate } from "@/lib/webhooks/interpret/described/description";
import type { SignatureScheme } from "@/lib/webhooks/request/context";
import { senderChoices } from "@/lib/webhooks/sender-choices";
import { descriptions } from "@/lib/webhooks/senders/descriptions";

/** Returns the documentation of the described tool with this name, or null. */
export function senderDocs(name: string): SenderDocsDto | null {
  const sender = senderChoices().find((choice) => choice.name === name);
  const description = descriptions().get(name);
  if (!sender || !description) return null;
  const { home, events, signature, delivery } = description;
  return {
    sender,
    home,
    events: Object.entries(events)
      .filter(([names]) => names !== "*")
      .map(([names, message]) => eventDocs(names, { ...description.all, ...message })),
    knowsOthers: "*" in events,
    signature: signature ? signatureDocs(signature) : null,
    delivery: delivery
      ? "header" in delivery
        ? `the header \`${delivery.header}\``
        : `\`${delivery.path}\` in its JSON`
      : null,
  };
}

function eventDocs(names: string, message: MessageTemplate): SenderEventDto {
  const facts = (message.facts ?? []).flatMap(({ name }) => (name.includes("{") ? [] : name));
  const remarks = [
    message.each && "One card per entry.",
    facts.length > 0 && `Facts: ${facts.join(", ")}.`,
    message.update_key && "Later events update the same card.",
    message.thread_key && "Related events go to one thread.",
    message.skip && "Some are skipped; the delivery log says which.",
  ];
  return { names: eventNames(names), remarks: remarks.flatMap((remark) => remark || []) };
}

const RECENT = ", no more than five minutes ago";

function signatureDocs(scheme: SignatureScheme): string {
  if (scheme.kind === "token") return `sends the secret in \`${scheme.header}\``;
  if (scheme.kind === "stripe") return `signs the time and body with HMAC-SHA-256 in \`${scheme.header}\`${RECENT}`;
  if (scheme.kind === "standard") {
    return `signs requests as Standard Webhooks do, in \`webhook-signature\`, with \`webhook-id\` and \`webhook-timestamp\`${RECENT}`;
  }
  const algorithm = scheme.algorithm.toUpperCase().replace("SHA", "HMAC-SHA-");
  return `signs the body with ${algorithm} in \`${scheme.header}\`, in ${scheme.encoding === "hex" ? "hexadecimal" : "Base64"}${scheme.prefix ? ` after \`${scheme.prefix}\`` : ""}${scheme.timestamp || scheme.sentAt ? RECENT : ""}`;
}
