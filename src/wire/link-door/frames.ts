// The game's framing: each packet has its length before it, in a variable number of bytes (VarInt).

/** Thrown for bytes that no game sends. */
export class Malformed extends Error {
  override name = 'Malformed'
}

/** Longer than any packet that a game sends here. The longest has two RSA signatures. */
export const maxPacketBytes = 2048

const maxVarIntBytes = 5
/** Enough for `maxPacketBytes`. */
const maxLengthBytes = 2

/** Reads the fields of a packet in their order. Each method throws Malformed if the packet ends before the field does. */
export class PacketReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  varInt(): number {
    let value = 0
    for (let place = 0; place < maxVarIntBytes; place++) {
      const byte = this.bytes(1).readUInt8()
      value |= (byte & 0x7f) << (7 * place)
      if (byte < 0x80) return value
    }
    throw new Malformed('a number is too long')
  }

  bytes(length: number): Buffer {
    const end = this.#at + length
    if (length < 0 || end > this.#bytes.length) throw new Malformed('a packet ends too early')
    const found = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return found
  }

  uint16(): number {
    return this.bytes(2).readUInt16BE()
  }

  isTrue(): boolean {
    return this.bytes(1).readUInt8() !== 0
  }

  /** `maxLength` is in UTF-16 code units, as games count. */
  text(maxLength: number): string {
    const bytes = this.bytes(this.varInt())
    const text = bytes.toString('utf8')
    if (text.length > maxLength) throw new Malformed('a text is too long')
    return text
  }
}

/** Returns the first packet of what has arrived and the rest, or undefined if it has not arrived completely. */
export function firstPacket(arrived: Buffer): { packet: Buffer; rest: Buffer } | undefined {
  let length = 0
  for (let place = 0; place < maxLengthBytes; place++) {
    const byte = arrived[place]
    if (byte === undefined) return undefined
    length |= (byte & 0x7f) << (7 * place)
    if (byte >= 0x80) continue
    if (length === 0 || length > maxPacketBytes) throw new Malformed('the length of a packet')
    const end = place + 1 + length
    if (arrived.length < end) return undefined
    return { packet: arrived.subarray(place + 1, end), rest: arrived.subarray(end) }
  }
  throw new Malformed('the length of a packet')
}

export function varInt(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value >>> 0; ; rest >>>= 7) {
    if (rest < 0x80) return Buffer.from([...bytes, rest])
    bytes.push((rest & 0x7f) | 0x80)
  }
}

/** Returns a text with its length in bytes before it. */
export function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([varInt(bytes.length), bytes])
}

/** Returns a packet with its length before it. */
export function framed(id: number, ...fields: readonly Buffer[]): Buffer {
  const packet = Buffer.concat([varInt(id), ...fields])
  return Buffer.concat([varInt(packet.length), packet])
}
