// The data of each released version, under this one: nobody loses anything.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, type TestContext, test } from 'node:test'
import { setTexture } from '../../src/domain/game/set-textures.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { exportAccounts } from '../../src/moving/export.ts'
import { databases, type FreshDatabase, kinds } from '../databases.ts'
import { makePng, noise } from '../png.ts'
import { type RunningService, startService } from '../service.ts'
import { load, usedDatabaseOf } from '../storage/schema-dump.ts'
import { totpCode } from '../totp.ts'
import { browserOf } from '../web/browser.ts'
import { post, refresh } from '../wire/oauth2/oauth.ts'
import { type Filled, settings } from './fill.ts'

const directory = new URL('data/', import.meta.url)
const versions = readdirSync(directory)
  .filter((file) => file.endsWith('.sqlite.sql'))
  .map((file) => file.replace('.sqlite.sql', ''))

interface Upgraded {
  service: RunningService
  left: Filled
  database: FreshDatabase
}

/**
 * A service of this version on the data of that one, at the time when that one ended. `more` is SQL that runs before the
 * upgrade.
 */
async function upgraded(
  t: TestContext,
  version: string,
  kind: keyof typeof databases,
  more = '',
): Promise<Upgraded> {
  const database = await databases[kind]()
  await load(database.url, `${usedDatabaseOf(version, kind)}\n${more}`)
  const service = await startService(database.url, settings)
  t.after(async () => {
    await service.close()
    await database.drop()
  })
  return {
    service,
    left: JSON.parse(readFileSync(new URL(`${version}.${kind}.json`, directory), 'utf8')) as Filled,
    database,
  }
}

const authenticate = (service: RunningService, username: string, password: string) =>
  service.post('/auth/authenticate', { username, password, clientToken: 'another launcher' })

/** Sorts a list: earlier versions wrote the names of one instant in any order. */
const inOrder = (value: unknown): unknown =>
  Array.isArray(value) ? value.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other))) : value
const keyOf = (value: unknown): string => JSON.stringify(value)

