/** The number of list entries in one piece, and the length from which one has no more: an entry may contain pictures. */
const entriesAtOnce = 50
const longPiece = 65_536

/**
 * Yields an object as readable JSON in pieces, so that a long file does not block the event loop. A member may be a
 * list that is still being read.
 */
export async function* indentedJson(value: object): AsyncGenerator<string> {
  let start = '{\n'
  for (const [name, member] of Object.entries(value)) {
    yield `${start}  ${JSON.stringify(name)}: `
    start = ',\n'
    if (isList(member)) yield* indentedList(member)
    else yield indented(member).replaceAll('\n', '\n  ')
  }
  yield '\n}'
}

type List = Iterable<unknown> | AsyncIterable<unknown>

const isList = (member: unknown): member is List =>
  Array.isArray(member) || (typeof member === 'object' && member !== null && Symbol.asyncIterator in member)

async function* indentedList(list: List): AsyncGenerator<string> {
  let before = '[\n'
  let piece = ''
  let entries = 0
  for await (const entry of list) {
    piece += before + indentedEntry(entry)
    before = ',\n'
    entries += 1
    if (entries < entriesAtOnce && piece.length < longPiece) continue
    await new Promise(setImmediate)
    yield piece
    piece = ''
    entries = 0
  }
  yield before === '[\n' ? '[]' : `${piece}\n  ]`
}

/** Returns an entry as it is in a list. JSON strings contain no line breaks. */
const indentedEntry = (entry: unknown): string => `    ${indented(entry).replaceAll('\n', '\n    ')}`

const indented = (value: unknown): string => JSON.stringify(value, null, 2)
