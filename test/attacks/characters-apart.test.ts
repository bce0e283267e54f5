// Ways by which somebody outside could learn that two players belong to one account (docs/security.md).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { cancelDeletion, requestDeletion } from '../../src/domain/accounts/own-deletion.ts'
import { restoreAccount, suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { listAudit } from '../../src/domain/audit/list.ts'
import { createCharacter } from '../../src/domain/characters/create.ts'
import { makePrimary } from '../../src/domain/characters/primary.ts'
import { removeTexture, setTexture } from '../../src/domain/game/set-textures.ts'
import { renameAccount } from '../../src/domain/names/rename.ts'
import { listGrants, removeGrant } from '../../src/domain/oauth/grants.ts'
import { listDevices, signOutDevice } from '../../src/domain/tokens/devices.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { discordMessage } from '../../src/present/discord.ts'
import { addCharacter } from '../characters.ts'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { deviceTokens } from '../wire/oauth2/oauth.ts'
import type { Call, Calls, World } from '../wire/reference/calls.ts'
import { operations } from '../wire/reference/operations.ts'

const password = 'one sentence for all'

/** Signing in by every way of getting it wrong that does not concern the whole account. */
const authenticate: Calls = async ({ player }) => {
  const [own, other] = [await player(), await player()]
  return [
    { body: { username: own.username, password, clientToken: 'c', requestUser: true } },
    { body: { username: other.username.toUpperCase(), password, clientToken: 'c' } },
    { body: { username: own.username, password: 'wrong', clientToken: 'c' } },
    { body: { username: own.username, password, clientToken: 'c'.repeat(256) } },
    { body: { username: other.id, password, clientToken: 'c' } },
  ]
}

/** With the token of one player, what is another's of the same account. */
const foreign =
  (method: string, path: string, body?: object): Calls =>
  async ({ player }) => {
    const [own, other] = [await player(), await player()]
    const headers = { authorization: `Bearer ${own.accessToken}` }
    void [method, path]
    return [{ path: { uuid: other.id, username: other.username }, headers, ...(body && { body }) }]
  }

const walked: Record<string, Calls> = {
  ...Object.fromEntries(
    Object.entries(operations).filter(
      ([name]) => !/authenticate$| \/api\/v1\/(?!me\/)|verification-key|jwks|publickeys/.test(name),
    ),
  ),
  'post /auth/authenticate': authenticate,
  'post /authlib-injector/authserver/authenticate': authenticate,
  'put /authlib-injector/api/user/profile/{uuid}/skin': foreign('put', 'skin', {}),
  'delete /authlib-injector/api/user/profile/{uuid}/skin': foreign('delete', 'skin'),
  'post /session/join': async ({ player }) => {
    const [own, other] = [await player(), await player()]
    return [{ body: { accessToken: own.accessToken, selectedProfile: other.id, serverId: 'x' } }]
  },
  'post /auth/refresh': async ({ player }) => {
    const [own, other] = [await player(), await player()]
    const selectedProfile = { id: other.id, name: other.username }
    return [{ body: { accessToken: own.accessToken, clientToken: 'launcher', selectedProfile } }]
  },
}

/** A world in which each player is an account of its own, or all are characters of one account. */
async function worldOf(service: RunningService, isOneAccount: boolean) {
  const owner = isOneAccount ? await service.account({ password }) : undefined
  const players: { id: string; username: string }[] = []
  let made = 0
  const player: World['player'] = async () => {
    const number = ++made
    const username = `Wanderer_${number}`
    const { id } = owner
      ? await addCharacter(service, owner, username)
      : await service.account({ username, password, email: `${username}@example.test` })
    players[number - 1] = { id, username }
    return { id, username, password, accessToken: await service.signIn({ username, password }) }
  }
  const world: World = { service, player }
  return { world, players, owner }
}

const dashed = (id: string): string => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** Returns what an answer tells, without what is random or of this service: signatures, keys, tokens, addresses. */
function told(service: RunningService, players: readonly { id: string }[], text: string): string {
  let plain = text.replaceAll(/"value":\s*"([\w+/=]+)"/g, (_, value: string) =>
    Buffer.from(value, 'base64').toString(),
  )
  plain = plain
    .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>')
    .replaceAll(/-----BEGIN[^]*?-----END [A-Z ]+-----/g, '<key>')
    .replaceAll(
      /"(signature|publicKeySignature|publicKeySignatureV2|publicKey|kid|x|y|n|x5c)":\s*"[^"]+"/g,
      '"$1"',
    )
    // Entries of a wardrobe have random UUIDs of version 7.
    .replaceAll(/"[0-9a-f]{12}7[0-9a-f]{19}"/g, '"<item>"')
    .replaceAll(service.baseUrl, '<base>')
    .replaceAll(new URL(service.baseUrl).host, '<host>')
  for (const [at, { id }] of players.entries())
    plain = plain.replaceAll(id, `<player ${at}>`).replaceAll(dashed(id), `<player-${at}>`)
  return plain
}

