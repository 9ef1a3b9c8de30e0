import { receiveWeb } from "@/lib/webhooks/receive-web";

/** POST /webhooks/incoming/<webhookId>/<token>: anybody who holds the token. Every other method is answered by `receive` too. */
export {
  receiveWeb as DELETE,
  receiveWeb as GET,
  receiveWeb as HEAD,
  receiveWeb as OPTIONS,
  receiveWeb as PATCH,
  receiveWeb as POST,
  receiveWeb as PUT,
};

export const dynamic = "force-dynamic";
