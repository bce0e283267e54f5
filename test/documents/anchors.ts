/** Returns the headings of a document, ignoring code blocks. */
export function headings(document: string): string[] {
  return [...withoutCode(document).matchAll(/^#{1,6} (.+)$/gm)].map(([, text]) => text ?? '')
}

export const withoutCode = (document: string): string => document.replaceAll(/^```.*?^```$/gms, '')

/**
 * Returns the anchors of a document as GitHub generates them: lower case, hyphens for spaces, a number if one is
 * repeated.
 */
export function anchors(document: string): Set<string> {
  const found = new Set<string>()
  for (const heading of headings(document)) {
    const plain = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-')
    let anchor = plain
    for (let n = 1; found.has(anchor); n++) anchor = `${plain}-${n}`
    found.add(anchor)
  }
  return found
}
