import { isoTime, isoTimeOrNull } from '../lib/text/instant.ts'
import type { KnownKey } from '../state/keys/signing-key.ts'

/**
 * `pending`: published, signs later. `published`: replaced, still needed to verify older signatures. `revoked`: its
 * signatures are no longer accepted. `unreadable`: should sign, but can't be decrypted.
 */
type KeyState = 'pending' | 'signing' | 'published' | 'retired' | 'revoked' | 'unreadable'

function stateOf(key: KnownKey, signing: KnownKey, now: number): KeyState {
  if (key.revokedAt !== null) return 'revoked'
  if (!key.privateKey) return 'unreadable'
  if (key.kid === signing.kid) return 'signing'
  if (key.signsFrom > now) return 'pending'
  return key.publishedUntil === null || key.publishedUntil > now ? 'published' : 'retired'
}

/** Returns a key as commands and the API show it. `signing` is the key that currently signs for the same purpose. */
export function shownKey(key: KnownKey, signing: KnownKey, now: number) {
  return {
    kid: key.kid,
    use: key.use,
    createdAt: isoTime(key.createdAt),
    signsFrom: isoTime(key.signsFrom),
    publishedUntil: isoTimeOrNull(key.publishedUntil),
    revokedAt: isoTimeOrNull(key.revokedAt),
    state: stateOf(key, signing, now),
  }
}
