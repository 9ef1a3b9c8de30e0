import { request } from "node:http";
import { text } from "node:stream/consumers";
import { paths } from "@/lib/text/paths";
import type { RoleRequest } from "./requests";
import type { AccessOutcome } from "./table";

export type RoleAnswer = { outcome: AccessOutcome; text: string; said: string };

/** Who asks which server. */
type RoleClient = { baseUrl: string; cookie: string | null };

/** Sends the request and waits for its answer. */
export async function askAs(asked: RoleRequest, asking: RoleClient): Promise<RoleAnswer> {
  const { method, path, body } = asked;
  const send = () => {
    const headers = headersOf(asked, asking);
    const given = body === undefined ? {} : { body: new Uint8Array(Buffer.from(body)) };
    return fetch(asking.baseUrl + path, { method, redirect: "manual", headers, ...given });
  };
  if (asked.action === undefined) return answerOf(await send());
  // While the server is still loading the action's page, it refuses the call without running it.
  const first = await actionAnswerOf(asked, await send());
  return first ?? actionAnswerOf(asked, await send()).then((second) => second ?? Promise.reject(new Error(path)));
}

/** Sends the request up to the middle of its body. `finish` sends the rest and waits for the answer. */
export function hold(asked: RoleRequest, asking: RoleClient): { finish: () => Promise<RoleAnswer> } {
  const body = Buffer.from(asked.body ?? "");
  const headers = { ...headersOf(asked, asking), "Content-Length": body.length };
  const sent = request(asking.baseUrl + asked.path, { method: asked.method, agent: false, headers });
  const answered = new Promise<Response>((resolve, reject) => {
    sent.on("response", (got) => {
      const given = Object.entries(got.headers).map(([name, value]): [string, string] => [name, `${value}`]);
      const status = got.statusCode ?? 0;
      text(got).then((said) => resolve(new Response(said || null, { status, headers: given })), reject);
    });
    sent.on("error", reject);
  });
  answered.catch(() => undefined);
  const middle = Math.floor(body.length / 2);
  sent.write(body.subarray(0, middle));
  const finish = async () => {
    sent.end(body.subarray(middle));
    const response = await answered;
    if (asked.action === undefined) return answerOf(response);
    return (await actionAnswerOf(asked, response)) ?? askAs(asked, asking);
  };
  return { finish };
}

function headersOf({ type, action }: RoleRequest, { baseUrl, cookie }: RoleClient): Record<string, string> {
  return {
    Origin: baseUrl,
    ...(cookie && { Cookie: cookie }),
    ...(type !== undefined && { "Content-Type": type }),
    ...(action !== undefined && { Accept: "text/x-component", "Next-Action": action }),
  };
}

async function answerOf(response: Response): Promise<RoleAnswer> {
  // A stream has no end.
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  if (isStream) await response.body?.cancel();
  const said = `${JSON.stringify([...response.headers])}\n${isStream ? "" : await response.text()}`;
  return { outcome: outcomeOf(response), text: said, said: `${response.status} ${said.slice(-300)}` };
}

function outcomeOf({ status, headers }: Response): AccessOutcome {
  if (status === 401) return "sign in";
  if (status === 404) return "hidden";
  if (status >= 300 && status < 400) {
    return new URL(headers.get("location") ?? "", "http://here").pathname === paths.login ? "sign in" : "allowed";
  }
  if (status >= 500) throw new Error(`The response status is ${status}.`);
  return status < 300 ? "allowed" : "refused";
}

/** Reads what a server action returned, also for a role that may not open its page; null if it hasn't run. */
async function actionAnswerOf({ path }: RoleRequest, response: Response): Promise<RoleAnswer | null> {
  const said = await response.text();
  if (said === "Server Action unavailable.") return null;
  const [, result] = /^[0-9a-f]+:(\{"ok":.*)$/m.exec(said) ?? [];
  if (result === undefined)
    throw new Error(`${path} responded with ${response.status} and no result: ${said.slice(0, 500)}`);
  const { ok, error = "" } = JSON.parse(result) as { ok: boolean; error?: string };
  return { outcome: ok ? "allowed" : refusalOf(error), text: said, said: result };
}

function refusalOf(error: string): AccessOutcome {
  if (error.startsWith("Sign in again")) return "sign in";
  const isHidden =
    /^There is no |doesn't exist|no longer (in the log|kept)|has no webhook with|already (off|removed|revoked|signed out)|link is incomplete/.test(
      error,
    );
  return isHidden ? "hidden" : "refused";
}