for (const version of versions) {
  for (const kind of kinds()) {
    describe(`the data of ${version} (${kind})`, () => {
      test('the export is the same', async (t) => {
        const { service, left } = await upgraded(t, version, kind)
        const now = []
        for await (const accounts of exportAccounts(service.context))
          now.push(...accounts.map(({ fields }) => fields))
        assert.equal(now.length, left.exported.length)
        for (const [index, before] of left.exported.entries())
          for (const [name, value] of Object.entries(before))
            assert.deepEqual(
              inOrder(JSON.parse(JSON.stringify(now[index]))[name]),
              inOrder(value),
              `${name} of ${before.username}`,
            )
      })

      test('launchers stay signed in, and a pending join is found', async (t) => {
        const { service, left } = await upgraded(t, version, kind)
        const { accessToken, clientToken } = left.launcher
        assert.equal((await service.post('/auth/validate', { accessToken })).status, 200)
        const { username, serverId } = left.join
        const joined = await service.get(`/session/hasJoined?username=${username}&serverId=${serverId}`)
        assert.deepEqual([joined.status, joined.json.id], [200, left.plain.id])
        const next = await service.post('/auth/refresh', { accessToken, clientToken })
        assert.equal(next.status, 200, next.text)
        assert.equal((await service.post('/auth/validate', { accessToken })).status, 401)
      })

      test('everybody who could sign in still can, by password and code, and nobody else', async (t) => {
        const { service, left } = await upgraded(t, version, kind)
        for (const { username, password } of [left.plain, left.withoutEmail, left.dressed]) {
          const { status, text } = await authenticate(service, username, password)
          assert.equal(status, 200, text)
        }
        const after = await authenticate(service, 'After', left.renamed.password)
        assert.equal(after.json.selectedProfile.id, left.renamed.id)
        const { username, password, secret } = left.totp
        assert.notEqual((await authenticate(service, username, password)).status, 200)
        const code = totpCode(secret, service.now())
        assert.equal((await authenticate(service, username, `${password}:${code}`)).status, 200)
        for (const account of [left.suspended, left.suspendedBriefly, left.leaving])
          assert.notEqual((await authenticate(service, account.username, account.password)).status, 200)
        service.advance(31 * 86_400_000)
        const { suspendedBriefly: brief } = left
        assert.equal((await authenticate(service, brief.username, brief.password)).status, 200)
      })

      test('applications keep their tokens, browsers their sessions, and administrators what they created', async (t) => {
        const { service, left } = await upgraded(t, version, kind)
        const { refreshToken, headers } = left.application
        const renewed = await post(
          service,
          '/oauth2/token',
          { grant_type: 'refresh_token', refresh_token: refreshToken },
          headers,
        )
        assert.equal(renewed.status, 200, renewed.text)
        const { accessToken } = left.device
        assert.equal((await service.post('/auth/validate', { accessToken })).status, 200)
        assert.equal((await refresh(service, left.device.refreshToken)).status, 200)
        const browser = browserOf(service)
        for (const [name, value] of Object.entries(left.browser)) browser.cookies.set(name, value)
        assert.equal((await browser.get('/account')).heading, 'Account')
        const adminBrowser = browserOf(service)
        assert.equal((await adminBrowser.signIn(left.administrator, '/admin')).heading, 'Administration')
        const api = async (path: string) =>
          (await service.get(`/api/v1${path}`, { headers: { authorization: `Bearer ${left.apiToken}` } }))
            .text
        assert.match(await api('/invites'), new RegExp(left.invite))
        assert.match(await api('/webhooks'), new RegExp(left.webhook))
        assert.match(await api('/bans'), /192\.0\.2\.99/)
      })

      test('skins that somebody wore before are among the recent ones of the wardrobe, and the current one once they wear another', async (t) => {
        const former = makePng(64, 64, noise(98))
        const hash = createHash('sha256').update(former).digest('hex')
        const owner = "from account where username = 'Dressed'"
        // The texture and its row are as that version wrote them when its player changed skins.
        const { service, left } = await upgraded(
          t,
          version,
          kind,
          `insert into texture (hash, png, unworn_since, worn_by, worn_at)
             select '${hash}', '${former.toString('base64')}', null, id, created_at ${owner};
           insert into former_skin (account_id, hash, model, taken_off_at)
             select id, '${hash}', 'slim', created_at ${owner};`,
        )
        const { dressed } = left
        const headers = { authorization: `Bearer ${await service.signIn(dressed)}` }
        const recent = (await service.get('/api/v1/me/wardrobe?from=recent', { headers })).json
        assert.deepEqual(
          recent.items.map((one: { hash: string; model: string }) => [one.hash, one.model]),
          [[hash, 'slim']],
        )
        assert.equal((await service.get(`/textures/${hash}`)).status, 200)
        const before = (await service.stored(dressed)).textures.skin
        const browser = browserOf(service)
        await browser.signIn(dressed)
        assert.match((await browser.get('/account/wardrobe')).text, /What you wear/)
        const by = accountActor(dressed, '192.0.2.1')
        await setTexture(service.context, by, dressed.id, 'skin', makePng(64, 64, noise(99)))
        const { text } = await browser.get('/account/wardrobe')
        assert.ok(text.slice(text.indexOf('<h2>Recent</h2>')).includes(`name="skin" value="${before?.hash}"`))
      })

      test('skins are served, and signed with the key that games know', async (t) => {
        const { service, left } = await upgraded(t, version, kind)
        const { json } = await service.get(`/session/game/profile/${left.dressed.id}?unsigned=false`)
        const [textures] = json.properties
        const { SKIN: skin } = JSON.parse(Buffer.from(textures.value, 'base64').toString()).textures
        assert.equal(skin.metadata.model, 'slim')
        const { status, headers } = await service.get(new URL(skin.url).pathname)
        assert.deepEqual([status, headers.get('content-type')], [200, 'image/png'])
        const root = await service.get('/authlib-injector/')
        assert.equal(root.json.signaturePublickey, left.texturesKey)
      })
    })
  }
}
