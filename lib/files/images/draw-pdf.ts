import { stat } from "node:fs/promises";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { loadSharp, type ShownSize, TURN, UnshowableImage } from "@/lib/files/images/shrink";
import { inTurn, noOneWaits, type Requester } from "@/lib/process/in-turn";
import { countLimit } from "@/lib/process/limits";
import { log } from "@/lib/process/log";
import { AppError } from "@/lib/text/errors";

// Why: docs/decisions/files.md

/** The maximum sizes of a page, in pixels. A `preview` is as wide as an image's, but higher. */
const PAGE_SIZES = { preview: { width: 1120, height: 1600 }, large: { width: 2560, height: 2560 } } as const;

const WORKER = path.join(/* turbopackIgnore: true */ process.cwd(), "lib/files/images/pdf-worker.mjs");
const MEMORY = 256 * 1024 * 1024;
// PDFium needs the whole file in its memory.
const LARGEST = MEMORY / 2;
const SECONDS = 5;
// One person's slow PDFs don't hold up another person's.
const TURNS = { ...TURN, atOnce: 2, each: 1 };

/**
 * Draws a PDF's first page as a WebP. Throws UnshowableImage if the PDF is broken, encrypted or over 128 MiB, or takes
 * more than 256 MiB or five seconds; `unavailable` if it waited too long or no one waits anymore; and file system errors.
 */
export function drawPdf(file: string, size: ShownSize, { by, signal }: Requester): Promise<Buffer> {
  return inTurn("draw-pdf", { ...TURNS, by: `${by}`, signal }, async () => {
    if ((await stat(file)).size > LARGEST) throw new UnshowableImage("it's too large");
    const { pixels, width, height } = await drawPage(file, PAGE_SIZES[size], signal);
    const sharp = await loadSharp();
    const input = sharp(pixels, { raw: { width, height, channels: 4 } });
    return input.removeAlpha().webp({ quality: 85, effort: 3 }).toBuffer();
  });
}

type Page = { width: number; height: number; pixels: Uint8Array };

function drawPage(file: string, box: { width: number; height: number }, signal?: AbortSignal): Promise<Page> {
  const worker = new Worker(/* turbopackIgnore: true */ WORKER, {
    // Read there, because copying a large file would hold up requests.
    workerData: { file, box, memory: MEMORY },
    resourceLimits: { maxOldGenerationSizeMb: 64 },
    // PDFium writes there why it can't draw a page.
    stdout: true,
    stderr: true,
  });
  return new Promise<Page>((resolve, reject) => {
    const limit = countLimit("pdf-seconds", SECONDS) * 1000;
    const timer = setTimeout(() => reject(new UnshowableImage("it takes too long")), limit);
    const leave = () => reject(noOneWaits());
    if (signal?.aborted) leave();
    signal?.addEventListener("abort", leave);
    worker.once("message", (answer: Page | { problem: string }) => {
      if ("problem" in answer) reject(new UnshowableImage(answer.problem));
      else resolve(answer);
    });
    worker.once("error", (error) => reject(failureOf(error)));
    worker.once("exit", () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", leave);
      reject(new UnshowableImage("its drawing ended"));
    });
  }).finally(() => worker.terminate());
}

function failureOf(error: unknown): Error {
  if (error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY") {
    return new UnshowableImage("it takes too much memory");
  }
  log.error({ err: error }, "the first pages of PDFs can't be shown");
  return new AppError("unavailable", "This server can't show PDFs. Ask an admin to check its log.");
}
