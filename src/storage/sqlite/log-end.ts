// The end of a write-ahead log that a killed process has left (sqlite.org/walformat.html). SQLite reads such a log up to the
// first page that is wrong, and says nothing of the rest.
import { closeSync, openSync, readSync } from 'node:fs'

/** The log is read in pieces of this many bytes. */
const pieceBytes = 1024 * 1024
const headerBytes = 32
const frameHeaderBytes = 24
/** Two copies of the header, and the state of the copying. */
const indexBytes = 136

/** Numbers of pages in a log. */
export interface LogEnd {
  /** The pages that were committed. */
  readonly committed: number
  /** The first of these that are also in the database file, where they are safe. */
  readonly copied: number
  /** The first of these that may be in the database file: from `copied` on, some of them, in any order. */
  readonly begun: number
  /** The first of these that SQLite can read. */
  readonly readable: number
}

/** The log, by the file with its index, which is never ahead of it: a commit writes the log first. */
interface Index {
  readonly committed: number
  readonly copied: number
  readonly begun: number
  readonly salts: Buffer
}

/**
 * Returns the end of the log that a killed process has left, or undefined if there is none, or if another process writes
 * to it at this moment.
 */
export function logEndOf(file: string): LogEnd | undefined {
  const index = indexOf(`${file}-shm`)
  if (index === undefined || index.committed === 0) return undefined
  const { committed, copied, begun } = index
  const readable = readablePages(`${file}-wal`, index)
  if (readable === undefined) return undefined
  const after = indexOf(`${file}-shm`)
  const isSame = after?.committed === committed && after.salts.equals(index.salts)
  return isSame ? { committed, copied, begun, readable } : undefined
}

function indexOf(path: string): Index | undefined {
  const bytes = firstOf(path, indexBytes)
  // A file that was never filled, or by another version of the format.
  if (bytes === undefined || bytes.length < indexBytes || u32(bytes, 0) !== 3_007_000 || bytes[12] !== 1)
    return undefined
  return {
    committed: u32(bytes, 16),
    copied: u32(bytes, 96),
    // nBackfillAttempted: a copy that was killed halfway is in no other field.
    begun: Math.max(u32(bytes, 128), u32(bytes, 96)),
    salts: Buffer.from(bytes.subarray(32, 40)),
  }
}

/** The index is for the processes of one machine, in its own order of bytes. */
const isLittle = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1
const u32 = (bytes: Buffer, at: number): number =>
  isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)

/** Returns how many of the committed pages have the right salts and checksums, or undefined if the index is of an older log. */
function readablePages(path: string, { committed, salts }: Index): number | undefined {
  const header = firstOf(path, headerBytes)
  if (header === undefined || header.length < headerBytes) return 0
  const isLittleEndian = header.readUInt32BE(0) === 0x377f_0682
  const sum = new Checksum(isLittleEndian)
  sum.add(header, 0, 24)
  if (!sum.is(header, 24)) return 0
  // The power was cut: of both files, only the log is written before a change is answered.
  if (!header.subarray(16, 24).equals(salts)) return undefined
  const frameBytes = frameHeaderBytes + pageBytes(header)
  const atOnce = Math.max(1, Math.floor(pieceBytes / frameBytes))
  const piece = Buffer.alloc(atOnce * frameBytes)
  const log = openSync(path, 'r')
  try {
    for (let page = 0; page < committed; ) {
      const read = readSync(log, piece, 0, piece.length, headerBytes + page * frameBytes)
      for (let at = 0; at + frameBytes <= read && page < committed; at += frameBytes, page++) {
        sum.add(piece, at, 8)
        sum.add(piece, at + frameHeaderBytes, frameBytes - frameHeaderBytes)
        if (!piece.subarray(at + 8, at + 16).equals(salts) || !sum.is(piece, at + 16)) return page
      }
      if (read < frameBytes) return page
    }
    return committed
  } finally {
    closeSync(log)
  }
}

/** The largest size of a page does not fit into its field. */
const pageBytes = (header: Buffer): number => header.readUInt32BE(8) || 65_536

/** The running checksum of a log, of pairs of words in the order of bytes of the machine that has begun it. */
class Checksum {
  readonly #isLittle: boolean
  #first = 0
  #second = 0

  constructor(isLittleEndian: boolean) {
    this.#isLittle = isLittleEndian
  }

  add(bytes: Buffer, from: number, length: number): void {
    const words = new DataView(bytes.buffer, bytes.byteOffset + from, length)
    for (let at = 0; at < length; at += 8) {
      this.#first = (this.#first + words.getUint32(at, this.#isLittle) + this.#second) >>> 0
      this.#second = (this.#second + words.getUint32(at + 4, this.#isLittle) + this.#first) >>> 0
    }
  }

  is(bytes: Buffer, at: number): boolean {
    return bytes.readUInt32BE(at) === this.#first && bytes.readUInt32BE(at + 4) === this.#second
  }
}

function firstOf(path: string, length: number): Buffer | undefined {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return undefined
  }
  try {
    const bytes = Buffer.alloc(length)
    return bytes.subarray(0, readSync(file, bytes, 0, length, 0))
  } finally {
    closeSync(file)
  }
}
