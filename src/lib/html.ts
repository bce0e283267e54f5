const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for an HTML element or a quoted attribute. */
export const htmlText = (plain: string): string =>
  plain.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter)