const shownHeaders = ['content-type', 'cache-control', 'etag', 'retry-after', 'location', 'www-authenticate']

/** Sends every call of every operation, and returns what the answers tell. */
async function walk(service: RunningService, isOneAccount: boolean): Promise<string[]> {
  const { world, players, owner } = await worldOf(service, isOneAccount)
  const answers: string[] = []
  for (const [operation, calls] of Object.entries(walked)) {
    const [method = '', path = ''] = operation.split(' ')
    for (const call of await calls(world)) {
      const answer = await send(service, method, path, call)
      // Those of friends and their presence are digests of random UUIDs.
      const hidden = /\/(?:friends|presence)$/.test(operation) ? 'etag' : ''
      const headers = shownHeaders.map((name) => name !== hidden && answer.headers.get(name))
      if (owner) {
        for (const secret of [owner.id, dashed(owner.id), owner.username, owner.email])
          assert.ok(!answer.text.includes(secret), `${operation} tells ${secret}`)
      }
      const text = told(service, players, `${headers.join(' | ')} ${answer.text}`)
      answers.push(`${operation} ${answer.status} ${text}`)
    }
  }
  return answers
}

function send(service: RunningService, method: string, path: string, { body, ...call }: Call) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(call.path?.[name] ?? (name === 'game' ? 'game' : 'x')),
  )
  const query = new URLSearchParams(call.query).toString()
  const isFile = body !== null && typeof body === 'object' && 'file' in body
  const init = isFile
    ? { body: formOf(body) }
    : body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const headers = { ...(init && 'headers' in init && init.headers), ...call.headers }
  return service.request(`${filled}${query && `?${query}`}`, {
    ...init,
    method: method.toUpperCase(),
    headers,
  })
}

function formOf(fields: object): FormData {
  const form = new FormData()
  for (const [name, field] of Object.entries(fields))
    form.append(name, Buffer.isBuffer(field) ? new Blob([new Uint8Array(field)]) : String(field))
  return form
}

const settings = {
  NORN_GUESS_ADDRESS: '1000000',
  NORN_LOOKUP_BAN_BURST: '1000000',
  NORN_USERNAME_COOLDOWN: '1d',
}

