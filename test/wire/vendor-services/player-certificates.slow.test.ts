// POST /player/certificates: key pairs with which the game signs chat.
import assert from 'node:assert/strict'
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { test } from 'node:test'
import { findAccount } from '../../../src/domain/accounts/find.ts'
import { setPassword } from '../../../src/domain/accounts/set-password.ts'
import { migrated } from '../../databases.ts'
import {
  onEveryDatabase,
  operator,
  type RunningService,
  startService,
  type TestAccount,
} from '../../service.ts'
import { isSigned } from '../../signature.ts'

const root = '/authlib-injector'
const hour = 3_600_000

const certificate = (service: RunningService, token: string) =>
  service.request(`${root}/minecraftservices/player/certificates`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=utf-8' },
  })

async function signedIn(service: RunningService, overrides: Partial<TestAccount> = {}) {
  const account = await service.account(overrides)
  return { ...account, token: await service.signIn(account) }
}

const inLines = (text: string) => text.match(/.{1,76}/g)?.join('\n') ?? ''

/** The DER inside a PEM as the game reads it: the label says RSA, but the content does not. */
function derOf(label: string, pem: string): Buffer {
  const base64 = pem
    .replace(`-----BEGIN RSA ${label} KEY-----\n`, '')
    .replace(`\n-----END RSA ${label} KEY-----\n`, '')
  const der = Buffer.from(base64, 'base64')
  assert.equal(
    pem,
    `-----BEGIN RSA ${label} KEY-----\n${inLines(der.toString('base64'))}\n-----END RSA ${label} KEY-----\n`,
  )
  return der
}

onEveryDatabase('POST /player/certificates', (start) => {
  test("answers with a key pair and both signatures, which the metadata's key verifies", async () => {
    const service = await start()
    const id = `00000000${'ab'.repeat(12)}`
    const { token } = await signedIn(service, { id })
    const answer = await certificate(service, token)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    const { keyPair, publicKeySignature, publicKeySignatureV2, expiresAt, refreshedAfter } = answer.json
    const publicKey = derOf('PUBLIC', keyPair.publicKey)
    const own = createPrivateKey({ key: derOf('PRIVATE', keyPair.privateKey), type: 'pkcs8', format: 'der' })
    const derived = createPublicKey(own).export({ type: 'spki', format: 'der' })
    assert.deepEqual(derived, publicKey)
    assert.equal(own.asymmetricKeyDetails?.modulusLength, 2048)

    const instant = Date.parse(expiresAt)
    assert.equal(instant, service.now() + 48 * hour)
    assert.equal(Date.parse(refreshedAfter), service.now() + 36 * hour)
    const expiry = Buffer.alloc(8)
    expiry.writeBigUInt64BE(BigInt(instant))
    const { signaturePublickey: key } = (await service.get(root)).json
    assert.ok(await isSigned(key, `${instant}${keyPair.publicKey}`, publicKeySignature))
    const data = Buffer.concat([Buffer.from(id, 'hex'), expiry, publicKey])
    assert.ok(await isSigned(key, data, publicKeySignatureV2))
  })

  test('a profile keeps its key pair until it is due for renewal, whichever token requests it', async () => {
    const service = await start()
    const account = await signedIn(service)
    const other = await signedIn(service)
    const first = (await certificate(service, account.token)).text
    const again = [await service.signIn(account, 'another launcher'), account.token]
    for (const token of again) assert.ok((await certificate(service, token)).text === first)
    const keyOf = (text: string) => JSON.parse(text).keyPair.publicKey
    assert.notEqual(keyOf((await certificate(service, other.token)).text), keyOf(first))
    service.advance(36 * hour - 1)
    assert.ok((await certificate(service, account.token)).text === first)
    service.advance(1)
    assert.notEqual(keyOf((await certificate(service, account.token)).text), keyOf(first))
  })

  test('simultaneous requests get one key pair; after a change of password it is a different one', async () => {
    const service = await start()
    const account = await signedIn(service)
    const many = await Promise.all(Array.from({ length: 8 }, () => certificate(service, account.token)))
    assert.equal(new Set(many.map(({ text }) => text)).size, 1)
    const stored = await findAccount(service.context, account.id)
    assert.ok(stored)
    await setPassword(service.context, operator, stored, 'a new one')
    const token = await service.signIn({ ...account, password: 'a new one' })
    const next = (await certificate(service, token)).json
    assert.notEqual(next.keyPair.publicKey, many[0]?.json.keyPair.publicKey)
  })
})

// Takes seconds, and does not depend on the database.
test('when more key pairs are requested than can be made in time, the excess requests are told to retry', async () => {
  const database = await migrated.sqlite()
  const service = await startService(database.url)
  try {
    const players = await Promise.all(Array.from({ length: 32 }, () => signedIn(service)))
    const answers = await Promise.all(players.map(({ token }) => certificate(service, token)))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [200, 429])
    const refused = answers.find(({ status }) => status === 429)
    assert.equal(refused?.headers.get('retry-after'), '1')
    assert.equal(refused?.json.error, 'TooManyRequestsException')
  } finally {
    await service.close()
    await database.drop()
  }
})
