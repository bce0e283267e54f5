// Launchers hide a cape with DELETE, and show it again with PUT on the same address.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount } from '../../../src/domain/accounts/delete.ts'
import { grantRole } from '../../../src/domain/accounts/roles.ts'
import { sweepUnworn } from '../../../src/jobs/sweep.ts'
import { textureByHash } from '../../../src/storage/textures/textures.ts'
import { makePng, noise } from '../../png.ts'
import { onEveryDatabase, operator, type RunningService } from '../../service.ts'
import { browserOf } from '../../web/browser.ts'
import { deviceTokens } from '../oauth2/oauth.ts'

const day = 86_400_000
const services = '/authlib-injector/minecraftservices/game/profile'
const active = '/capes/active'

function form(kind: 'skin' | 'cape', seed: number): FormData {
  const fields = new FormData()
  const png = makePng(64, kind === 'skin' ? 64 : 32, noise(seed))
  fields.set('file', new Blob([new Uint8Array(png)]), 'texture.png')
  return fields
}

interface Texture {
  id: string
  state: string
  url: string
}

/** A player who wears a cape, and what a launcher does with it. */
async function caped(service: RunningService, seed = 1) {
  const account = await service.account()
  const token = await service.signIn(account)
  const headers = { authorization: `Bearer ${token}` }
  const ask = (path: string, method = 'GET', body?: string | FormData) =>
    service.request(services + path, { method, headers, ...(body !== undefined && { body }) })
  const wear = (number: number) =>
    service.request(`/authlib-injector/api/user/profile/${account.id}/cape`, {
      method: 'PUT',
      headers,
      body: form('cape', number),
    })
  const hide = () => ask(active, 'DELETE')
  const show = (capeId: unknown) => ask(active, 'PUT', JSON.stringify({ capeId }))
  const capes = async (): Promise<Texture[]> => (await ask('')).json.capes
  assert.equal((await wear(seed)).status, 204)
  const [cape] = await capes()
  assert.ok(cape)
  const hash = cape.url.split('/').at(-1) ?? ''
  const isStored = async () => (await textureByHash(service.context.db, hash)) !== undefined
  return { account, token, ask, wear, hide, show, capes, cape, hash, isStored }
}

async function isSeen(service: RunningService, { id, username }: { id: string; username: string }) {
  const { value } = (await service.get(`/session/profile/${id}`)).json.properties[0]
  const inProfile = 'CAPE' in JSON.parse(Buffer.from(value, 'base64').toString()).textures
  const byName = (await service.get(`/skinsystem/cloaks/${username}`)).status === 200
  assert.equal(inProfile, byName)
  return byName
}

async function sweepTwice(service: RunningService) {
  for (let sweep = 0; sweep < 2; sweep++) {
    service.advance(40 * day)
    await sweepUnworn(service.context, '')
  }
}

