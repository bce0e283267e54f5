import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { digest } from '../../lib/crypto/digest.ts'
import type { Account } from '../../model/account.ts'
import type { Actor } from '../../model/actor.ts'
import { isLine } from '../../model/label.ts'
import { Refused } from '../../model/refusal.ts'
import { lockAccount } from '../../storage/accounts/accounts.ts'
import { deletePasskey, insertPasskey, passkeysOf } from '../../storage/credentials/passkeys.ts'
import { useChallenge } from '../../storage/credentials/used-challenges.ts'
import { UniqueViolation } from '../../storage/engine/database.ts'
import { change } from '../change.ts'
import type { Changing, Context } from '../context.ts'
import { offerUndo } from '../sign-in/undo-factor.ts'
import { passkeyLibrary } from './library.ts'
import { relyingParty } from './relying-party.ts'

/** Of one account: more devices than anybody has. */
export const maxPasskeys = 20

export const maxPasskeyNameLength = 40

/** ES256 and RS256 (RFC 9053, RFC 8812): what every authenticator has one of. */
const algorithms = [-7, -257]

type Needed = Changing & Pick<Context, 'baseUrl' | 'config' | 'passkeyChallenges' | 'secrets'>

export interface Passkey {
  id: string
  name: string
  createdAt: number
  lastUsedAt: number | undefined
}

export async function listPasskeys({ db }: Pick<Context, 'db'>, { id }: Account): Promise<Passkey[]> {
  const rows = await passkeysOf(db, id)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
  }))
}

const purposeOf = ({ id }: Account): string => `add:${id}`

/** What a browser makes one more passkey from; undefined where there can be none. Writes nothing. */
export async function passkeyOptions(
  context: Needed,
  account: Account,
  existing: readonly Passkey[],
): Promise<PublicKeyCredentialCreationOptionsJSON | undefined> {
  const party = relyingParty(context)
  if (!party) return undefined
  const { generateRegistrationOptions } = await passkeyLibrary()
  return generateRegistrationOptions({
    rpName: context.config.serverName,
    rpID: party.id,
    userName: account.username,
    userDisplayName: account.username,
    userID: new Uint8Array(Buffer.from(account.id, 'hex')),
    challenge: new Uint8Array(context.passkeyChallenges.make(purposeOf(account))),
    attestationType: 'none',
    excludeCredentials: existing.map(({ id }) => ({ id })),
    // It is to be found without a username, and to stand for both factors.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
}

export interface NewPasskey {
  /** What the browser has answered; undefined where that is nothing of the kind. */
  answer: RegistrationResponseJSON | undefined
  /** As its owner calls it. */
  name: string
}

/**
 * False where the answer is not good for a passkey of this account: too late, seen before, or not ours at all. Throws
 * Refused `passkey_name_malformed`.
 */
export async function addPasskey(
  context: Needed,
  by: Actor,
  account: Account,
  passkey: NewPasskey,
): Promise<boolean> {
  const { clock, passkeyChallenges } = context
  if (!isLine(passkey.name, maxPasskeyNameLength)) throw new Refused('passkey_name_malformed')
  const party = relyingParty(context)
  if (!party || !passkey.answer) return false
  let challenge = { text: '', goodUntil: 0 }
  const isOurs = (text: string): boolean => {
    const goodUntil = passkeyChallenges.goodUntil(text, purposeOf(account))
    if (goodUntil === undefined) return false
    challenge = { text, goodUntil }
    return true
  }
  // What it throws says what of the answer is wrong, which its sender alone can have made so.
  const verified = await verify(passkey.answer, party, isOurs).catch(() => undefined)
  if (!verified?.registrationInfo) return false
  const { credential } = verified.registrationInfo
  try {
    return await change(context, by, async (tx) => {
      // Of several at once each sees those before it.
      await lockAccount(tx, account.id)
      const existing = await passkeysOf(tx, account.id)
      if (existing.length >= maxPasskeys) return { events: [], result: false }
      const name = freeName(
        passkey.name,
        existing.map((row) => row.name),
      )
      const isFirst = await useChallenge(tx, digest(challenge.text), challenge.goodUntil)
      if (!isFirst) return { events: [], result: false }
      const since = clock()
      await insertPasskey(tx, {
        id: credential.id,
        account_id: account.id,
        name,
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        created_at: since,
        last_used_at: null,
      })
      const factor = { accountId: account.id, passkeyId: credential.id, since }
      const sealToken = await offerUndo(context, tx, factor)
      return {
        events: [{ event: 'passkey.added', account: account.id, details: { name }, sealToken }],
        result: true,
      }
    })
  } catch (error) {
    if (error instanceof UniqueViolation) return false
    throw error
  }
}

async function verify(
  response: RegistrationResponseJSON,
  party: NonNullable<ReturnType<typeof relyingParty>>,
  expectedChallenge: (text: string) => boolean,
) {
  const { verifyRegistrationResponse } = await passkeyLibrary()
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(
    new Uint8Array(Buffer.from(response.response.attestationObject, 'base64url')),
  )
  // We ask for no attestation; a chain of certificates would have the library fetch what it names.
  if (attestation.get('attStmt').get('x5c') !== undefined) return undefined
  if (!['none', 'packed'].includes(attestation.get('fmt'))) return undefined
  return verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  })
}

/** Undefined where the account has no such passkey. */
export async function removePasskey(
  context: Changing,
  by: Actor,
  account: Account,
  id: string,
): Promise<void> {
  await change(context, by, async (tx) => {
    const removed = await deletePasskey(tx, account.id, id)
    if (!removed) return { events: [] }
    const { name } = removed
    return { events: [{ event: 'passkey.removed', account: account.id, details: { name } }] }
  })
}

/** Passkeys of one account have different names, by which their buttons are told apart. */
function freeName(wanted: string, taken: readonly string[]): string {
  const name = wanted.trim() || 'Passkey'
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? name : `${name} ${number}`
    if (!taken.includes(numbered)) return numbered
  }
}
