/** A link inside a sentence, which colour alone would not tell from the words around it. */
export const linkStyle =
  "rounded-md text-accent underline decoration-1 decoration-accent/45 underline-offset-2 hover:decoration-accent";