onEveryDatabase("the vendor's services: a hidden cape", (start, shared) => {
  test('a cape that a launcher hides is seen by nobody, and shown again with its id', async () => {
    const service = await shared()
    const { account, hide, show, capes, cape } = await caped(service)
    assert.ok(await isSeen(service, account))
    const hidden = await hide()
    assert.equal(hidden.status, 200)
    assert.deepEqual(hidden.json.capes, [{ ...cape, state: 'INACTIVE' }])
    assert.deepEqual(Object.keys(hidden.json.capes[0]), ['id', 'state', 'url', 'alias'])
    assert.deepEqual(await capes(), hidden.json.capes)
    assert.ok(!(await isSeen(service, account)))
    assert.deepEqual((await hide()).json.capes, hidden.json.capes, 'hidden twice')

    const shown = await show(cape.id)
    assert.equal(shown.status, 200, shown.text)
    assert.deepEqual(shown.json.capes, [cape])
    assert.ok(await isSeen(service, account))
    await hide()
    const inOtherLetters = await show(cape.id.replaceAll('-', '').toUpperCase())
    assert.deepEqual(inOtherLetters.json.capes, [cape])
    assert.deepEqual((await show(cape.id)).json.capes, [cape], 'it is worn already')
  })

  test("an id that is not the cape's is refused and changes nothing, as does another account's cape", async () => {
    const service = await shared()
    const own = await caped(service, 2)
    const other = await caped(service, 3)
    await own.hide()
    await other.hide()
    const error = 'CONSTRAINT_VIOLATION'
    const path = services + active
    for (const capeId of [other.cape.id, own.cape.id.slice(1), '', null, 7, [own.cape.id], {}, undefined]) {
      const { status, json } = await own.show(capeId)
      assert.deepEqual([status, json.path, json.error], [400, path, error], JSON.stringify(capeId))
      assert.match(json.errorMessage, /^The profile does not own this cape/)
    }
    for (const body of ['', '[]', 'null', '"x"', '{"capeId"', 'x'.repeat(70_000)]) {
      const { status, json } = await own.ask(active, 'PUT', body)
      assert.ok([400, 413].includes(status), `${body.slice(0, 9)}: ${status}`)
      assert.equal(json.path, path)
    }
    assert.deepEqual(await own.capes(), [{ ...own.cape, state: 'INACTIVE' }])
    const { access_token: joining } = await deviceTokens(service, own.account, 'game_server_session')
    const refused = await service.request(path, {
      method: 'PUT',
      headers: { authorization: `Bearer ${joining}` },
      body: JSON.stringify({ capeId: own.cape.id }),
    })
    assert.equal(refused.status, 403)
  })

  test('another cape, or removing it, replaces the hidden one', async () => {
    const service = await shared()
    const one = await caped(service, 4)
    await one.hide()
    await one.wear(5)
    const [second] = await one.capes()
    assert.deepEqual([second?.state, (await one.capes()).length], ['ACTIVE', 1])
    assert.notEqual(second?.id, one.cape.id)
    assert.equal((await one.show(one.cape.id)).status, 400)

    await one.hide()
    const browser = browserOf(service)
    await browser.signIn(one.account)
    const page = await browser.get('/account/skin')
    const removed = await browser.send(page, '/account/skin/cape/remove')
    assert.equal(removed.flash, 'Your cape was removed.')
    assert.deepEqual(await one.capes(), [])
    assert.equal((await one.show(second?.id)).status, 400)
  })

  test('its owner sees it on the page as hidden, shows it again there, and has it in the export', async () => {
    const service = await shared()
    const { account, hide, hash, capes, cape, wear } = await caped(service, 6)
    const browser = browserOf(service)
    await browser.signIn(account)
    assert.doesNotMatch((await browser.get('/account/skin')).text, /Show cape/)
    await hide()
    const page = await browser.get('/account/skin')
    for (const shown of ['Your cape is hidden', 'Show cape', 'Upload cape', 'Remove cape', hash])
      assert.ok(page.text.includes(shown), shown)
    assert.equal((await browser.get(`/account/skin/pictures/cape/${hash}`)).status, 200)
    const shown = await browser.send(page, '/account/skin/cape/show', { cape: hash })
    assert.match(shown.flash ?? '', /^Your cape is on again/)
    assert.deepEqual(await capes(), [cape])
    await hide()
    const exported = await browser.send(await browser.get('/account/export'), '/account/export')
    const { cape: worn, hiddenCape } = JSON.parse(exported.text)
    assert.deepEqual([worn, hiddenCape.hash], [null, hash])
    assert.ok(hiddenCape.png)
    await wear(7)
    const stale = await browser.send(page, '/account/skin/cape/show', { cape: hash })
    assert.deepEqual([stale.status, stale.alert], [422, 'This cape is no longer there.'])
  })

  test('an administrator sees a hidden cape, and removes it', async () => {
    const service = await shared()
    const { account, hide, hash, capes, show, cape } = await caped(service, 20)
    await hide()
    const browser = browserOf(service)
    const administrator = await service.account()
    await grantRole(service.context, operator, await service.stored(administrator), 'admin')
    await browser.signIn(administrator)
    const page = await browser.get(`/admin/accounts/${account.id}`)
    assert.ok(page.text.includes(`/textures/${hash}`))
    await browser.send(page, `/admin/accounts/${account.id}/cape/remove`)
    assert.deepEqual(await capes(), [])
    assert.equal((await show(cape.id)).status, 400)
  })

  test('its file stays as long as the account, and not longer', async () => {
    const service = await start()
    const { account, hide, isStored } = await caped(service, 8)
    await hide()
    await sweepTwice(service)
    assert.ok(await isStored())
    await deleteAccount(service.context, operator, await service.stored(account))
    await sweepTwice(service)
    assert.ok(!(await isStored()))
  })

  test('a skin that a launcher resets comes back on the page', async () => {
    const service = await shared()
    const { account, ask } = await caped(service, 9)
    const worn = (await ask('/skins', 'POST', form('skin', 9))).json.skins
    assert.deepEqual((await ask('/skins/active', 'DELETE')).json.skins, [])
    const browser = browserOf(service)
    await browser.signIn(account)
    const page = await browser.get('/account/skin')
    await browser.send(page, '/account/skin/again', { skin: worn[0].textureKey })
    assert.deepEqual((await ask('')).json.skins, worn)
  })

  test('PUT takes from the budget of uploads, so that a program cannot flicker', async () => {
    const service = await start()
    const { show, cape } = await caped(service, 10)
    const statuses: number[] = []
    for (let time = 0; time < 61; time++) statuses.push((await show(cape.id)).status)
    assert.deepEqual(new Set(statuses), new Set([200, 429]))
    assert.equal(statuses.at(-1), 429)
  })

  test('of PUT, DELETE and uploads at once none loses the cape that was set last', async () => {
    const service = await shared()
    const { wear, hide, show, capes, cape } = await caped(service, 11)
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([hide(), show(cape.id), wear(12 + round), hide(), show(cape.id)])
      for (const { status } of answers) assert.ok([200, 204, 400].includes(status), String(status))
      const left = await capes()
      assert.equal(left.length, 1)
      const row = await service.context.db.query
        .selectFrom('account')
        .select(['cape_hash', 'hidden_cape'])
        .where('hidden_cape', 'is not', null)
        .where('cape_hash', 'is not', null)
        .executeTakeFirst()
      assert.equal(row, undefined)
    }
  })
})
