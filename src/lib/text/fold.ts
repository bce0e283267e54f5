/** The form in which names and e-mail addresses are compared: without regard to letter case. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
