import type { Values } from '../fields/field.ts'
import type { serverFields } from '../fields/server.ts'
import { isGroupName } from './group.ts'

/** A game server that sends its requests below a root of its own. */
export interface GameServer extends Values<typeof serverFields> {
  id: string
  /** Identifies the server in commands and URLs. It never changes. */
  name: string
  isPaused: boolean
  createdAt: number
  /** Up to some seconds late. Null if the server has never asked. */
  lastAskedAt: number | null
}

/** Matches at least 16 random bytes in base64url. */
const keyPattern = /^[\w-]{22,64}$/

/** Returns true if the text has the form of the key of a root. */
export const isServerKey = (text: string): boolean => keyPattern.test(text)

/** Server names follow the same rules as group names. */
export const isServerName = isGroupName
