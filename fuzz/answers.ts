/** One answer as it came over the wire. */
export interface Answer {
  /** 0 if there was none. */
  status: number
  /** The names are in lower case. */
  headers: ReadonlyMap<string, string>
  body: Buffer
  /**
   * The time from the last byte of the request to the last byte of the answer; for pipelined requests, from the
   * first one.
   */
  ms: number
}

export const none: Answer = { status: 0, headers: new Map(), body: Buffer.alloc(0), ms: 0 }

/** Parses answers from a stream of bytes (RFC 9112). */
export class AnswerReader {
  #bytes: Buffer = Buffer.alloc(0)

  feed(chunk: Buffer): void {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk])
  }

  get rest(): Buffer {
    return this.#bytes
  }

  /**
   * Returns the next complete answer; undefined if it has not arrived yet. With `isHead`, it has no body, whatever
   * its headers say.
   */
  next(isHead: boolean): Omit<Answer, 'ms'> | undefined {
    const end = this.#bytes.indexOf('\r\n\r\n')
    if (end < 0) return undefined
    const [statusLine = '', ...lines] = this.#bytes.toString('latin1', 0, end).split('\r\n')
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1] ?? 0)
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      }),
    )
    if (status === 100) {
      this.#bytes = this.#bytes.subarray(end + 4)
      return this.next(isHead)
    }
    const hasNone = isHead || status === 204 || status === 304
    const body = hasNone ? { bytes: Buffer.alloc(0), end: end + 4 } : this.#body(end + 4, headers)
    if (!body) return undefined
    this.#bytes = this.#bytes.subarray(body.end)
    return { status, headers, body: body.bytes }
  }

  #body(start: number, headers: Map<string, string>): { bytes: Buffer; end: number } | undefined {
    if (headers.get('transfer-encoding') === 'chunked') return this.#chunks(start)
    const end = start + Number(headers.get('content-length') ?? 0)
    return this.#bytes.length < end ? undefined : { bytes: this.#bytes.subarray(start, end), end }
  }

  #chunks(start: number): { bytes: Buffer; end: number } | undefined {
    const parts: Buffer[] = []
    for (let at = start; ; ) {
      const line = this.#bytes.indexOf('\r\n', at)
      if (line < 0) return undefined
      const length = Number.parseInt(this.#bytes.toString('latin1', at, line), 16)
      const end = line + 2 + length + 2
      if (this.#bytes.length < end) return undefined
      parts.push(this.#bytes.subarray(line + 2, end - 2))
      if (length === 0) return { bytes: Buffer.concat(parts), end }
      at = end
    }
  }
}
