import { ForeignDatabaseRefused } from '../database.ts'
import { endOf, tokensOf, type Writing } from './tokens.ts'

/** A statement, or a line of those that follow PostgreSQL's `copy … from stdin`. */
export interface Piece {
  kind: 'statement' | 'row'
  text: string
}

/** In characters. Programs that dump write some rows into each statement, of one MiB unless told otherwise. */
const maxPieceLength = 64 * 1024 * 1024

const copies = /^copy\s[^]*\sfrom\s+stdin$/i

/** Cuts a dump into pieces, of which it holds one in memory. Throws ForeignDatabaseRefused. */
export async function* piecesOf(chunks: AsyncIterable<string>, writing: Writing): AsyncGenerator<Piece> {
  let text = ''
  let isCopying = false
  for await (const chunk of chunks) {
    text += chunk
    let from = 0
    for (;;) {
      const found = isCopying ? lineAt(text, from) : statementAt(text, from, writing)
      if (!found) break
      from = found.end
      if (!isCopying) {
        if (found.text !== '') yield { kind: 'statement', text: found.text }
        isCopying = copies.test(found.text)
      } else if (found.text === '\\.') isCopying = false
      else if (found.text !== '') yield { kind: 'row', text: found.text }
    }
    text = text.slice(from)
    if (text.length > maxPieceLength)
      throw new ForeignDatabaseRefused('a statement of it is longer than 64 MiB')
  }
  if (isCopying || !tokensOf(text, writing).next().done)
    throw new ForeignDatabaseRefused('it ends in the middle of a statement: it is not whole; dump it again')
}

interface Found {
  text: string
  /** The index behind it. */
  end: number
}

function lineAt(text: string, from: number): Found | undefined {
  const end = text.indexOf('\n', from)
  return end === -1 ? undefined : { text: text.slice(from, end).replace(/\r$/, ''), end: end + 1 }
}

const blank = /\s*/y
const interesting = /['"`;#/-]/g

function statementAt(text: string, from: number, writing: Writing): Found | undefined {
  let start = from
  for (let at = from; ; ) {
    if (at === start) {
      blank.lastIndex = at
      at += blank.exec(text)?.[0].length ?? 0
      start = at
      // What psql is told, such as \restrict, has a line of its own.
      if (text[at] === '\\') {
        const line = lineAt(text, at)
        return line && { text: '', end: line.end }
      }
    }
    interesting.lastIndex = at
    const found = interesting.exec(text)
    if (!found) return undefined
    const end = endOf(text, found.index, writing)
    if (end === -1) return undefined
    if (found[0] === ';') return { text: text.slice(start, found.index).trim(), end }
    // A comment before the statement is none of it.
    if (found.index === start && end > start + 1 && !/['"`]/.test(found[0])) start = end
    at = end
  }
}
