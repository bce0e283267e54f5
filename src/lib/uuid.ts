const plain = /^[0-9a-f]{32}$/i
const hyphenated = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const nilUuid = '0'.repeat(32)

/** Reads a UUID with or without hyphens, in any letter case, into 32 lower-case hex digits. */
export function parseUuid(text: string): string | undefined {
  if (plain.test(text)) return text.toLowerCase()
  if (hyphenated.test(text)) return text.replaceAll('-', '').toLowerCase()
  return undefined
}
