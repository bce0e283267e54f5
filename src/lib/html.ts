const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it may stand in an HTML element or a quoted attribute. */
export const htmlText = (plain: string): string =>
  plain.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter)
