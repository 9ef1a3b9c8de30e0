import { receiveWeb } from "@/lib/webhooks/receive-web";

/** Discord's dialect: anybody who holds a token. Every method and path is answered by `receive`, in the words of Discord. */
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
