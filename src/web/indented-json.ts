/** List entries of one piece. */
const entriesAtOnce = 50

/**
 * JSON as a person reads it, made in pieces: a long file holds up nothing of what the event loop has to do meanwhile.
 */
export async function indentedJson(value: object): Promise<string> {
  const members = []
  for (const [name, member] of Object.entries(value)) {
    const text = Array.isArray(member) ? await indentedList(member) : indented(member)
    members.push(`  ${JSON.stringify(name)}: ${deeper(text)}`)
  }
  return `{\n${members.join(',\n')}\n}`
}

async function indentedList(list: readonly unknown[]): Promise<string> {
  if (list.length === 0) return '[]'
  const pieces = []
  for (let start = 0; start < list.length; start += entriesAtOnce) {
    await new Promise(setImmediate)
    // Without its brackets, which stand on lines of their own.
    pieces.push(indented(list.slice(start, start + entriesAtOnce)).slice(2, -2))
  }
  return `[\n${pieces.join(',\n')}\n]`
}

const indented = (value: unknown): string => JSON.stringify(value, null, 2)

/** A string has no line break in JSON. */
const deeper = (text: string): string => text.replaceAll('\n', '\n  ')
