/** JSON text as a value, and whether any object in it has two members of the same name. */
interface StrictJson {
  value: unknown
  hasDuplicates: boolean
}

/**
 * Parses UTF-8 JSON of another system. Of two members with the same name parsers keep the first or the last, so two of
 * them can read different things. Throws SyntaxError, also if values are nested deeper than `maxDepth`, and TypeError
 * for bytes that are not UTF-8.
 */
export function parseStrictJson(bytes: Uint8Array, maxDepth: number): StrictJson {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  // First, because parsing takes memory for each level.
  const hasDuplicates = scan(text, maxDepth)
  return { value: JSON.parse(text), hasDuplicates }
}

/** Returns true if an object has two members of the same name. The text need not be JSON. */
function scan(text: string, maxDepth: number): boolean {
  /** The names in each open object, and undefined for an array. */
  const open: (Set<string> | undefined)[] = []
  let isName = false
  let hasDuplicates = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '"') {
      const end = endOfString(text, at)
      const names = isName ? open.at(-1) : undefined
      if (names) {
        const name: unknown = JSON.parse(text.slice(at, end + 1))
        hasDuplicates ||= names.has(String(name))
        names.add(String(name))
      }
      at = end
    } else if (char === '{' || char === '[') {
      open.push(char === '{' ? new Set() : undefined)
      if (open.length > maxDepth) throw new SyntaxError(`JSON with more than ${maxDepth} levels`)
      isName = char === '{'
    } else if (char === '}' || char === ']') {
      open.pop()
    } else if (char === ',' || char === ':') {
      isName = char === ','
    }
  }
  return hasDuplicates
}

/** Returns the index of the quotation mark that ends the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  throw new SyntaxError('a string of JSON has no end')
}
