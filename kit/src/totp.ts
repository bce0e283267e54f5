import { createHmac } from 'node:crypto'

/** The time for which a code is good, in milliseconds. */
export const stepMs = 30_000

/** The code of six digits that a phone shows for a Base32 secret at an instant in milliseconds (RFC 6238, SHA-1). */
export function totpCode(secret: string, now: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / stepMs)))
  const mac = createHmac('sha1', base32(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** RFC 4648, section 6; what is not of its alphabet is left out. */
function base32(text: string): Buffer {
  const values = Array.from(text.toUpperCase(), (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter),
  )
  const bits = values.filter((value) => value >= 0).map((value) => value.toString(2).padStart(5, '0'))
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
