/** How a program that dumps writes texts: those of MySQL escape with backslashes, others do not. */
export interface Writing {
  hasBackslashes: boolean
}

/**
 * The index behind what begins at `at`: a text, a quoted name, a comment, or one character. -1 where its end is
 * not there yet.
 */
export function endOf(text: string, at: number, { hasBackslashes }: Writing): number {
  const first = text[at]
  if (first === "'" || first === '"' || first === '`') {
    const hasEscapes =
      first === "'" ? hasBackslashes || isEscaping(text, at) : hasBackslashes && first === '"'
    return endOfQuoted(text, at, first, hasEscapes)
  }
  // The next character may make a comment of it.
  if ((first === '-' || first === '/') && at + 1 === text.length) return -1
  if (text.startsWith('--', at)) return after(text, '\n', at)
  if (first === '#' && hasBackslashes) return after(text, '\n', at)
  if (text.startsWith('/*', at)) return after(text, '*/', at + 2)
  return at + 1
}

/** PostgreSQL's E'…'. */
const isEscaping = (text: string, at: number): boolean =>
  /(?:^|\W)e$/i.test(text.slice(Math.max(0, at - 2), at))

function endOfQuoted(text: string, start: number, quote: string, hasEscapes: boolean): number {
  for (let at = start + 1; ; ) {
    const end = text.indexOf(quote, at)
    if (end === -1) return -1
    const escape = hasEscapes ? text.indexOf('\\', at) : -1
    if (escape !== -1 && escape < end) at = escape + 2
    else if (end + 1 === text.length) return -1
    else if (text[end + 1] === quote) at = end + 2
    else return end + 1
  }
}

function after(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from)
  return at === -1 ? -1 : at + end.length
}

/** A `sign` is one character; a `word` is a name that nobody quoted, or a number. */
export type Token =
  | { kind: 'word' | 'name' | 'sign'; text: string }
  | { kind: 'text'; text: string; prefix: string }

const word = /[\w$.+-]+/y

/** What a statement consists of, without comments. */
export function* tokensOf(statement: string, writing: Writing): Generator<Token> {
  // A quote at the very end is one whose end can be seen.
  const text = `${statement}\n`
  for (let at = 0; at < text.length; ) {
    const first = text.charAt(at)
    if (first.trim() === '') {
      at++
      continue
    }
    const end = endOf(text, at, writing)
    if (end === -1) return
    const isComment =
      text.startsWith('--', at) || text.startsWith('/*', at) || (first === '#' && end > at + 1)
    if (isComment) at = end
    else if (first === "'") {
      yield { kind: 'text', text: unescaped(text.slice(at + 1, end - 1), writing), prefix: '' }
      at = end
    } else if (first === '"' || first === '`') {
      yield { kind: 'name', text: text.slice(at + 1, end - 1).replaceAll(first + first, first) }
      at = end
    } else {
      word.lastIndex = at
      const found = word.exec(text)?.[0]
      at += found?.length ?? 1
      if (found === undefined) yield { kind: 'sign', text: first }
      else if (text[at] === "'" || (found.startsWith('_') && text.startsWith(" '", at))) {
        // A text with a prefix: x'00', _binary 'abc', E'a\nb'.
        const start = text[at] === "'" ? at : at + 1
        const prefix = found.toLowerCase()
        const own = prefix === 'e' ? { hasBackslashes: true } : writing
        const last = endOf(text, start, own)
        if (last === -1) return
        yield { kind: 'text', text: unescaped(text.slice(start + 1, last - 1), own), prefix }
        at = last
      } else yield { kind: 'word', text: found }
    }
  }
}

const escapes: Readonly<Record<string, string>> = {
  0: '\0',
  b: '\b',
  n: '\n',
  r: '\r',
  t: '\t',
  Z: '\u001A',
}

function unescaped(text: string, { hasBackslashes }: Writing): string {
  if (!hasBackslashes) return text.replaceAll("''", "'")
  return text.replaceAll(/''|\\([^])/g, (both, letter: string | undefined) =>
    letter === undefined ? both.slice(1) : (escapes[letter] ?? letter),
  )
}
