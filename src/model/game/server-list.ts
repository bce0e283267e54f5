// The list of servers of a game (servers.dat): uncompressed NBT.

/** Returns the file with one server in it. */
export function serverListOf({ title, address }: { title: string; address: string }): Buffer {
  const entry = [named(tag.text, 'name'), text(title), named(tag.text, 'ip'), text(address), tag.end]
  const count = [tag.compound, 0, 0, 0, 1]
  const bytes = [named(tag.compound, ''), named(tag.list, 'servers'), count, ...entry, tag.end]
  return Buffer.from(bytes.flat())
}

const tag = { end: 0, text: 8, list: 9, compound: 10 } as const

const named = (kind: number, name: string): number[] => [kind, ...text(name)]

/** Returns a text in Java's modified UTF-8: its length in bytes, and surrogates each on their own. */
function text(written: string): number[] {
  const bytes = written.split('').flatMap(bytesOf)
  return [bytes.length >> 8, bytes.length & 255, ...bytes]
}

function bytesOf(unit: string): number[] {
  const code = unit.charCodeAt(0)
  if (code < 0xd800 || code > 0xdfff) return [...Buffer.from(unit)]
  return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)]
}
