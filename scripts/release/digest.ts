import { createHash } from 'node:crypto'

/** Returns the SHA-256 in hex. */
export const digestOf = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')
