// The textures profile: its form, its signature, and that an old one is never served.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount } from '../../../src/domain/accounts/delete.ts'
import { suspendAccount } from '../../../src/domain/accounts/suspend.ts'
import { renameAccount } from '../../../src/domain/names/rename.ts'
import { parametersMissing, refused, succeeded, uuidMalformed } from '../../http/answers.ts'
import { onEveryDatabase, operator, type RunningService, start2026 } from '../../service.ts'
import { isSigned } from '../../signature.ts'

const profile = (service: RunningService, uuid: string, init?: RequestInit) =>
  service.get(`/session/profile/${uuid}`, init)

const hyphens = (id: string) => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

interface Property {
  name: string
  value: string
  signature?: string
}

const texturesOf = (json: { properties: Property[] }): Property => json.properties[0] as Property

const payloadOf = ({ value }: Property) => JSON.parse(Buffer.from(value, 'base64').toString())

/** Returns true if the published key verifies the signature over the text of `value`. */
async function isGood(service: RunningService, { value, signature = '' }: Property): Promise<boolean> {
  const response = await fetch(`${service.baseUrl}/skinsystem/signature-verification-key.der`)
  return isSigned(Buffer.from(await response.arrayBuffer()), value, signature)
}

onEveryDatabase('GET /session/profile/{uuid}', (start, shared) => {
  test('answers exactly with id, name and the textures property', async () => {
    const service = await shared()
    const { id, username } = await service.account()
    const answer = await profile(service, id)
    succeeded(answer)
    const { value, signature } = texturesOf(answer.json)
    assert.deepEqual(answer.json, {
      id,
      name: username,
      properties: [{ name: 'textures', value, signature }],
    })
    assert.match(value, /^[A-Za-z0-9+/]+=*$/)
    assert.match(signature ?? '', /^[A-Za-z0-9+/]+=*$/)
    assert.deepEqual(payloadOf({ name: 'textures', value }), {
      timestamp: service.now(),
      profileId: id,
      profileName: username,
      signatureRequired: true,
      textures: {},
    })
  })

  test('the timestamp has 13 digits', async () => {
    const service = await shared()
    const { id } = await service.account()
    const { timestamp } = payloadOf(texturesOf((await profile(service, id)).json))
    assert.match(JSON.stringify(timestamp), /^\d{13}$/)
    assert.ok(timestamp >= start2026)
  })

  test('the published key verifies the signature', async () => {
    const service = await shared()
    const { id, username, ...account } = await service.account()
    const textures = texturesOf((await profile(service, id)).json)
    assert.ok(await isGood(service, textures))
    const value = `${textures.value.slice(0, -4)}AAAA`
    assert.equal(await isGood(service, { ...textures, value }), false)

    const accessToken = await service.signIn({ username, ...account })
    await service.post('/session/join', { accessToken, selectedProfile: id, serverId: 's' })
    const joined = await service.get(`/session/hasJoined?username=${username}&serverId=s`)
    assert.ok(await isGood(service, texturesOf(joined.json)))
  })

  test('equals the answer of hasJoined byte for byte', async () => {
    const service = await shared()
    const account = await service.account()
    const accessToken = await service.signIn(account)
    await service.post('/session/join', { accessToken, selectedProfile: account.id, serverId: 's' })
    const joined = await service.get(`/session/hasJoined?username=${account.username}&serverId=s`)
    assert.equal((await profile(service, account.id)).text, joined.text)
  })

  test('unsigned omits signature and signatureRequired, and is parsed as a boolean', async () => {
    const service = await shared()
    const { id } = await service.account()
    for (const yes of ['true', '1']) {
      const textures = texturesOf((await profile(service, `${id}?unsigned=${yes}`)).json)
      assert.deepEqual(Object.keys(textures), ['name', 'value'])
      const keys = ['timestamp', 'profileId', 'profileName', 'textures']
      assert.deepEqual(Object.keys(payloadOf(textures)), keys)
    }
    const signed = (await profile(service, id)).text
    for (const no of ['false', '0', '']) {
      assert.equal((await profile(service, `${id}?unsigned=${no}`)).text, signed, no)
    }
    for (const bad of ['unsigned=yes', 'unsigned=true&unsigned=true', 'unsigned=True']) {
      refused(await profile(service, `${id}?${bad}`), parametersMissing, bad)
    }
  })

  test('accepts the UUID with or without hyphens, in any letter case', async () => {
    const service = await shared()
    const { id } = await service.account()
    const forms = [id, id.toUpperCase(), hyphens(id), hyphens(id).toUpperCase()]
    for (const form of forms) assert.equal((await profile(service, form)).json.id, id)
  })

  test('refuses an invalid UUID', async () => {
    const service = await shared()
    const { id, username } = await service.account()
    const bad = [
      username,
      id.slice(1),
      `${id}0`,
      `${id.slice(1)}g`,
      `${hyphens(id).slice(0, -1)}`,
      id.replace(/^(.{4})/, '$1-'),
      `{${hyphens(id)}}`,
      '%00',
      'x'.repeat(5000),
      '%F0%9F%90%8E',
    ]
    for (const uuid of bad) refused(await profile(service, uuid), uuidMalformed, uuid)
  })

  test('answers 204 without a body for an unknown or deleted account', async () => {
    const service = await shared()
    const account = await service.account()
    assert.equal((await profile(service, account.id)).status, 200)
    await deleteAccount(service.context, operator, await service.stored(account))
    for (const id of [account.id, 'f'.repeat(32), '0'.repeat(32)]) {
      const answer = await profile(service, id)
      assert.deepEqual([answer.status, answer.text], [204, ''])
      assert.equal(answer.headers.get('content-type'), null)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
    }
  })

  test('serves a suspended account too', async () => {
    const service = await shared()
    const account = await service.account()
    await suspendAccount(service.context, operator, await service.stored(account), {})
    succeeded(await profile(service, account.id))
  })

  test('signs once, even for simultaneous requests', async () => {
    const service = await shared()
    const { id } = await service.account()
    const answers = await Promise.all(Array.from({ length: 20 }, () => profile(service, id)))
    // A second signature would contain a later time.
    service.advance(60_000)
    answers.push(await profile(service, id), await profile(service, hyphens(id)))
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  })

  test('shows a rename immediately, and also a rename back', async () => {
    const service = await shared()
    const account = await service.account({ username: 'Before' })
    for (const name of ['Before', 'After', 'after', 'Before']) {
      await renameAccount(service.context, operator, await service.stored(account), name)
      const { json } = await profile(service, account.id)
      assert.equal(json.name, name)
      assert.equal(payloadOf(texturesOf(json)).profileName, name)
      assert.ok(await isGood(service, texturesOf(json)))
    }
  })

  test('renews the payload long before old clients would refuse it', async () => {
    const service = await start()
    const { id } = await service.account()
    const first = payloadOf(texturesOf((await profile(service, id)).json)).timestamp
    service.advance(23 * 3_600_000)
    const later = payloadOf(texturesOf((await profile(service, id)).json)).timestamp
    assert.ok(service.now() - later < 24 * 3_600_000, 'less than a day old')
    assert.notEqual(later, first)
  })

  test('has exactly one path', async () => {
    const service = await shared()
    const { id } = await service.account()
    for (const path of [`/api/profile/${id}`, `/api/user/profile/${id}`, `/profile/${id}`]) {
      assert.equal((await service.get(path)).status, 404, path)
    }
  })
})