onEveryDatabase('players of one account', (start, _shared, kind) => {
  test('get the same answers, on every operation, as players of different accounts', async () => {
    // The database does not change an answer.
    if (kind !== 'sqlite') return
    const [apart, together] = [await start(settings), await start(settings)]
    const expected = await walk(apart, false)
    const found = await walk(together, true)
    assert.equal(found.length, expected.length)
    for (const [at, answer] of found.entries()) assert.equal(answer, expected[at])
    assert.ok(expected.length > 200, String(expected.length))
  })

  test('are guessed at one by one: a 429 at one name holds nobody back at another', async () => {
    const service = await start({ NORN_TRUST_PROXY: '127.0.0.1', NORN_GUESS_ACCOUNT: '40' })
    const owner = await service.account()
    const [anna, ben] = [
      await addCharacter(service, owner, 'Anna'),
      await addCharacter(service, owner, 'Ben'),
    ]
    const guess = async (username: string, address: string) => {
      const headers = { 'x-forwarded-for': address }
      const answer = await service.post(
        '/auth/authenticate',
        { username, password: 'wrong', clientToken: 'c' },
        { headers },
      )
      return [answer.status, answer.headers.get('retry-after'), answer.json.errorMessage].join(' ')
    }
    const wrong = await guess('Nobody_Else', '192.0.2.1')
    for (let tries = 0; tries < 30; tries++) assert.equal(await guess(anna.username, '192.0.2.1'), wrong)
    assert.match(await guess(anna.username, '192.0.2.1'), /^429 /)
    for (const login of [owner.username, owner.email, ben.username, 'Nobody'])
      assert.equal(await guess(login, '192.0.2.1'), wrong, login)
    // All addresses together.
    for (let at = 1; at <= 60; at++) await guess(anna.username, `198.51.${at}.1`)
    const spent = await Promise.all([1, 2, 3].map(() => guess(anna.username, '203.0.113.9')))
    assert.ok(
      spent.some((answer) => answer.startsWith('429')),
      spent.join('\n'),
    )
    for (const login of [owner.username, owner.email, ben.username, 'Nobody'])
      assert.equal(await guess(login, '203.0.113.10'), wrong, login)
  })

  test('do not learn by their tokens which names are held for the others', async () => {
    const service = await start()
    const owner = await service.account({ username: 'Oscar' })
    const anna = await addCharacter(service, owner, 'Anna')
    const ben = await addCharacter(service, owner, 'Ben')
    const stranger = await service.account({ username: 'Stranger' })
    service.advance(1000)
    await renameAccount(service.context, operator, ben, 'Benno')
    await renameAccount(service.context, operator, anna, 'Annika')
    await renameAccount(service.context, operator, await service.stored(owner), 'Otto')
    const about = async (login: { username: string; password: string }, name: string) => {
      const headers = { authorization: `Bearer ${await service.signIn(login)}` }
      const path = `/authlib-injector/minecraftservices/game/profile/name/${name}`
      const { status } = (await service.get(`${path}/available`, { headers })).json
      const put = await service.request(path, { method: 'PUT', headers })
      return [status, put.status, put.json.details?.status].join(' ')
    }
    const theirs = await about(stranger, 'Ben')
    assert.match(theirs, /^DUPLICATE 403/)
    for (const [username, name] of [
      ['Annika', 'Ben'],
      ['Annika', 'oscar'],
      ['Otto', 'ben'],
      ['Otto', 'Anna'],
    ] as const)
      assert.equal(
        await about({ username, password: owner.password }, name),
        theirs,
        `${name} by ${username}`,
      )
    // Its own former name is free for each.
    assert.match(await about({ username: 'Annika', password: owner.password }, 'anna'), /^AVAILABLE 200/)
    assert.match(await about({ username: 'Otto', password: owner.password }, 'Oscar'), /^AVAILABLE 200/)
  })

  test('are different people for applications', async () => {
    const service = await start()
    const owner = await service.account()
    const anna = await addCharacter(service, owner, 'Anna')
    const scope = 'openid profile offline_access game_server_session'
    const claims = async (player: { id: string }) => {
      const { access_token, id_token } = await deviceTokens(service, player, scope)
      const [, payload = ''] = id_token.split('.')
      const [, inner = ''] = access_token.split('.')
      const headers = { authorization: `Bearer ${access_token}` }
      const userinfo = await service.get('/oauth2/userinfo', { headers })
      return (
        [payload, inner].map((part) => Buffer.from(part, 'base64url').toString()).join('') + userinfo.text
      )
    }
    const hers = await claims(anna)
    assert.ok(hers.includes(anna.id))
    for (const secret of [owner.id, owner.username, owner.email]) assert.ok(!hers.includes(secret), secret)
    const own = await claims(owner)
    for (const secret of [anna.id, anna.username]) assert.ok(!own.includes(secret), secret)
  })

  test('are different people in a Discord channel, whatever is done with them', async () => {
    const service = await start({ NORN_CHARACTERS: '3' })
    const { context } = service
    const owner = await service.account({ username: 'Oscar' })
    const by = accountActor(owner, '192.0.2.1')
    const account = await service.stored(owner)
    const anna = await createCharacter(context, by, account, { username: 'Anna' })
    const token = await service.signIn({ username: 'Anna', password: owner.password })
    await setTexture(context, by, anna.id, 'skin', makePng(64, 64, noise(1)))
    await setTexture(context, accountActor(anna, '192.0.2.1'), anna.id, 'cape', makePng(64, 32, noise(2)))
    await removeTexture(context, by, anna.id, 'skin')
    await renameAccount(context, by, anna, 'Annika')
    await renameAccount(context, by, await service.stored(anna), 'Anna')
    await makePrimary(context, by, await service.stored(anna))
    await makePrimary(context, operator, account)
    const [device] = await listDevices(context, anna)
    await signOutDevice(context, by, [account, anna], device?.id ?? '')
    await deviceTokens(service, anna)
    const [grant] = await listGrants(context, anna)
    await removeGrant(context, by, [account, anna], grant?.id ?? '')
    await service.post('/auth/invalidate', { accessToken: token, clientToken: 'launcher' })
    await suspendAccount(context, operator, anna, { reason: 'x' }, { only: true })
    await restoreAccount(context, operator, anna, { only: true })
    await requestDeletion(context, by, await service.stored(anna))
    await cancelDeletion(context, by, await service.stored(anna))
    await deleteAccount(context, by, await service.stored(anna))
    const entries = await listAudit(context, { account: anna.id, limit: 100 })
    const events = new Set(entries.map(({ event }) => event))
    assert.ok(events.size >= 12, [...events].join(' '))
    for (const entry of entries) {
      const message = JSON.stringify(discordMessage(entry, 'Anna'))
      for (const secret of [owner.id, dashed(owner.id), owner.username])
        assert.ok(!message.includes(secret), `${entry.event} tells ${secret}: ${message}`)
    }
    for (const entry of await listAudit(context, { account: owner.id, limit: 100 })) {
      const message = JSON.stringify(discordMessage(entry, 'Oscar'))
      assert.ok(!/anna|annika/i.test(message.replaceAll(anna.id, 'anna')), `${entry.event}: ${message}`)
    }
  })
})
