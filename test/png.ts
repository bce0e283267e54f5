// Makes and reads PNG files by hand, so that no test depends on the library that the product uses.
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

export function chunk(name: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  const checksum = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

export function header(width: number, height: number, colorType = 6, bitDepth = 8): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([bitDepth, colorType, 0, 0, 0], 8)
  return chunk('IHDR', data)
}

/** The colour of a pixel: red, green, blue, alpha. */
export type Paint = (x: number, y: number) => readonly [number, number, number, number]

export function pixels(width: number, height: number, paint: Paint): Buffer {
  const bytes = Array.from({ length: width * height }, (_, i) => paint(i % width, Math.floor(i / width)))
  return Buffer.from(bytes.flat())
}

/** Returns image data for IDAT: each row after its filter type, 0. */
export function imageData(width: number, height: number, paint: Paint): Buffer {
  const all = pixels(width, height, paint)
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.concat([Buffer.from([0]), all.subarray(y * width * 4, (y + 1) * width * 4)]),
  )
  return Buffer.concat(rows)
}

/** Returns an RGBA PNG with 8 bits per channel; `extra` goes between header and image data. */
export function makePng(width: number, height: number, paint: Paint, extra: readonly Buffer[] = []): Buffer {
  const data = chunk('IDAT', deflateSync(imageData(width, height, paint)))
  return Buffer.concat([signature, header(width, height), ...extra, data, chunk('IEND')])
}

/** Joins chunks into a file. */
export const pngOf = (...chunks: readonly Buffer[]): Buffer => Buffer.concat([signature, ...chunks])

/**
 * Paints a picture in which every pixel depends on `seed`; the arms are painted, so the model is not slim.
 */
export const noise =
  (seed: number): Paint =>
  (x, y) => [(x * 7 + seed * 31) & 255, (y * 11 + seed) & 255, (x * y + seed) & 255, 255]

export interface ReadPng {
  width: number
  height: number
  chunks: string[]
  /** In RGBA. */
  pixels: Buffer
}

/** Reads an 8 bit RGBA, RGB or palette PNG that is not interlaced (PNG, third edition, sections 9 and 11). */
export function readPng(file: Buffer): ReadPng {
  if (!file.subarray(0, 8).equals(signature)) throw new Error('no PNG')
  const chunks: { name: string; data: Buffer }[] = []
  let at = 8
  for (; at < file.length; at += 12 + file.readUInt32BE(at)) {
    const length = file.readUInt32BE(at)
    const end = at + 8 + length
    if (crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) throw new Error('wrong checksum')
    chunks.push({ name: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, end) })
  }
  const ihdr = chunks[0]!.data
  const [width, height, depth, colorType] = [ihdr.readUInt32BE(0), ihdr.readUInt32BE(4), ihdr[8], ihdr[9]]
  if (depth !== 8 || (colorType !== 6 && colorType !== 2) || ihdr[12] !== 0)
    throw new Error('not RGB(A), 8 bit')
  const channels = colorType === 6 ? 4 : 3
  const data = inflateSync(Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map((c) => c.data)))
  const flat = unfilter(data, width * channels, height, channels)
  const rgba = Buffer.alloc(width * height * 4, 255)
  for (let i = 0; i < width * height; i++) flat.copy(rgba, i * 4, i * channels, (i + 1) * channels)
  return { width, height, chunks: chunks.map(({ name }) => name), pixels: rgba }
}

function unfilter(data: Buffer, rowBytes: number, height: number, step: number): Buffer {
  const out = Buffer.alloc(rowBytes * height)
  for (let y = 0; y < height; y++) {
    const filter = data[y * (rowBytes + 1)]!
    for (let x = 0; x < rowBytes; x++) {
      const raw = data[y * (rowBytes + 1) + 1 + x]!
      const left = x >= step ? out[y * rowBytes + x - step]! : 0
      const up = y > 0 ? out[(y - 1) * rowBytes + x]! : 0
      const corner = y > 0 && x >= step ? out[(y - 1) * rowBytes + x - step]! : 0
      out[y * rowBytes + x] = raw + [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]!
    }
  }
  return out
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}
