/** Returns a PDF with one page, in points, and what it draws. Every one is another file. */
export function pdf(drawing: string, [width, height] = [595, 842]): Buffer {
  const content = `${drawing}\n% ${made++}`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`);
  return Buffer.from(`%PDF-1.4\n${objects.join("")}trailer\n<< /Size 6 /Root 1 0 R >>\n%%EOF`, "latin1");
}

let made = 0;
