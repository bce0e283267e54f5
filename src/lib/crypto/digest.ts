import { hash } from 'node:crypto'

/**
 * Returns the SHA-256 of any string in hex. The string is hashed as JSON, whose escapes keep lone surrogates distinct:
 * UTF-8 would turn all of them into U+FFFD.
 */
export function digest(text: string): string {
  return hash('sha256', JSON.stringify(text), 'hex')
}
