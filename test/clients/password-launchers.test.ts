// HMCL and Fjord Launcher, which sign in by password: the requests and checks of their sources, at the addresses
// that they build from the base URL. docs/recipes/launchers.md describes what the player sees.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase, type RunningService, type TestAccount } from '../service.ts'
import { withAppPassword } from './app-password.ts'
import { plays } from './plays.ts'

const agent = { name: 'Minecraft', version: 1 }

const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

async function ask(url: string, init: RequestInit = {}) {
  const answer = await fetch(url, init)
  const text = await answer.text()
  return { status: answer.status, text, json: text.startsWith('{') ? JSON.parse(text) : undefined }
}

/** The address that the header of the typed page names, resolved against the typed one. */
async function rootOf(typed: string): Promise<string> {
  const { headers } = await fetch(typed)
  return new URL(headers.get('x-authlib-injector-api-location') ?? typed, typed).href
}

/** The skin in the textures of a profile; undefined if it has none. */
async function skinAt(profile: string): Promise<{ metadata?: { model?: string } } | undefined> {
  const { json } = await ask(profile)
  const { value } = json.properties.find((each: { name: string }) => each.name === 'textures')
  return JSON.parse(Buffer.from(value, 'base64').toString()).textures.SKIN
}

/** By what a launcher signs in: with an authenticator app, an app password is the password to a launcher. */
const kinds: Record<string, (service: RunningService) => Promise<TestAccount>> = {
  'a password': (service) => service.account(),
  'an app password': withAppPassword,
}

onEveryDatabase('launchers that sign in by password', (_start, shared) => {
  for (const [kind, accountOf] of Object.entries(kinds)) launchersBy(kind, accountOf, shared)
})

function launchersBy(
  kind: string,
  accountOf: (service: RunningService) => Promise<TestAccount>,
  shared: () => Promise<RunningService>,
): void {
  // HMCL-dev/HMCL, HMCLCore/…/auth/yggdrasil/YggdrasilService.java and …/authlibinjector/AuthlibInjectorProvider.java
  // (2026): it appends to the root, which ends in a slash.
  test(`HMCL signs in by ${kind}, validates, refreshes, uploads a skin and signs out`, async () => {
    const service = await shared()
    const account = await accountOf(service)
    const root = await rootOf(service.baseUrl)
    assert.ok(root.endsWith('/'))
    const { meta, signaturePublickey } = (await ask(root)).json
    assert.ok(meta.serverName && signaturePublickey.startsWith('-----BEGIN PUBLIC KEY-----'))

    const clientToken = '0123456789abcdef0123456789abcdef'
    const { username, password } = account
    const credentials = { agent, username, password, clientToken, requestUser: true }
    const wrong = await ask(`${root}authserver/authenticate`, json({ ...credentials, password: 'wrong' }))
    assert.deepEqual([wrong.status, wrong.json.error], [403, 'ForbiddenOperationException'])
    const session = (await ask(`${root}authserver/authenticate`, json(credentials))).json
    assert.equal(session.clientToken, clientToken)
    assert.equal(session.selectedProfile.id, account.id)
    assert.equal(session.user.id, account.id)

    const { accessToken } = session
    const pair = { accessToken, clientToken }
    assert.equal((await ask(`${root}authserver/validate`, json(pair))).text, '')
    const selectedProfile = { id: account.id, name: username }
    const refreshed = await ask(
      `${root}authserver/refresh`,
      json({ ...pair, requestUser: true, selectedProfile }),
    )
    assert.deepEqual(refreshed.json.selectedProfile, selectedProfile)
    const next = { accessToken: refreshed.json.accessToken, clientToken }
    assert.equal(
      (await ask(`${root}authserver/validate`, json(pair))).json.error,
      'ForbiddenOperationException',
    )

    const file = new FormData()
    file.append('model', 'slim')
    file.append('file', new Blob([makePng(64, 64, noise(1))], { type: 'image/png' }), 'skin.png')
    const upload = await ask(`${root}api/user/profile/${account.id}/skin`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${next.accessToken}` },
      body: file,
    })
    assert.equal(upload.text, '')
    const skin = await skinAt(`${root}sessionserver/session/minecraft/profile/${account.id}`)
    assert.equal(skin?.metadata?.model, 'slim')
    await plays(service, account, next.accessToken)
    assert.equal((await ask(`${root}authserver/invalidate`, json(next))).text, '')
    assert.equal(
      (await ask(`${root}authserver/validate`, json(next))).json.error,
      'ForbiddenOperationException',
    )
  })

  // unmojang/FjordLauncher, launcher/CreateAuthlibInjectorAccount.cpp and launcher/minecraft/auth/Yggdrasil.cpp
  // (2026): it removes the slash from the typed address, resolves the header, and appends "/authserver" and
  // "/sessionserver".
  test(`Fjord Launcher signs in by ${kind}, shows our text for a refusal, and refreshes`, async () => {
    const service: RunningService = await shared()
    const account = await accountOf(service)
    const root = await rootOf(service.baseUrl)
    const clientToken = 'fedcba9876543210fedcba9876543210'
    const { username, password, email } = account
    const credentials = { agent, username: email, password, requestUser: false, clientToken }
    const wrong = await ask(`${root}/authserver/authenticate`, json({ ...credentials, password: 'wrong' }))
    assert.equal(wrong.status, 403)
    assert.equal(wrong.json.errorMessage, 'Invalid credentials. Invalid username or password.')

    const session = (await ask(`${root}/authserver/authenticate`, json(credentials))).json
    assert.deepEqual([session.clientToken, session.selectedProfile.name], [clientToken, username])
    const profile = await ask(`${root}/sessionserver/session/minecraft/profile/${session.selectedProfile.id}`)
    assert.equal(profile.json.name, username)
    assert.ok(Array.isArray(profile.json.properties))
    const refresh = { clientToken, accessToken: session.accessToken, requestUser: false }
    const next = (await ask(`${root}/authserver/refresh`, json(refresh))).json
    assert.deepEqual([next.clientToken, next.selectedProfile.id], [clientToken, account.id])
    await plays(service, account, next.accessToken)
  })
}
