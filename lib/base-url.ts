import { env } from "@/lib/env";

/** Whether people reach this install over https, as far as BASE_URL says. */
export function isReachedByHttps(): boolean {
  return env.baseUrl?.startsWith("https:") ?? false;
}

/** Where the sender of a request with these headers reaches the install, without a slash at the end: BASE_URL, or what they say. */
export function baseUrlOf(header: (name: string) => string | null): string {
  if (env.baseUrl) return env.baseUrl;
  const host = header("x-forwarded-host") ?? header("host") ?? `localhost:${env.port}`;
  const protocol = header("x-forwarded-proto") === "https" ? "https" : "http";
  return /^[\w.:[\]-]+$/.test(host) ? `${protocol}://${host}` : `http://localhost:${env.port}`;
}
