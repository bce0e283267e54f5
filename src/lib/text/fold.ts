/** Returns the form in which names and email addresses are compared: without regard to letter case. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
