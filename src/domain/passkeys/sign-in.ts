import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { digest } from '../../lib/crypto/digest.ts'
import { clientNetwork } from '../../lib/net/address.ts'
import { isSet } from '../../storage/engine/flags.ts'
import { credentialsByKey } from '../../storage/limits/logins.ts'
import type { PasskeyRow } from '../../storage/schema/rows/sign-in.ts'
import { passkeyById, setPasskeyUsed } from '../../storage/sign-in/passkeys.ts'
import { useChallenge } from '../../storage/sign-in/used-challenges.ts'
import type { SiteContext } from '../context.ts'
import { completeSignIn, type SignedIn, type SignInDeps } from '../sign-in/sign-in.ts'
import { evaluateGuess } from '../sign-in/throttle.ts'
import { relyingParty } from './relying-party.ts'
import { webAuthnLibrary } from './webauthn-library.ts'

type Deps = SignInDeps & SiteContext

const purpose = 'sign-in'

/**
 * Returns the options with which a browser signs in with any of its passkeys for this service, or undefined if passkeys
 * are not available. Writes nothing.
 */
export const passkeySignInOptions = (
  context: SiteContext,
): Promise<PublicKeyCredentialRequestOptionsJSON | undefined> => passkeyRequest(context, purpose)

/** Returns such options, the answer to which is for this purpose alone. */
export async function passkeyRequest(
  context: SiteContext,
  purpose: string,
): Promise<PublicKeyCredentialRequestOptionsJSON | undefined> {
  const party = relyingParty(context)
  if (!party) return undefined
  const { generateAuthenticationOptions } = await webAuthnLibrary()
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: new Uint8Array(context.challenges.forPasskey(purpose)),
    userVerification: 'required',
  })
}

/**
 * Returns the account that a passkey proves. Its device has verified the user, so it counts as both factors. A wrong
 * response, or one that could not be parsed (undefined), is charged like a wrong password. Throws Refused
 * `credentials_invalid`, `too_many_guesses`, `account_suspended`.
 */
export async function signInWithPasskey(
  context: Deps,
  answer: AuthenticationResponseJSON | undefined,
  address: string,
): Promise<SignedIn> {
  const { owner, levels, network } = await provePasskey(context, answer, { address, purpose })
  return { account: await completeSignIn(context, owner, levels, network), row: owner, address }
}

/**
 * Returns the owner of a passkey that answers for this purpose, who has to be the given account if there is one. Throws
 * Refused `credentials_invalid`, `too_many_guesses`.
 */
export async function provePasskey(
  context: Deps,
  answer: AuthenticationResponseJSON | undefined,
  { address, purpose, account }: { address: string; purpose: string; account?: string },
) {
  const { db } = context
  const passkey = await passkeyById(db, answer?.id ?? '')
  const network = clientNetwork(address)
  const asking = { network, login: digest(`passkey:${passkey?.id ?? ''}`) }
  const key = { column: 'id', value: passkey?.account_id ?? '' } as const
  const { row, levels } = await credentialsByKey(db, key, asking)
  const guess = { address, login: asking.login, levels, about: row ?? {} }
  const owner = await evaluateGuess(context, guess, async ({ take }) => {
    await take()
    if (!passkey || !answer || !row || (account !== undefined && row.id !== account)) return undefined
    return (await proves(context, passkey, answer, purpose)) ? row : undefined
  })
  await context.keys.upTo(owner.keys_revision)
  return { owner, levels, network }
}

async function proves(
  context: Deps,
  passkey: PasskeyRow,
  response: AuthenticationResponseJSON,
  purpose: string,
): Promise<boolean> {
  const { challenges, clock, db } = context
  const party = relyingParty(context)
  if (!party || !isOf(passkey, response.response.userHandle)) return false
  let challenge = { text: '', goodUntil: 0 }
  const isOurs = (text: string): boolean => {
    const goodUntil = challenges.passkeyGoodUntil(text, purpose)
    if (goodUntil === undefined) return false
    challenge = { text, goodUntil }
    return true
  }
  const { verifyAuthenticationResponse } = await webAuthnLibrary()
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: isOurs,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      // Whether it has to advance depends on the kind of passkey.
      counter: 0,
    },
    // Errors of the library describe what is wrong with the response, which only its sender can have caused.
  }).catch(() => undefined)
  if (!verified?.verified) return false
  const { newCounter: counter } = verified.authenticationInfo
  // The kind was signed when the key was made. A copy of a single device's key can't turn it into another one.
  if (!isSet(passkey.backup_eligible) && !isAdvanced(passkey.counter, counter)) return false
  if (!(await useChallenge(db, digest(challenge.text), challenge.goodUntil))) return false
  await setPasskeyUsed(db, passkey.id, counter, clock())
  return true
}

/**
 * Returns false if the counter shows a copy of the key (WebAuthn, section 6.1.1). This means nothing for a passkey that
 * is kept on several devices: each of them counts for itself, or not at all.
 */
const isAdvanced = (before: number, now: number): boolean => now > before || (now === 0 && before === 0)

/** Returns true if the user handle is the account's id, which the authenticator stores with the key. */
const isOf = ({ account_id }: PasskeyRow, userHandle: string | undefined): boolean =>
  userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString('hex') === account_id
