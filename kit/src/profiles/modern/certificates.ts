import { createPublicKey } from 'node:crypto'
import type { Check } from '../../check.ts'
import type { Answer } from '../../http/exchange.ts'
import { at, listAt, shown, textAt } from '../../json.ts'
import { Deviation, NotOffered } from '../../outcome.ts'
import { expect, expectJson, expectNoSuccess } from '../../protocol/answers.ts'
import { withoutGoodToken } from '../../protocol/authorization.ts'
import { certificates, expiryOf, isSigned, pairOf, signedV1, signedV2 } from '../../protocol/certificates.ts'
import { signIn } from '../../protocol/launcher.ts'
import { pemOf, textureKeys } from '../../protocol/textures.ts'
import type { Trial } from '../../trial.ts'
import * as clients from '../../words/clients.ts'
import { injectorSpec, issue, reference, seen } from '../../words/sources.ts'

const needs = ['account'] as const
const page = reference('vendor-services', 'POST /player/certificates')

async function certified(trial: Trial): Promise<{ answer: Answer; id: string }> {
  const session = await signIn(trial, trial.account())
  const answer = await certificates(trial, session)
  expectJson(answer)
  return { answer, id: session.id }
}

/** The keys that verify certificates: those of the list, and the one of the metadata. */
async function certificateKeys(trial: Trial): Promise<readonly string[]> {
  const before = trial.last
  try {
    const { json } = await trial.ask('publicKeys')
    const keys = listAt(json, 'playerCertificateKeys').map((key) =>
      pemOf(Buffer.from(textAt(key, 'publicKey') ?? '', 'base64')),
    )
    const usable = keys.filter((key) => key !== undefined)
    if (usable.length > 0) return usable
  } catch (error) {
    if (!(error instanceof NotOffered)) throw error
  } finally {
    trial.last = before
  }
  return textureKeys(trial)
}

export const chat: Check[] = [
  {
    id: 'modern.certificates.there',
    title: 'Where the metadata says feature.enable_profile_key, certificates are there.',
    level: 'must',
    layouts: ['authlib-injector'],
    breaks: `${clients.injector}: the game asks for them at every start, and servers with enforce-secure-profile refuse the player`,
    source: injectorSpec('Feature Options'),
    needs,
    async run(trial) {
      const flag = at(trial.world.target.metadata, 'meta', 'feature.enable_profile_key')
      if (flag !== true) throw new NotOffered('feature.enable_profile_key is not set')
      const template = trial.world.target.addresses.certificates ?? ''
      const { accessToken } = await signIn(trial, trial.account())
      expectJson(await trial.send('POST', template, { headers: { authorization: `Bearer ${accessToken}` } }))
    },
  },
  {
    id: 'modern.certificates.pair',
    title:
      'A certificate has a private and a public RSA key that belong together, with the labels of the game.',
    level: 'must',
    breaks: `${clients.authlib} from 1.19 on: chat is not signed, and servers that enforce it refuse the player`,
    source: page,
    needs,
    async run(trial) {
      const { answer } = await certified(trial)
      const { privateKey, publicKey } = pairOf(answer)
      expect(answer, publicKey.asymmetricKeyType === 'rsa', 'an RSA key')
      const derived = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
      const isPair = derived.equals(publicKey.export({ format: 'der', type: 'spki' }))
      expect(answer, isPair, 'a public key that belongs to the private one')
    },
  },
  {
    id: 'modern.certificates.signature',
    title: 'publicKeySignature is good by a published key: what game version 1.19 checks.',
    level: 'must',
    breaks: 'players of 1.19 on servers with enforce-secure-profile',
    source: page,
    needs,
    async run(trial) {
      const { answer } = await certified(trial)
      const signature = textAt(answer.json, 'publicKeySignature') ?? ''
      const isGood = isSigned(await certificateKeys(trial), signedV1(answer, pairOf(answer)), signature)
      expect(answer, isGood, 'a signature over expiresAt and the PEM')
    },
  },
  {
    id: 'modern.certificates.signature-v2',
    title: 'publicKeySignatureV2 is good by a published key, for the UUID of the player.',
    level: 'must',
    breaks: 'players from 1.19.1 on, on servers with enforce-secure-profile',
    source: page,
    needs,
    async run(trial) {
      const { answer, id } = await certified(trial)
      const signature = textAt(answer.json, 'publicKeySignatureV2') ?? ''
      const isGood = isSigned(await certificateKeys(trial), signedV2(answer, pairOf(answer), id), signature)
      expect(answer, isGood, 'a signature over UUID, expiresAt and the DER')
    },
  },
  {
    id: 'modern.certificates.expiry',
    title: 'A certificate has not expired.',
    level: 'must',
    breaks: `${clients.authlib}: servers refuse a key that has expired`,
    source: page,
    needs,
    async run(trial) {
      const { answer } = await certified(trial)
      expect(
        answer,
        expiryOf(answer) > trial.world.now(),
        'an expiresAt that is still to come',
        shown(at(answer.json, 'expiresAt')),
      )
    },
  },
  {
    id: 'modern.certificates.refresh',
    title: 'refreshedAfter is a while from now, and before expiresAt.',
    level: 'should',
    breaks: `${clients.authlib}: the game asks for another key pair at every start`,
    source: page,
    needs,
    async run(trial) {
      const { answer } = await certified(trial)
      const refreshed = Date.parse(textAt(answer.json, 'refreshedAfter') ?? '')
      const isBetween = refreshed > trial.world.now() + 60_000 && refreshed <= expiryOf(answer)
      expect(answer, isBetween, 'a time between now and expiresAt', shown(at(answer.json, 'refreshedAfter')))
    },
  },
  {
    id: 'modern.certificates.no-token',
    title:
      'Without a token, and with one that does not exist or has ended, there is no certificate, and the answer is 401.',
    level: 'must',
    breaks: `${clients.authlib}: 403 is shown as "multiplayer is disabled"`,
    source: seen(clients.authlib),
    needs,
    async run(trial) {
      await certified(trial)
      for (const headers of await withoutGoodToken(trial)) {
        const answer = await trial.ask('certificates', { method: 'POST', headers })
        expectNoSuccess(answer, 'a refusal')
        expect(answer, answer.status === 401, 'status 401')
      }
    },
  },
  {
    id: 'modern.keys.published',
    title: 'Where certificates are handed out, publickeys lists the key that signs them.',
    level: 'must',
    breaks: 'servers with enforce-secure-profile: they refuse everybody',
    source: issue('unmojang/drasl#40'),
    needs,
    async run(trial) {
      const { answer } = await certified(trial)
      const pair = pairOf(answer)
      const signature = textAt(answer.json, 'publicKeySignature') ?? ''
      const { json } = await trial.ask('publicKeys')
      const keys = listAt(json, 'playerCertificateKeys').map((key) =>
        pemOf(Buffer.from(textAt(key, 'publicKey') ?? '', 'base64')),
      )
      const isListed = isSigned(
        keys.filter((key) => key !== undefined),
        signedV1(answer, pair),
        signature,
      )
      if (!isListed) throw new Deviation('the key among playerCertificateKeys', `${keys.length} others`)
    },
  },
]
