// Until all branches import it from there.
export type * from "@/lib/messages/thing-report";
