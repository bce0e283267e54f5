/** The form in which names and e-mail addresses are compared: any letter case is one. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
