import { parseUuid } from '../../lib/crypto/uuid.ts'

/** Returns the UUID in `?for={uuid}` of an address, which names one of the account's players. */
export function namedPlayer(url: string): string | undefined {
  const [, query = ''] = url.split(/\?(.*)/s)
  return parseUuid(new URLSearchParams(query).get('for') ?? '')
}

/** Returns a path for a player. */
export const pathFor = (path: string, player: string | undefined): string =>
  player === undefined ? path : `${path}?for=${player}`

/** Returns the path of the page of a player. */
export const characterPath = ({ id }: { id: string }): string => `/account/characters/${id}`
