import { Type } from 'typebox'

const text = (description: string) => Type.String({ minLength: 1, description })

const user = text('Name of the player.')
const serverId = text('The hash that client and server agree on.')

export const LegacyJoinQuery = Type.Object({
  user,
  sessionId: text('`token:ACCESS_TOKEN:UUID`, or the access token alone.'),
  serverId,
})
export const LegacyHasJoinedQuery = Type.Object({ user, serverId })

interface LegacySession {
  accessToken: string
  /** The UUID as it was sent; undefined if the sessionId is only an access token. */
  uuid: string | undefined
}

const sessionPattern = /^token:([^:]*):(.*)$/s

/** Reads the parts of a `sessionId`. */
export function readSessionId(sessionId: string): LegacySession {
  const [, accessToken, uuid] = sessionPattern.exec(sessionId) ?? []
  return { accessToken: accessToken ?? sessionId, uuid }
}
