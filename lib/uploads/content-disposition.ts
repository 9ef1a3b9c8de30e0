/** That a browser is to save a file, or may show it in place, under its name, in the ways of RFC 6266. */
export function contentDisposition(disposition: "attachment" | "inline", name: string): string {
  const plain = name.replace(/[^ -~]|["\\%]/gu, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*!]/g, percent);
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
