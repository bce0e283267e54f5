/** A line without its line feed, and its number, counted from 1. `bytes` is undefined if the line is too long. */
interface Line {
  number: number
  bytes: Buffer | undefined
  /** The length in bytes, including the line feed if there is one. */
  length: number
}

const lineFeed = 10

/** Splits bytes at line feeds. Holds at most one line of `maxLineBytes` in addition to the current chunk. */
export async function* linesOf(chunks: AsyncIterable<Buffer>, maxLineBytes: number): AsyncGenerator<Line> {
  let number = 1
  /** The part of the current line that earlier chunks contained. */
  let begun: Buffer[] = []
  let length = 0

  const end = (last: Buffer, endBytes: 0 | 1): Line => {
    const lineBytes = length + last.length
    const bytes = lineBytes > maxLineBytes ? undefined : length === 0 ? last : Buffer.concat([...begun, last])
    begun = []
    length = 0
    return { number: number++, bytes, length: lineBytes + endBytes }
  }

  for await (const chunk of chunks) {
    let start = 0
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, start)) {
      yield end(chunk.subarray(start, at), 1)
      start = at + 1
    }
    const rest = chunk.subarray(start)
    length += rest.length
    if (length <= maxLineBytes) begun.push(rest)
    else begun = []
  }
  if (length > 0) yield end(Buffer.alloc(0), 0)
}
