import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { digest } from '../../lib/crypto/digest.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { isLine, numberedName } from '../../model/accounts/label.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { flagOf } from '../../storage/engine/flags.ts'
import { deletePasskey, insertPasskey, passkeysOf } from '../../storage/sign-in/passkeys.ts'
import { useChallenge } from '../../storage/sign-in/used-challenges.ts'
import { offerFactorUndo } from '../access/undo-factor.ts'
import { change, ifTaken } from '../change.ts'
import { lockedOwner } from '../characters/account-only.ts'
import type { ChangeContext, ReadContext, SecretContext, SiteContext } from '../context.ts'
import { requireWayIn } from '../identities/way-in.ts'
import { relyingParty } from './relying-party.ts'
import { webAuthnLibrary } from './webauthn-library.ts'

/** The most passkeys of an account. Nobody has that many devices. */
export const maxPasskeys = 20

export const maxPasskeyNameLength = 40

/** ES256 and RS256 (RFC 9053, RFC 8812). Every authenticator supports at least one of them. */
const algorithms = [-7, -257]

type Deps = ChangeContext & SecretContext & SiteContext

export interface Passkey {
  id: string
  name: string
  createdAt: number
  lastUsedAt: number | undefined
}

export async function listPasskeys({ db }: ReadContext, { id }: Account): Promise<Passkey[]> {
  const rows = await passkeysOf(db, id)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
  }))
}

const purposeOf = ({ id }: Account): string => `add:${id}`

/**
 * Returns the options from which a browser creates another passkey, or undefined if passkeys are not available. Writes
 * nothing.
 */
export async function passkeyOptions(
  context: Deps,
  account: Account,
  existing: readonly Passkey[],
): Promise<PublicKeyCredentialCreationOptionsJSON | undefined> {
  const party = relyingParty(context)
  if (!party) return undefined
  const { generateRegistrationOptions } = await webAuthnLibrary()
  return generateRegistrationOptions({
    rpName: context.settings.serverName,
    rpID: party.id,
    userName: account.username,
    userDisplayName: account.username,
    userID: new Uint8Array(Buffer.from(account.id, 'hex')),
    challenge: new Uint8Array(context.challenges.forPasskey(purposeOf(account))),
    attestationType: 'none',
    excludeCredentials: existing.map(({ id }) => ({ id })),
    // The passkey must be found without a username, and count as both factors.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
}

interface NewPasskey {
  /** The browser's response, or undefined if it could not be parsed. */
  answer: RegistrationResponseJSON | undefined
  /** The name that the owner chose. */
  name: string
}

/**
 * Adds a passkey. Throws Refused `passkey_name_malformed`, and `passkey_unproved` if the response is not valid for this
 * account, for example because it is late or a replay.
 */
export async function addPasskey(
  context: Deps,
  by: Actor,
  account: Account,
  passkey: NewPasskey,
): Promise<void> {
  const { challenges, clock } = context
  const unproved = new Refused('passkey_unproved', { about: account })
  if (!isLine(passkey.name, maxPasskeyNameLength)) throw new Refused('passkey_name_malformed')
  const party = relyingParty(context)
  if (!party || !passkey.answer) throw unproved
  let challenge = { text: '', goodUntil: 0 }
  const isOurs = (text: string): boolean => {
    const goodUntil = challenges.passkeyGoodUntil(text, purposeOf(account))
    if (goodUntil === undefined) return false
    challenge = { text, goodUntil }
    return true
  }
  // Errors of the library describe what is wrong with the response, which only its sender can have caused.
  const verified = await verify(passkey.answer, party, isOurs).catch(() => undefined)
  if (!verified?.registrationInfo) throw unproved
  const { credential, credentialDeviceType } = verified.registrationInfo
  await change(context, by, async (tx) => {
    // With the lock, concurrent requests see each other's passkeys.
    await lockedOwner(tx, account.id)
    const existing = await passkeysOf(tx, account.id)
    if (existing.length >= maxPasskeys) throw unproved
    const name = numberedName(
      passkey.name.trim() || 'Passkey',
      existing.map((row) => row.name),
    )
    const isFirst = await useChallenge(tx, digest(challenge.text), challenge.goodUntil)
    if (!isFirst) throw unproved
    const since = clock()
    await insertPasskey(tx, {
      id: credential.id,
      account_id: account.id,
      name,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      backup_eligible: flagOf(credentialDeviceType === 'multiDevice'),
      created_at: since,
      last_used_at: null,
    })
    const factor = { accountId: account.id, passkeyId: credential.id, since }
    const sealToken = await offerFactorUndo(context, tx, factor)
    return { events: [{ event: 'passkey.added', account: account.id, details: { name }, sealToken }] }
  }).catch(ifTaken('passkey_unproved'))
}

async function verify(
  response: RegistrationResponseJSON,
  party: NonNullable<ReturnType<typeof relyingParty>>,
  expectedChallenge: (text: string) => boolean,
) {
  const { verifyRegistrationResponse } = await webAuthnLibrary()
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(
    new Uint8Array(Buffer.from(response.response.attestationObject, 'base64url')),
  )
  // Norn requests no attestation. For a certificate chain, the library would fetch the URLs that it contains.
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

/** Removes a passkey. Does nothing if the account does not have it. */
export async function removePasskey(
  context: ChangeContext,
  by: Actor,
  account: Account,
  id: string,
): Promise<void> {
  await change(context, by, async (tx) => {
    const owner = await lockedOwner(tx, account.id)
    const events = await removePasskeysIn(tx, account, [id])
    if (events.length > 0) await requireWayIn(context, tx, owner)
    return { events }
  })
}

/** Removes those that the account has as a part of a larger change, and answers the events of it. */
export async function removePasskeysIn(
  tx: Transaction,
  { id: account }: Pick<Account, 'id'>,
  ids: readonly string[],
): Promise<AuditEvent[]> {
  const events: AuditEvent[] = []
  for (const id of ids) {
    const removed = await deletePasskey(tx, account, id)
    if (removed) events.push({ event: 'passkey.removed', account, details: { name: removed.name } })
  }
  return events
}
