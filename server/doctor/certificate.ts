import { isIP } from "node:net";
import { connect } from "node:tls";
import { type Finding, fail, ok, warn } from "@/server/doctor/findings";

const TIME_OUT_MS = 5_000;
const DAY_MS = 86_400_000;
const SOON_DAYS = 14;

type Validity = { from: number; to: number };

/** Checks that the certificate of an https URL doesn't end within two weeks. Says nothing if there's none to read. */
export async function checkCertificate(url: string, now = Date.now()): Promise<Finding | Finding[]> {
  const validity = await readValidity(new URL(url));
  if (validity === null) return [];
  const { from, to } = validity;
  const day = new Date(to).toISOString().slice(0, 10);
  const fix =
    "Renew it, reload the proxy, and find out why that didn't happen automatically (certbot's timer, Caddy's log).";
  if (to <= now) return fail(`The certificate of ${url} ended on ${day}.`, fix);
  const left = Math.floor((to - now) / DAY_MS);
  // Caddy's own authority signs for half a day, and renews in time.
  if (left >= SOON_DAYS || to - from < DAY_MS) return ok(`The certificate of ${url} is valid until ${day}.`);
  const days = left === 0 ? "within a day" : left === 1 ? "in a day" : `in ${left} days`;
  return warn(`The certificate of ${url} ends ${days}, on ${day}.`, fix);
}

/** Reads the certificate, even one that isn't trusted, which the check of the address is about. */
function readValidity({ hostname, port }: URL): Promise<Validity | null> {
  const host = hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      rejectUnauthorized: false,
    });
    const timer = setTimeout(() => end(null), TIME_OUT_MS);
    const end = (validity: Validity | null) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(validity);
    };
    socket.once("error", () => end(null));
    socket.once("close", () => end(null));
    socket.once("secureConnect", () => {
      const { valid_from: from, valid_to: to } = socket.getPeerCertificate();
      const validity = { from: Date.parse(from ?? ""), to: Date.parse(to ?? "") };
      end(Number.isNaN(validity.to) ? null : validity);
    });
  });
}
