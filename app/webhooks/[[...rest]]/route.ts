import { receiveWeb } from "@/lib/webhooks/receive-web";

/** Everything else under /webhooks: nothing is here, and that is said in JSON as for an unknown webhook. */
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
