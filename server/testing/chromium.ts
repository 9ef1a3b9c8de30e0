import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { chromium, type LaunchOptions } from "@playwright/test";
import { fetchedPackage } from "@/server/testing/fetched-package";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
// Sparticuz sets these for serverless functions and scrapers. They'd hide what other browsers refuse.
const UNWANTED = /^--(single-process|no-zygote|headless.*|disable-web-security|allow-running-insecure-content)$/;
// These emulate a graphics card, which takes half of a test run.
const EMULATED = /^--(ignore-gpu-blocklist|in-process-gpu|use-gl=.*|use-angle=.*|enable-unsafe-swiftshader)$/;

/** The part of @sparticuz/chromium that is used here. */
type Sparticuz = { args: string[]; executablePath(): Promise<string> };

/**
 * Returns how to launch a Chromium on this machine: PLAYWRIGHT_CHROMIUM, the system's, Playwright's own, or one from the
 * npm registry, which is unpacked into the temporary directory. Throws a sentence if none can be had.
 */
export async function chromiumLaunch(): Promise<LaunchOptions> {
  const common = [
    "--disable-background-networking",
    "--disable-gpu",
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ];
  const given = process.env.PLAYWRIGHT_CHROMIUM || systemChromium();
  if (given) return { executablePath: given, args: common };
  if (existsSync(chromium.executablePath())) return { args: common };
  const sparticuz = await fetchSparticuz();
  const args = sparticuz.args.filter((arg) => !UNWANTED.test(arg) && !EMULATED.test(arg));
  return { executablePath: await sparticuz.executablePath(), args: [...new Set([...args, ...common])] };
}

async function fetchSparticuz(): Promise<Sparticuz> {
  const directory = await fetchedPackage("@sparticuz/chromium").catch((error: Error) => {
    throw new Error(`${error.message}\nOr install Chromium or Chrome, or set PLAYWRIGHT_CHROMIUM to the path of one.`);
  });
  return createRequire(import.meta.url)(directory);
}

function systemChromium(): string | undefined {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter((folder) => folder !== "");
  const candidates = folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name)));
  return [...candidates, MAC].find((file) => existsSync(file));
}
