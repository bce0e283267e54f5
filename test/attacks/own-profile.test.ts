// An application that may join servers as a player could rename the player and change their skin and cape.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase, type RunningService, type TestAccount } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { application, authorizePath, deviceTokens } from '../wire/oauth2/oauth.ts'

const skin = makePng(64, 64, noise(1))
const cape = makePng(64, 32, noise(2))

function form(file: Buffer, model: string): FormData {
  const fields = new FormData()
  fields.set('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'texture.png')
  fields.set(model, 'slim')
  return fields
}

interface Write {
  method: string
  path: string
  body?: FormData
}

/** Every route that writes a profile, in any folder. */
function writesOf({ id }: TestAccount, newName: string): Write[] {
  const services = [
    '/authlib-injector/minecraftservices',
    '/minecraftservices',
    '/authlib-injector/authserver',
  ]
  const textures = ['/authlib-injector/api', '/api', '/api/yggdrasil/api', '/authlib-injector//api']
  return [
    ...services.flatMap((root) => [
      { method: 'POST', path: `${root}/minecraft/profile/skins`, body: form(skin, 'variant') },
      { method: 'DELETE', path: `${root}/minecraft/profile/skins/active` },
      { method: 'DELETE', path: `${root}/minecraft/profile/capes/active` },
      { method: 'PUT', path: `${root}/minecraft/profile/name/${newName}` },
    ]),
    ...textures.flatMap((root) => [
      { method: 'PUT', path: `${root}/user/profile/${id}/skin`, body: form(skin, 'model') },
      { method: 'DELETE', path: `${root}/user/profile/${id}/skin` },
      { method: 'PUT', path: `${root}/user/profile/${id}/cape`, body: form(cape, 'model') },
      { method: 'DELETE', path: `${root}/user/profile/${id}/cape` },
    ]),
  ]
}

/** Launchers with a cape to show can do this, too: `hidden-cape.test.ts`. */
const showsCape = { method: 'PUT', path: '/minecraftservices/minecraft/profile/capes/active' }

const send = ({ request }: RunningService, { method, path, body }: Write, token: string) =>
  request(path, { method, headers: { authorization: `Bearer ${token}` }, ...(body && { body }) })

const scopes = [
  'openid game_server_session',
  'openid offline_access Yggdrasil.Server.Join profile email',
  'openid account_info profile',
]

onEveryDatabase('own profile', (start) => {
  let ours: Promise<RunningService> | undefined
  const shared = () => (ours ??= start({ NORN_USERNAME_COOLDOWN: '1s' }))

  test('a token that may join game servers cannot change the name, skin or cape', async () => {
    const service = await shared()
    const account = await service.account()
    const launcher = await service.signIn(account)
    const puts = writesOf(account, '').filter(({ method }) => method === 'PUT')
    for (const write of puts.slice(-2)) assert.equal((await send(service, write, launcher)).status, 204)
    const before = await service.stored(account)
    for (const scope of scopes) {
      const { access_token: token } = await deviceTokens(service, account, scope)
      for (const write of [...writesOf(account, 'Renamed_1'), showsCape]) {
        const answer = await send(service, write, token)
        assert.equal(answer.status, 403, `${scope}: ${write.method} ${write.path} ${answer.text}`)
        const { path, errorMessage } = answer.json
        assert.deepEqual([path, errorMessage], [write.path, 'The token does not have required scope.'])
      }
    }
    assert.deepEqual(await service.stored(account), before)
  })

  test('launchers still can, and so can a token with the scope profile_write', async () => {
    const service = await shared()
    const account = await service.account()
    const written = await deviceTokens(service, account, 'openid profile_write')
    const both = await deviceTokens(service, account, 'game_server_session profile_write')
    const tokens = [await service.signIn(account), written.access_token, both.access_token]
    for (const [index, token] of tokens.entries()) {
      for (const [which, write] of writesOf(account, '').entries()) {
        service.advance(2000)
        const isRename = write.path.includes('/name/')
        const path = isRename ? `${write.path}Other_${index}_${which}` : write.path
        const answer = await send(service, { ...write, path }, token)
        assert.ok([200, 204].includes(answer.status), `${index}: ${write.method} ${path}: ${answer.text}`)
      }
    }
  })

  for (const [language, words] of [
    ['en', 'change your username, your skin and your cape'],
    ['ru', 'менять ваше имя пользователя, скин и плащ'],
    ['zh-CN', '更改您的用户名、皮肤和披风'],
  ] as const) {
    test(`the consent page names the right to write, in ${language}, and asks for it again`, async () => {
      const service = await shared()
      const browser = browserOf(service)
      await browser.signIn(await service.account({ language }))
      const app = await application(service)
      const joining = await browser.get(authorizePath(app, { scope: 'openid game_server_session' }))
      assert.ok(!joining.text.includes(words))
      await browser.send(joining, joining.path, { answer: 'allow' })
      const scope = 'openid game_server_session profile_write'
      assert.ok((await browser.get(authorizePath(app, { scope }))).text.includes(words))
    })
  }

  test('the scope to write grants nothing else', async () => {
    const service = await shared()
    const account = await service.account()
    const { access_token: accessToken } = await deviceTokens(service, account, 'openid profile_write')
    const join = { accessToken, selectedProfile: account.id, serverId: 'x' }
    assert.equal((await service.post('/session/join', join)).status, 401)
    const headers = { authorization: `Bearer ${accessToken}` }
    for (const path of ['minecraft/profile', 'player/attributes']) {
      const answer = await service.get(`/minecraftservices/${path}`, { headers })
      assert.equal(answer.status, 401, path)
    }
  })
})
