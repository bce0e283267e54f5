// Players whose uploads are suspended bring no picture by any way in, before it is read, and wear what they have.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFormerSkin } from '../../src/domain/game/former-skins.ts'
import { hideCape } from '../../src/domain/game/hidden-cape.ts'
import { setTexture, setTextures } from '../../src/domain/game/set-textures.ts'
import { shareTexture } from '../../src/domain/library/share.ts'
import { allowUploads, suspendUploads } from '../../src/domain/moderation/uploads.ts'
import { addToWardrobe } from '../../src/domain/wardrobe/add.ts'
import { wearFromWardrobe } from '../../src/domain/wardrobe/wear.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { addCharacter } from '../characters.ts'
import { makePng, noise } from '../png.ts'
import { rawRequest } from '../raw.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'

const skin = (seed: number) => makePng(64, 64, noise(seed))
const picture = (seed: number) => new File([new Uint8Array(skin(seed))], 'skin.png', { type: 'image/png' })
const profile = '/authlib-injector/minecraftservices/game/profile'
const said = 'A moderator has suspended your uploads.'

const ways = (id: string) =>
  [
    ['PUT', `/authlib-injector/api/user/profile/${id}/skin`],
    ['PUT', `/authlib-injector/api/user/profile/${id}/cape`],
    ['POST', `${profile}/skins`],
    ['POST', '/api/v1/me/wardrobe'],
  ] as const

/** Announces a file, sends nothing of it, and returns what the service says all the same. */
async function announced(service: RunningService, token: string, [method, path]: readonly [string, string]) {
  const { pathname } = new URL(service.baseUrl)
  const { status, body } = await rawRequest(
    service.baseUrl,
    `${method} ${pathname.replace(/\/$/, '')}${path} HTTP/1.1`,
    [
      `Authorization: Bearer ${token}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 90000',
    ],
  )
  const json = JSON.parse(body.toString())
  return [status, json.errorMessage ?? json.detail]
}

const budgets = async ({ context }: RunningService) =>
  (await context.db.query.selectFrom('guess').select('key').where('key', 'like', 'upload:%').execute()).length

onEveryDatabase('players whose uploads are suspended', (start) => {
  test('bring nothing by any way in, for nothing of their budget, and are refused before the file is read', async () => {
    const service = await start({ NORN_CHARACTERS: '2' })
    const { context } = service
    const account = await service.account()
    const character = await addCharacter(service, account, 'Own_Second')
    const own = accountActor(account, '192.0.2.1')
    const { texture } = await addToWardrobe(context, own, account, { png: skin(5), name: 'Kept' })
    const spent = await budgets(service)
    const browser = browserOf(service)
    await browser.signIn(account)
    const opened = [
      { path: '/account/skin', field: 'skin', page: await browser.get('/account/skin') },
      { path: '/account/wardrobe', field: 'file', page: await browser.get('/account/wardrobe') },
    ]
    await suspendUploads(context, operator, await service.stored(character), { reason: 'three bad skins' })
    for (const player of [account, { ...character, password: account.password }]) {
      const token = await service.signIn(player)
      for (const way of ways(player.id)) assert.deepEqual(await announced(service, token, way), [403, said])
    }
    const named = await service.request(`/api/v1/me/wardrobe/${texture.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${await service.signIn(account)}` },
      body: JSON.stringify({ name: 'Renamed' }),
    })
    assert.deepEqual([named.status, named.json.code], [403, 'uploads_suspended'])
    for (const { path, field, page } of opened) {
      const { status, alert } = await browser.send(page, path, { [field]: picture(4) })
      assert.deepEqual([status, alert], [422, said], path)
    }
    assert.equal(await budgets(service), spent)
    assert.equal((await service.stored(account)).textures.skin, undefined)

    await allowUploads(context, operator, await service.stored(account))
    const sent = await browser.send(await browser.get('/account/skin'), '/account/skin', { skin: picture(4) })
    assert.equal(sent.status, 200)
  })

  test('still wear kept and former skins, and a cape that they hid', async () => {
    const service = await start()
    const { context } = service
    const account = await service.account()
    const own = accountActor(account, '192.0.2.1')
    await setTextures(context, own, account.id, {
      skin: { png: skin(1) },
      cape: { png: makePng(64, 32, noise(2)) },
    })
    const former = (await service.stored(account)).textures.skin?.hash ?? ''
    await setTexture(context, own, account.id, 'skin', skin(3))
    await hideCape(context, own, account.id)
    const { texture } = await addToWardrobe(context, own, account, { png: skin(5), name: 'Kept' })
    await suspendUploads(context, operator, await service.stored(account))

    await setFormerSkin(context, own, account.id, former)
    assert.equal((await service.stored(account)).textures.skin?.hash, former)
    await wearFromWardrobe(context, own, await service.stored(account), texture.id)
    assert.equal((await service.stored(account)).textures.skin?.hash, texture.hash)
    const headers = { authorization: `Bearer ${await service.signIn(account)}` }
    const { hiddenCape = '' } = await service.stored(account)
    const capeId = hiddenCape.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5')
    const shown = await service.request(`${profile}/capes/active`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ capeId }),
    })
    assert.equal(shown.status, 200)
    assert.equal((await service.stored(account)).textures.cape?.hash, hiddenCape)
  })

  test('keep nothing of the library and nothing that they wore, as little as who has no room', async () => {
    const service = await start({ NORN_LIBRARY: 'public', NORN_WARDROBE_SIZE: '1' })
    const { context } = service
    const [anna, ben] = [await service.account(), await service.account()]
    const by = accountActor(anna, '192.0.2.1')
    const { texture } = await addToWardrobe(context, by, anna, { png: skin(1), name: 'Shared' })
    await shareTexture(context, by, await service.stored(anna), texture.id)
    const { id } = await context.db.query.selectFrom('shared_texture').select('id').executeTakeFirstOrThrow()
    const own = accountActor(ben, '192.0.2.2')
    const worn: string[] = []
    for (const seed of [2, 3]) {
      await setTexture(context, own, ben.id, 'skin', skin(seed))
      worn.push((await service.stored(ben)).textures.skin?.hash ?? '')
    }
    const browser = browserOf(service)
    await browser.signIn(ben)
    const [, csrf = ''] =
      /name="csrf" value="([^"]+)"/.exec((await browser.get('/account/wardrobe')).text) ?? []
    const press = async (path: string, fields = {}) => {
      const { status, text } = await browser.post(path, { csrf, ...fields })
      return [status, /role="alert">(.*?)<\/p>/s.exec(text)?.[1]]
    }
    const kept = async () => {
      const rows = context.db.query.selectFrom('wardrobe_texture').select('hash')
      return (await rows.where('account_id', '=', ben.id).execute()).map(({ hash }) => hash)
    }
    const keep = '/account/wardrobe/keep'
    const refused = async (words: string, hashes: string[]) => {
      assert.deepEqual(await press(`/library/${id}/add`), [422, words])
      for (const hash of hashes) assert.deepEqual(await press(keep, { skin: hash }), [422, words])
    }
    await suspendUploads(context, operator, await service.stored(ben))
    await refused(said, worn)
    assert.deepEqual(await kept(), [])
    await allowUploads(context, operator, await service.stored(ben))
    const [former = '', current = ''] = worn
    assert.deepEqual(await press(keep, { skin: former }), [303, undefined])
    await refused('Your wardrobe is full. Remove something first.', [current])
    assert.deepEqual(await kept(), [former])
  })
})
