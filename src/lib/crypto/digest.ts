import { hash } from 'node:crypto'

/**
 * SHA-256 in hex of any string. Hashed as JSON, whose escapes keep lone surrogates different from one
 * another: UTF-8 would make them all U+FFFD.
 */
export function digest(text: string): string {
  return hash('sha256', JSON.stringify(text), 'hex')
}
