import { deflateSync } from 'node:zlib'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

/** A PNG of 8 bit RGBA whose pixels follow from a seed. `trailer` comes after its end. */
export function makePng(width: number, height: number, seed: number, trailer = Buffer.alloc(0)): Buffer {
  const row = 1 + width * 4
  const data = Buffer.alloc(row * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      data.writeUInt32BE(
        (((x * 7 + seed * 31) & 255) << 16) * 256 + (((y * 11 + seed) & 255) << 16) + 0x80ff,
        y * row + 1 + x * 4,
      )
  return Buffer.concat([
    signature,
    header(width, height),
    chunk('IDAT', deflateSync(data)),
    chunk('IEND'),
    trailer,
  ])
}

/** A file of some bytes that says it is this large, as a trap for servers that unpack before they look. */
export const claimedPng = (width: number, height: number): Buffer =>
  Buffer.concat([
    signature,
    header(width, height),
    chunk('IDAT', deflateSync(Buffer.alloc(1024))),
    chunk('IEND'),
  ])

/** Says whether bytes begin as a PNG does. */
export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(signature)

/** Width and height, from the header. */
export const sizeOf = (png: Buffer): [number, number] => [png.readUInt32BE(16), png.readUInt32BE(20)]

function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([8, 6, 0, 0, 0], 8)
  return chunk('IHDR', data)
}

function chunk(name: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** The checksum of PNG (ISO 3309). */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
