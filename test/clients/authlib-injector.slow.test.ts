// Unmodified npm packages that are pointed at the authlib-injector root, as launchers and authlib-injector do.
// NORN_GAME keeps its default, since every path accepts their built-in word.
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { createPublicKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { MojangClient, NameAvailability, YggdrasilError, YggdrasilThirdPartyClient } from '@xmcl/user'
import { makePng, noise } from '../png.ts'
import { realService } from './service.ts'

const require = createRequire(import.meta.url)
const service = realService({ NORN_USERNAME_COOLDOWN: '30d' })
const rootOf = (baseUrl: string) => `${baseUrl}/authlib-injector`

/** Follows the header of any page to the root, as a launcher does with the address that a player types. */
async function discover(typed: string): Promise<string> {
  const { headers } = await fetch(typed)
  return new URL(headers.get('x-authlib-injector-api-location') ?? typed, typed).href.replace(/\/$/, '')
}

const skin = makePng(64, 64, noise(1))

const texturesOf = (properties: readonly { name: string; value: string }[]) =>
  JSON.parse(Buffer.from(properties[0]?.value ?? '', 'base64').toString()).textures

test("@xmcl/user, its ThirdParty client: sign in, textures, and a signature that the metadata's key verifies", async () => {
  const { baseUrl, account } = service()
  const { id } = await account('Steve', 'correct horse')
  const root = await discover(baseUrl)
  assert.equal(root, rootOf(baseUrl))
  const client = new YggdrasilThirdPartyClient(root)
  const credentials = { username: 'steve@example.test', password: 'correct horse', clientToken: 'mine' }

  const session = await client.login({ ...credentials, requestUser: true })
  assert.deepEqual(session.selectedProfile, { id, name: 'Steve' })
  assert.deepEqual(session.user, { id, properties: [{ name: 'preferredLanguage', value: 'en' }] })
  assert.equal(await client.validate(session.accessToken, 'mine'), true)
  const { accessToken } = await client.refresh({ accessToken: session.accessToken, clientToken: 'mine' })
  assert.equal(await client.validate(session.accessToken, 'mine'), false)

  const bare = await client.lookup(id)
  assert.deepEqual([bare.id, bare.name], [id, 'Steve'])
  const data = { type: 'skin', uuid: id, accessToken } as const
  await client.setTexture({ ...data, texture: { data: skin, metadata: { model: 'slim' } } })
  const { properties } = (await (
    await fetch(`${root}/sessionserver/session/minecraft/profile/${id}?unsigned=false`)
  ).json()) as { properties: { name: string; value: string; signature: string }[] }
  assert.equal(texturesOf(properties).SKIN.metadata.model, 'slim')
  const { signaturePublickey } = (await (await fetch(root)).json()) as { signaturePublickey: string }
  const [textures] = properties
  assert.ok(textures)
  const signature = Buffer.from(textures.signature, 'base64')
  assert.ok(verify('RSA-SHA1', Buffer.from(textures.value), createPublicKey(signaturePublickey), signature))
  await client.setTexture({ ...data, texture: { data: skin } })
  await client.setTexture(data)

  const other = await account('Alex', 'correct horse')
  await assert.rejects(client.setTexture({ ...data, uuid: other.id }), { statusCode: 403 })
  await client.invalidate(accessToken, 'mine')
  assert.equal(await client.validate(accessToken, 'mine'), false)
  await assert.rejects(client.setTexture(data), { statusCode: 401 })
  await assert.rejects(client.login({ ...credentials, password: 'wrong' }), (error) => {
    assert.ok(error instanceof YggdrasilError)
    assert.equal(error.error, 'ForbiddenOperationException')
    assert.equal(error.errorMessage, 'Invalid credentials. Invalid username or password.')
    return true
  })
})

test("@xmcl/user, its client of the vendor's services: profile, name and skin", async () => {
  const { baseUrl, account } = service()
  const { id } = await account('Efe', 'correct horse')
  await account('Makena', 'correct horse')
  const root = rootOf(baseUrl)
  // What authlib-injector does inside the game: it replaces the vendor's host with ours.
  const redirected = (url: string, init: RequestInit) =>
    fetch(url.replace('https://api.minecraftservices.com', `${root}/minecraftservices`), init)
  const options: object = { fetch: redirected, FormData, File }
  const client = new MojangClient(options)
  const { accessToken } = await new YggdrasilThirdPartyClient(root).login({
    username: 'Efe',
    password: 'correct horse',
    clientToken: 'mine',
  })

  const profile = await client.getProfile(accessToken)
  assert.deepEqual([profile.id, profile.name, profile.skins, profile.capes], [id, 'Efe', [], []])
  const dressed = await client.setSkin('efe.png', skin, 'slim', accessToken)
  assert.equal(dressed.skins[0]?.variant, 'SLIM')
  await client.resetSkin(accessToken)
  await client.hideCape(accessToken)
  assert.deepEqual((await client.getProfile(accessToken)).skins, [])
  await assert.rejects(client.setSkin('efe.png', `${baseUrl}/textures/x`, 'slim', accessToken))

  assert.equal(await client.checkNameAvailability('Sunny', accessToken), NameAvailability.AVAILABLE)
  assert.equal(await client.checkNameAvailability('makena', accessToken), NameAvailability.DUPLICATE)
  assert.equal((await client.getNameChangeInformation(accessToken)).nameChangeAllowed, true)
  await assert.rejects(client.setName('Makena', accessToken), {
    error: 'FORBIDDEN',
    details: { status: 'DUPLICATE' },
  })
  const renamed: object | undefined = await client.setName('Sunny', accessToken)
  assert.equal((renamed as { name: string }).name, 'Sunny')
  assert.equal((await client.getNameChangeInformation(accessToken)).nameChangeAllowed, false)
  await assert.rejects(client.setName('Zuri', accessToken), {
    errorMessage: 'The name was changed too lately.',
  })
  await assert.rejects(client.getProfile('rubbish'), { name: 'UnauthorizedError' })
})

test('yggdrasil: launcher and session requests at the root', async () => {
  const yggdrasil = require('yggdrasil')
  const { baseUrl, account } = service()
  const { id } = await account('Ari', 'correct horse')
  const root = rootOf(baseUrl)
  const client = yggdrasil({ host: `${root}/authserver` })
  const { accessToken, clientToken } = await client.auth({ user: 'ari@example.test', pass: 'correct horse' })
  await client.validate(accessToken)
  const { accessToken: next } = await client.refresh(accessToken, clientToken)
  await assert.rejects(client.validate(accessToken), { message: 'Invalid token.' })

  // Joined here or in the vendor's host layout, found here or there.
  const hosts = [`${root}/sessionserver`, baseUrl].map((host) => yggdrasil.server({ host }))
  for (const [joins, asks] of [hosts, hosts.toReversed()]) {
    const hello = ['server', 'shared secret', 'key']
    await joins.join(next, id, ...hello)
    const profile = await asks.hasJoined('Ari', ...hello)
    assert.deepEqual([profile.id, profile.name], [id, 'Ari'])
    await assert.rejects(asks.hasJoined('Ari', ...hello))
  }
  await client.invalidate(next, clientToken)
  await assert.rejects(client.validate(next), { message: 'Invalid token.' })
  await assert.rejects(client.signout('Ari', 'wrong'), {
    message: 'Invalid credentials. Invalid username or password.',
  })
  await client.signout('Ari', 'correct horse')
})

test('minecraft-launcher-core: all five launcher requests at the root', async () => {
  const { Authenticator } = require('minecraft-launcher-core')
  const { baseUrl, account } = service()
  const { id } = await account('Kai', 'correct horse')
  Authenticator.changeApiUrl(`${rootOf(baseUrl)}/authserver`)
  const session = await Authenticator.getAuth('kai@example.test', 'correct horse')
  assert.deepEqual([session.uuid, session.name], [id, 'Kai'])
  const { access_token, client_token } = session
  assert.equal(await Authenticator.validate(access_token, client_token), true)
  const next = await Authenticator.refreshAuth(access_token, client_token)
  await assert.rejects(Authenticator.validate(access_token, client_token), {
    error: 'ForbiddenOperationException',
    errorMessage: 'Invalid token.',
  })
  assert.equal(await Authenticator.invalidate(next.access_token, client_token), true)
  assert.equal(await Authenticator.signOut('Kai', 'correct horse'), true)
})

test('minecraft-protocol: a game client joins a game server, both through the root', async (t) => {
  const { createClient } = require('minecraft-protocol')
  const { baseUrl, account } = service()
  const { id } = await account('Noor', 'correct horse')
  const [version, sessionServer] = ['1.16.5', `${rootOf(baseUrl)}/sessionserver`]
  const server = fork(new URL('game-server.cjs', import.meta.url), {
    env: { ...process.env, SESSION_HOST: sessionServer, GAME_VERSION: version },
  })
  t.after(() => server.kill())
  const [{ listening: port }] = (await once(server, 'message')) as [{ listening: number }]
  const client = createClient({
    host: '127.0.0.1',
    port,
    version,
    auth: 'mojang',
    authServer: `${rootOf(baseUrl)}/authserver`,
    sessionServer,
    profilesFolder: false,
    username: 'noor@example.test',
    password: 'correct horse',
  })
  t.after(() => {
    client.socket?.destroy()
    clearTimeout(client.closeTimer)
  })
  const [{ accepted }] = (await once(server, 'message')) as [{ accepted: { username: string; uuid: string } }]
  assert.deepEqual([accepted.username, accepted.uuid.replaceAll('-', '')], ['Noor', id])
})
