import { createHmac } from 'node:crypto'

/** Computes the code of RFC 6238 (SHA-1, 30 s, 6 digits) by hand, as a player's phone does. */
export function totpCode(secret: string, now: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)))
  const mac = createHmac('sha1', base32(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function base32(text: string): Buffer {
  const bits = [...text].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2))
  const bytes = bits
    .map((five) => five.padStart(5, '0'))
    .join('')
    .match(/.{8}/g)
  return Buffer.from((bytes ?? []).map((byte) => Number.parseInt(byte, 2)))
}
