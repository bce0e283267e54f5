import { isGroupName } from './group.ts'

/** A server of the game that asks below a root of its own. */
export interface GameServer {
  id: string
  /** Identifies it in commands and addresses; it never changes. */
  name: string
  /** For people. */
  title: string
  /** Where players join it: `HOST` or `HOST:PORT`; null where they are not told. */
  address: string | null
  /** Only members of one of these may join; everybody where there are none. A group may be gone. */
  groups: readonly string[]
  isPaused: boolean
  /** Whether its answers bear the groups of the player. */
  tellsGroups: boolean
  createdAt: number
  /** Some seconds late; null before the first time. */
  lastAskedAt: number | null
}

/** 16 random bytes or more in base64url. */
const keyPattern = /^[\w-]{22,64}$/

/** Whether a text can be the key of a root. */
export const isServerKey = (text: string): boolean => keyPattern.test(text)

/** As of groups. */
export const isServerName = isGroupName

const hostPattern =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*|\[[0-9a-f:.]{2,45}\])(?::(\d{1,5}))?$/i

/** `HOST`, `HOST:PORT` or `[IPv6]:PORT`, as people type it into the game. */
export function isServerAddress(text: string): boolean {
  const found = text.length <= 253 && hostPattern.exec(text)
  if (!found) return false
  const port = found[1]
  return port === undefined || (Number(port) > 0 && Number(port) < 65_536)
}
