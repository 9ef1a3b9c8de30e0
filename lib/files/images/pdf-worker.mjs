/*
 * A worker thread that draws a PDF's first page. Anyone can send a PDF, so PDFium runs as WebAssembly, which reaches only its
 * own memory and has no JavaScript of documents. Its memory is limited here, its time by `draw-pdf.ts`. Worker threads
 * start without the TypeScript loader, so it's plain JavaScript.
 */
import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { PDFiumLibrary } from "@hyzyla/pdfium";

const { file, box, memory } = workerData;

const { grow } = WebAssembly.Memory.prototype;
const PAGE_BYTES = 65_536;
WebAssembly.Memory.prototype.grow = function growWithin(pages) {
  if (this.buffer.byteLength + pages * PAGE_BYTES > memory) throw new RangeError("The PDF takes too much memory.");
  return grow.call(this, pages);
};

// Outside of what is caught: without the library, no PDF can be drawn, and that's another failure.
const library = await PDFiumLibrary.init();
try {
  const page = (await library.loadDocument(readFileSync(file))).getPage(0);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = Math.min(box.width / originalWidth, box.height / originalHeight);
  const side = (points) => Math.max(1, Math.round(points * scale));
  const size = { width: side(originalWidth), height: side(originalHeight) };
  const { width, height, data } = await page.render({ ...size, render: "bitmap" });
  const pixels = data.slice();
  parentPort.postMessage({ width, height, pixels }, [pixels.buffer]);
} catch (error) {
  parentPort.postMessage({ problem: error instanceof Error ? error.message : "unknown" });
}
