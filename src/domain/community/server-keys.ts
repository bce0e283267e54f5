import { digest } from '../../lib/crypto/digest.ts'
import { dayMs } from '../../lib/measure/units.ts'
import { isoTime } from '../../lib/text/instant.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { noSuch } from '../../model/errors/families.ts'
import { endKey, insertKey, keyInForce } from '../../storage/community/server-keys.ts'
import { lockServer } from '../../storage/community/servers.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { serverKeyPlace } from '../../storage/schema/encryption.ts'
import { change } from '../change.ts'
import type { ChangeContext, Context, ReadContext, SecretContext, SiteContext } from '../context.ts'

/** 24 characters in base64url. */
const keyBytes = 18

/** The default grace period of a replaced root. */
export const defaultGraceMs = dayMs

/** Returns the digest by which a key is found in the database. */
export const digestOfKey = (key: string): string => digest(`game server:${key}`)

/** Returns the URL below which a game server sends its requests. */
export const rootOf = ({ baseUrl }: Pick<Context, 'baseUrl'>, key: string): string => `${baseUrl()}/at/${key}`

/** Makes the first key of a server. */
export async function makeKey(
  { clock, random, secrets }: ChangeContext & SecretContext,
  tx: Transaction,
  server_id: string,
): Promise<string> {
  await secrets.lock(tx)
  const key = random.bytes(keyBytes).toString('base64url')
  const digestOf = digestOfKey(key)
  const sealed = secrets.seal(serverKeyPlace(digestOf), key)
  await insertKey(tx, { digest: digestOf, server_id, key: sealed, created_at: clock(), ends_at: null })
  return key
}

/** Returns the current root of a server. */
export async function shownRoot(
  context: ReadContext & Pick<Context, 'baseUrl' | 'secrets'>,
  serverId: string,
): Promise<string> {
  const row = await keyInForce(context.db, serverId)
  if (!row) throw noSuch('server')
  return rootOf(context, await context.secrets.open(context.db, serverKeyPlace(row.digest), row.key))
}

/** A new root that replaces another one. */
export interface RotatedRoot {
  root: string
  /** The time at which the previous root ends, in epoch milliseconds. */
  until: number
}

/**
 * Gives a server a new root. The previous one stays valid for `graceMs`, and older ones end as already planned. Throws
 * Refused `unknown`.
 */
export function rotateServer(
  context: ChangeContext & SecretContext & SiteContext,
  by: Actor,
  name: string,
  graceMs = defaultGraceMs,
): Promise<RotatedRoot> {
  return change(context, by, async (tx) => {
    const server = await lockServer(tx, name)
    if (!server) throw noSuch('server')
    const until = context.clock() + graceMs
    await endKey(tx, server.id, until)
    const key = await makeKey(context, tx, server.id)
    const details = { name, until: isoTime(until) }
    return {
      events: [{ event: 'server.rotated', account: null, details }],
      result: { root: rootOf(context, key), until },
    }
  })
}
