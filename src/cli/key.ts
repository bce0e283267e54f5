import { rotateKey } from '../domain/rotate-key.ts'
import type { KnownKey } from '../parts/signing-key.ts'
import { commandActor } from './command-actor.ts'
import { isoTime } from './named-account.ts'
import type { Output } from './output.ts'
import { withContext, withReadOnlyContext } from './with-context.ts'

/**
 * `pending`: published, signs later. `published`: replaced, still needed to verify what it signed.
 * `revoked`: nothing that it signed is accepted. `unreadable`: should sign, and cannot be decrypted.
 */
type KeyState = 'pending' | 'signing' | 'published' | 'retired' | 'revoked' | 'unreadable'

function stateOf(key: KnownKey, signing: KnownKey, now: number): KeyState {
  if (key.revokedAt !== null) return 'revoked'
  if (!key.privateKey) return 'unreadable'
  if (key.kid === signing.kid) return 'signing'
  if (key.signsFrom > now) return 'pending'
  return key.publishedUntil === null || key.publishedUntil > now ? 'published' : 'retired'
}

function shownKey(key: KnownKey, signing: KnownKey, now: number) {
  return {
    kid: key.kid,
    use: key.use,
    createdAt: isoTime(key.createdAt),
    signsFrom: isoTime(key.signsFrom),
    publishedUntil: key.publishedUntil === null ? null : isoTime(key.publishedUntil),
    revokedAt: key.revokedAt === null ? null : isoTime(key.revokedAt),
    state: stateOf(key, signing, now),
  }
}

export async function list(_: object, output: Output): Promise<void> {
  await withReadOnlyContext(output, async ({ keys, clock }) => {
    const rows = keys.all().map((key) => shownKey(key, keys.current(key.use), clock()))
    await output.list(rows, { use: 8, state: 10, kid: 43, createdAt: 24, signsFrom: 24, publishedUntil: 24 })
  })
}

export async function rotate(given: { use: KnownKey['use']; now: boolean }, output: Output): Promise<void> {
  await withContext(output, async (context) => {
    const { keys, clock } = context
    const key = await rotateKey(context, commandActor(), given.use, { isStolen: given.now })
    output.object(shownKey(key, keys.current(key.use), clock()))
  })
}
