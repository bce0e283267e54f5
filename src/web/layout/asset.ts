import { hash } from 'node:crypto'
import { basename, extname } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { onFirstUse } from '../../lib/process/on-first-use.ts'

/** A file as browsers get it. */
export interface Asset {
  type: string
  body: Buffer
  /** Only for texts that are worth it, which are compressed when first asked for. */
  gzipped?: () => Promise<Buffer>
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

/** Returns true for an SVG: opened by itself it is a document whose scripts would run as ours. */
export const isDocument = ({ type }: Asset): boolean => type === types['.svg']

const hashDigits = 12
const gzippedFromBytes = 8 * 1024

/** Returns the name under which a file is served, which changes with its content. */
export function servedName(name: string, body: Buffer): string {
  const extension = extname(name)
  return `${basename(name, extension)}-${hash('sha256', body).slice(0, hashDigits)}${extension}`
}

export function assetOf(served: string, body: Buffer): Asset {
  const type = types[extname(served)] ?? 'application/octet-stream'
  const isWorthIt = body.length >= gzippedFromBytes && type.startsWith('text/')
  return { type, body, ...(isWorthIt && { gzipped: onFirstUse(() => promisify(gzip)(body)) }) }
}
