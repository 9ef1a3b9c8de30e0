import { randomBytes } from "node:crypto";
import { type Browser, type CDPSession, chromium, type Page } from "@playwright/test";
import type pg from "pg";
import { type Parley, startParley } from "@/server/bench/contestants/parley";
import type { Bench, Report } from "@/server/bench/load/bench";
import { figure, percentile, table, times } from "@/server/bench/load/figures";
import { checkoutsOf, type Options } from "@/server/bench/sections/options";
import { chromiumLaunch } from "@/server/testing/chromium";
import { makeLargeInstall } from "@/server/testing/large-install";

const SLOWER = 4;
const SIZE = { messages: 20_000, channels: 40, people: 50 };
const VIEWPORT = { width: 1440, height: 900 };
// How long a hand rests on something before it presses.
const HAND_MILLISECONDS = 150;
const LONG = 30_000;
const REPLIES = 10;

/** What happens after a key or button is pressed, and the target for three quarters of all tries, in milliseconds. */
const MEASURES = [
  { name: "palette opens", target: 100, share: 0.75 },
  { name: "channel that was open before", target: 100, share: 0.75 },
  { name: "another channel", target: 250, share: 0.75 },
  { name: "thread with its replies", target: 150, share: 0.75 },
  { name: "own message appears", target: 60, share: 0.75 },
  { name: "typed character appears", target: 20, share: 0.5 },
] as const;

type Name = (typeof MEASURES)[number]["name"];

/** Measures, in a browser on a processor four times slower, how long a page takes to show what was asked of it. */
export async function pagesSection(bench: Bench, options: Options): Promise<Report> {
  const tries = options.quick ? 5 : 20;
  const browser = await chromium.launch(await chromiumLaunch());
  bench.lifecycle.defer(() => browser.close());
  const contestants: { name: string; session: Session; took: Record<Name, number[]> }[] = [];
  for (const program of checkoutsOf(options, "pages")) {
    bench.progress(`starting ${program.name}`);
    const env = { LIMITS: "off" };
    const parley = await startParley({ bench, env, ...program, fill });
    const took = Object.fromEntries(MEASURES.map(({ name }) => [name, []])) as unknown as Record<Name, number[]>;
    contestants.push({ name: program.name, session: await Session.open(browser, parley), took });
  }
  for (const { name: measure } of MEASURES) {
    // In turns, so that whatever else the machine does affects all alike.
    for (let round = 0; round < tries; round += 1) {
      if (round === 0) bench.progress(`pages: ${measure}`);
      for (const { session, took } of contestants) took[measure].push(...(await session.measure(measure, round)));
    }
  }
  for (const { session } of contestants) await session.close();
  const rows = MEASURES.flatMap(({ name, target, share }) =>
    contestants.map((contestant) => {
      const sorted = contestant.took[name].toSorted((a, b) => a - b);
      const [p50, p75, most] = [percentile(sorted, 0.5), percentile(sorted, 0.75), percentile(sorted, 1)];
      const counted = percentile(sorted, share);
      return { measure: name, contestant: contestant.name, p50, p75, most, target, ofTarget: counted / target };
    }),
  );
  return {
    title: `Pages, with a processor ${SLOWER} times slower: from the press until it is painted, in milliseconds`,
    text: table(
      ["", "p50", "p75", "max", "target", "of target"],
      rows.map(({ measure, contestant, p50, p75, most, target, ofTarget }) => {
        const name = contestants.length > 1 ? `${measure}, ${contestant}` : measure;
        return [name, figure(p50), figure(p75), figure(most), `${target}`, times(ofTarget)];
      }),
    ),
    figures: rows,
    failures: 0,
  };
}

async function fill(client: pg.Client): Promise<void> {
  await makeLargeInstall(client, SIZE);
  // Its ids are small, so the first person has the id of a webhook that they have muted.
  await client.query("DELETE FROM webhook_mutes");
}

/** A person who has a channel open, in a browser of their own. */
class Session {
  readonly #page: Page;
  readonly #devtools: CDPSession;
  readonly #parley: Parley;

  private constructor(page: Page, devtools: CDPSession, parley: Parley) {
    this.#page = page;
    this.#devtools = devtools;
    this.#parley = parley;
  }

  static async open(browser: Browser, parley: Parley): Promise<Session> {
    const [cookie = ""] = await parley.signIn();
    await parley.settle();
    const baseURL = `http://localhost:${parley.port}`;
    const context = await browser.newContext({ baseURL, viewport: VIEWPORT });
    const [name = "", value = ""] = cookie.split("=");
    await context.addCookies([{ name, value, url: baseURL }]);
    const page = await context.newPage();
    await page.request.post("/api/channels/read", { headers: { origin: baseURL } });
    // The loader wraps functions in a helper that the page doesn't have.
    await page.addInitScript("globalThis.__name = (named) => named");
    await page.addInitScript(watch);
    await page.goto("/channels/1");
    await page.locator("[data-composer]").first().waitFor();
    const devtools = await context.newCDPSession(page);
    await page.waitForLoadState("networkidle");
    // As long as people look at a page before they do something.
    await page.waitForTimeout(5_000);
    return new Session(page, devtools, parley);
  }

  async close(): Promise<void> {
    await this.#devtools.detach();
    await this.#page.context().close();
    await this.#parley.stop();
  }

  /** Measures once, or once per character typed. Other pages aren't slowed down meanwhile, which itself takes a processor. */
  async measure(name: Name, round: number): Promise<number[]> {
    await this.#devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    const took = await this.#measureSlowly(name, round);
    await this.#devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    return took;
  }

