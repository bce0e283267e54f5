/** The number of list entries in one piece. */
const entriesAtOnce = 50

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
  let piece: unknown[] = []
  for await (const entry of list) {
    piece.push(entry)
    if (piece.length < entriesAtOnce) continue
    await new Promise(setImmediate)
    yield before + indentedEntries(piece)
    before = ',\n'
    piece = []
  }
  if (piece.length > 0) yield before + indentedEntries(piece)
  yield before === '[\n' && piece.length === 0 ? '[]' : '\n  ]'
}

/** Returns entries without their brackets, which are on lines of their own. JSON strings contain no line breaks. */
const indentedEntries = (entries: readonly unknown[]): string =>
  `  ${indented(entries).slice(2, -2).replaceAll('\n', '\n  ')}`

const indented = (value: unknown): string => JSON.stringify(value, null, 2)
