import { hash } from 'node:crypto'
import { basename, extname } from 'node:path'
import { gzipSync } from 'node:zlib'

/** A file as browsers get it. */
export interface Asset {
  type: string
  body: Buffer
  /** Of large ones: a proxy may pack the others. */
  gzipped?: Buffer
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

/** A picture that is opened by itself is a document, and its scripts would be ours. */
export const isDocument = ({ type }: Asset): boolean => type === types['.svg']

const hashDigits = 12
const gzippedFromBytes = 64 * 1024

/** The name under which a file is served: it changes with its content. */
export function servedName(name: string, body: Buffer): string {
  const extension = extname(name)
  return `${basename(name, extension)}-${hash('sha256', body).slice(0, hashDigits)}${extension}`
}

export function assetOf(served: string, body: Buffer): Asset {
  const type = types[extname(served)] ?? 'application/octet-stream'
  return { type, body, ...(body.length >= gzippedFromBytes && { gzipped: gzippedOnce(served, body) }) }
}

/** By the name under which each is served: where several services run in one process, as in tests, one packs it. */
const packed = new Map<string, Buffer>()

function gzippedOnce(served: string, body: Buffer): Buffer {
  const known = packed.get(served) ?? gzipSync(body)
  packed.set(served, known)
  return known
}