  async #measureSlowly(name: Name, round: number): Promise<number[]> {
    switch (name) {
      case "palette opens": {
        const took = await this.#press(() => this.#page.keyboard.press("Control+k"), "[role=dialog] [role=option]");
        await this.#page.keyboard.press("Escape");
        await this.#page.locator("[role=dialog]").waitFor({ state: "detached" });
        return [took];
      }
      case "channel that was open before":
        if (round === 0) await this.#openChannel(2);
        return [await this.#openChannel(round % 2 === 0 ? 1 : 2)];
      case "another channel":
        return [await this.#openChannel(round + 3)];
      case "thread with its replies":
        return [await this.#openThread(round)];
      case "own message appears":
        if (round === 0) await this.#openChannel(1);
        return [await this.#send(`This is message ${round} of ${this.#parley.name}`)];
      case "typed character appears":
        return this.#type("Good morning");
    }
  }

  #openChannel(number: number): Promise<number> {
    const link = `nav a[href="/channels/${number}"]`;
    return this.#click(link, "[data-messages] article", { label: `Message #channel-${number}` });
  }

  async #openThread(round: number): Promise<number> {
    if (round === 0) {
      await this.#openChannel(1);
      const root = await this.#post("The start of a thread");
      for (let reply = 1; reply <= REPLIES; reply += 1) await this.#post(`Reply ${reply}`, root);
      await this.#page.waitForTimeout(1_000);
    }
    const took = await this.#click("[data-messages] [data-thread-summary]", "[data-thread] [role=feed] article");
    await this.#page.keyboard.press("Escape");
    await this.#page.locator("[data-thread]").waitFor({ state: "detached" });
    return took;
  }

  /** Posts to the first channel and returns the message's id. */
  async #post(content: string, threadId?: string): Promise<string> {
    const data = { content, nonce: randomBytes(16).toString("hex"), ...(threadId && { threadId }) };
    const headers = { origin: new URL(this.#page.url()).origin };
    const answer = await this.#page.request.post("/api/channels/1/messages", { data, headers });
    if (!answer.ok()) throw new Error(`Posting failed: ${await answer.text()}`);
    return ((await answer.json()) as { id: string }).id;
  }

  async #send(text: string): Promise<number> {
    await this.#focusComposer();
    await this.#page.keyboard.insertText(text);
    await this.#page.waitForTimeout(HAND_MILLISECONDS);
    return this.#press(() => this.#page.keyboard.press("Enter"), "[data-messages] article:last-of-type", { text });
  }

  async #type(text: string): Promise<number[]> {
    await this.#focusComposer();
    const took: number[] = [];
    for (const character of text) {
      took.push(await this.#press(() => this.#page.keyboard.press(character), "body"));
      await this.#page.waitForTimeout(50);
    }
    await this.#page.keyboard.press("Control+a");
    await this.#page.keyboard.press("Delete");
    return took;
  }

  async #focusComposer(): Promise<void> {
    await this.#page.locator("[data-composer]").filter({ visible: true }).first().focus();
  }

  /** Moves the pointer to an element, rests there and presses it. */
  async #click(target: string, selector: string, expected: ExpectedElement = {}): Promise<number> {
    const element = this.#page.locator(target).last();
    await element.scrollIntoViewIfNeeded();
    // From elsewhere, even if that was pressed before.
    await this.#page.mouse.move(0, 0);
    await element.hover();
    await this.#page.waitForTimeout(HAND_MILLISECONDS);
    const press = async () => {
      await this.#page.mouse.down();
      await this.#page.mouse.up();
    };
    return this.#press(press, selector, expected);
  }

  /** Returns the time from the press until an element that matches is painted. */
  async #press(press: () => Promise<void>, selector: string, expected: ExpectedElement = {}): Promise<number> {
    await this.#page.evaluate(([at, what, most]) => window.parleyWatch(at, what, most), [
      selector,
      expected,
      LONG,
    ] as const);
    await press();
    // Not polled: each look would make the browser produce a frame while the page is being rendered.
    return this.#page.evaluate(() => window.parleyTook);
  }
}

/** What the element must contain, and the composer's label by then. */
type ExpectedElement = { text?: string; label?: string };

declare global {
  interface Window {
    /** Starts to look for an element, for so many milliseconds. The next press starts the time. */
    parleyWatch: (selector: string, expected: ExpectedElement, most: number) => void;
    /** Resolves to the time when it is painted. */
    parleyTook: Promise<number>;
  }
}

/** Runs in the page. */
function watch(): void {
  window.parleyWatch = (selector, { text = "", label }, most) => {
    let start: number | null = null;
    let painted = (_: number): void => {};
    window.parleyTook = new Promise((resolve, reject) => {
      painted = resolve;
      setTimeout(() => reject(new Error(`${selector} isn't there after ${most} ms`)), most);
    });
    const press = (event: Event) => {
      start ??= event.timeStamp;
      look();
    };
    const isThere = () =>
      [...document.querySelectorAll(selector)].some((each) => each.textContent?.includes(text)) &&
      (label === undefined ||
        [...document.querySelectorAll("[data-composer]")].some(
          // Asked last, because it makes the browser compute styles.
          (each) => each.getAttribute("aria-label") === label && each.checkVisibility(),
        ));
    const done = () => {
      const { port1, port2 } = new MessageChannel();
      // Delivered after the frame is painted.
      port1.onmessage = () => painted(performance.now() - (start ?? 0));
      port2.postMessage(null);
    };
    const look = () => {
      if (!isThere()) return;
      observer.disconnect();
      for (const sign of ["pointerdown", "keydown"]) window.removeEventListener(sign, press, true);
      requestAnimationFrame(done);
    };
    const observer = new MutationObserver(() => start !== null && look());
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    for (const sign of ["pointerdown", "keydown"]) window.addEventListener(sign, press, true);
  };
}
