import { crc32 } from 'node:zlib'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
const header = { length: 13, end: 33 }

/** Returns the size from the header, which is in the first 33 bytes of a PNG, or undefined for anything else. */
export function pngSize(file: Buffer): { width: number; height: number } | undefined {
  if (file.length < header.end || !file.subarray(0, 8).equals(signature)) return undefined
  if (file.readUInt32BE(8) !== header.length || file.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
}

/** The most chunks that a file may have. Some encoders put 4 KiB of pixels into each: 256 in a file of 1 MiB. */
export const maxChunks = 1024

/** The chunks that determine the pixels (PNG, third edition, section 5.6). */
const pixelChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
const animationChunks = new Set(['acTL', 'fcTL', 'fdAT'])

/**
 * Returns the file with only the chunks that determine the pixels: without texts, times, colour profiles and anything
 * after its end. Decodes nothing. Returns `malformed` also if a chunk is cut off, a checksum is wrong, or there are
 * more than 1,024 chunks.
 */
export function onlyPixels(file: Buffer): Buffer | 'malformed' | 'animated' {
  if (!pngSize(file)) return 'malformed'
  const kept: Buffer[] = [signature]
  let chunks = 0
  for (let start = signature.length; start + 12 <= file.length; ) {
    const end = start + 12 + file.readUInt32BE(start)
    if (end > file.length || ++chunks > maxChunks) return 'malformed'
    const name = file.toString('latin1', start + 4, start + 8)
    if (crc32(file.subarray(start + 4, end - 4)) !== file.readUInt32BE(end - 4)) return 'malformed'
    if (animationChunks.has(name)) return 'animated'
    if (pixelChunks.has(name)) kept.push(file.subarray(start, end))
    // A capital letter marks a critical chunk, without which the image can't be decoded (section 5.4).
    else if (/^[A-Z]/.test(name)) return 'malformed'
    if (name === 'IEND') return Buffer.concat(kept)
    start = end
  }
  return 'malformed'
}
