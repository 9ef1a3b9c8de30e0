/** The parts of an smtp:// or smtps:// URL: with the ports for submission where it names none. */
export function serverOf(smtpUrl: string): {
  host: string;
  port: number;
  secure: boolean;
  auth: { user: string; pass: string } | undefined;
} {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const secure = protocol === "smtps:";
  const auth = username === "" ? undefined : { user: decoded(username), pass: decoded(password) };
  return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) || (secure ? 465 : 587), secure, auth };
}

/** Whether a mail server's name is that of this machine. */
export function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** A password may hold a percent sign that nobody has encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
