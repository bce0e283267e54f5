import { hash } from 'node:crypto'

/**
 * SHA-256 in hex of any string. JSON's escapes keep apart what UTF-8 would fold together:
 * lone surrogates stay different from one another.
 */
export function digest(text: string): string {
  return hash('sha256', JSON.stringify(text), 'hex')
}
