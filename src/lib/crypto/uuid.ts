import { hash } from 'node:crypto'
import type { Random } from './random.ts'

/** Matches a UUID as it is stored and sent: 32 lower-case hex digits. */
export const uuidPattern = /^[0-9a-f]{32}$/

const plain = new RegExp(uuidPattern, 'i')
const hyphenated = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const nilUuid = '0'.repeat(32)
const maxUuid = 'f'.repeat(32)

/** Returns true for the UUIDs nil and max (RFC 9562, sections 5.9 and 5.10), which identify nobody. */
export const isNobodysUuid = (id: string): boolean => id === nilUuid || id === maxUuid

/**
 * Parses a UUID, with or without hyphens and in any letter case, into 32 lower-case hex digits. Returns undefined for
 * anything else.
 */
export function parseUuid(text: string): string | undefined {
  if (plain.test(text)) return text.toLowerCase()
  if (hyphenated.test(text)) return text.replaceAll('-', '').toLowerCase()
  return undefined
}

/** Formats a UUID of 32 hex digits for people: `8-4-4-4-12`. */
export const hyphenatedUuid = (id: string): string =>
  `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`

/**
 * Returns the UUID that a game server in offline mode derives from a name: version 3 (RFC 9562) of
 * `OfflinePlayer:{name}`, without a namespace. Letter case matters.
 */
export function offlineUuid(name: string): string {
  const bytes = hash('md5', `OfflinePlayer:${name}`, 'buffer')
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x30, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex')
}

/** Returns the prefix of the UUIDs that `timeUuid` makes at this instant, a lower bound for all UUIDs made later. */
export const timeUuidPrefix = (instant: number): string => instant.toString(16).padStart(12, '0')

/** Generates a UUID of version 7 (RFC 9562) as 32 lower-case hex digits. UUIDs of later milliseconds sort after it. */
export function timeUuid(instant: number, { bytes }: Pick<Random, 'bytes'>): string {
  const random = bytes(10).toString('hex')
  // The two bits of the variant are 10.
  const variant = '89ab'.charAt(Number.parseInt(random.charAt(3), 16) & 3)
  return `${timeUuidPrefix(instant)}7${random.slice(0, 3)}${variant}${random.slice(4, 19)}`
}
