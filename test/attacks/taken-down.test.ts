// A skin that a moderator takes down is gone from every instance, and comes back by no way in.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { addToWardrobe } from '../../src/domain/wardrobe/add.ts'
import { Folder } from '../../src/lib/files/folder.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { importAccounts } from '../../src/moving/import/import.ts'
import { accountsOfLines } from '../../src/moving/lines.ts'
import { kinds } from '../databases.ts'
import { hasJoined, join, startOn } from '../instances/instances.ts'
import { makePng, noise } from '../png.ts'
import { operator, type RunningService, type TestAccount } from '../service.ts'
import { browserOf } from '../web/browser.ts'

const bad = makePng(64, 64, noise(1))
const pixel = (png: Buffer) => new File([new Uint8Array(png)], 'skin.png', { type: 'image/png' })
const said = 'This picture was taken down.'

/** The skin that a game server is told when the player joins. */
async function skinAtJoin(service: RunningService, player: TestAccount, token: string, serverId: string) {
  assert.ok((await join(service, player, token, serverId)).status < 300)
  const answer = await hasJoined(service, player.username, serverId)
  const [textures] = answer.json.properties
  return JSON.parse(Buffer.from(textures.value, 'base64').toString()).textures.SKIN?.url as string | undefined
}

/** Sends the picture by each way in, and returns what the player is told. */
async function everyWay(service: RunningService, player: TestAccount, png: Buffer) {
  const headers = { authorization: `Bearer ${await service.signIn(player)}` }
  const ask = async (method: string, path: string, fields: Record<string, string | File>) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    return service.request(path, { method, headers, body })
  }
  const browser = browserOf(service)
  await browser.signIn(player)
  const page = async (path: string, fields: Record<string, File>) => {
    const { status, alert } = await browser.send(await browser.get(path), path, fields)
    return [status, alert]
  }
  const launcher = await ask('PUT', `/authlib-injector/api/user/profile/${player.id}/skin`, {
    file: pixel(png),
  })
  const services = await ask('POST', '/authlib-injector/minecraftservices/game/profile/skins', {
    file: pixel(png),
    variant: 'slim',
  })
  const wardrobe = await ask('POST', '/api/v1/me/wardrobe', { file: pixel(png), name: 'Again' })
  return {
    page: await page('/account/skin', { skin: pixel(png) }),
    'wardrobe page': await page('/account/wardrobe', { file: pixel(png) }),
    wardrobe: [wardrobe.status, wardrobe.json.code, wardrobe.json.detail],
    launcher:
      launcher.status === 204 ? [204] : [launcher.status, launcher.json.error, launcher.json.errorMessage],
    services: [services.status, services.json.error, services.json.errorMessage],
  }
}

let imported = 0

/** Imports an account that wears the picture, and returns why that is refused. */
async function importedWith({ context }: RunningService, png: Buffer): Promise<string[]> {
  const directory = await mkdtemp(joinPath(tmpdir(), 'norn-taken-down-'))
  try {
    await writeFile(joinPath(directory, 'bad.png'), png)
    const line = JSON.stringify({ username: `Imported_${++imported}`, passwordHash: '!', skin: 'bad.png' })
    const accounts = accountsOfLines(context, Readable.from([Buffer.from(line)]))
    const reasons: string[] = []
    for await (const { refused } of importAccounts(context, operator, accounts, {
      folder: new Folder(directory),
    }))
      reasons.push(...refused.map((entry) => entry.refused.reason))
    return reasons
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

for (const kind of kinds()) {
  test(`reported by name, taken down, shown on nobody by any instance, and refused by every way in (${kind})`, async (t) => {
    const instances = await startOn(t, kind, { NORN_LIBRARY: 'off' })
    const [here] = instances
    const there = instances.at(-1) ?? here
    const [wearer, other, keeper] = [await here.account(), await here.account(), await here.account()]
    const upload = async (player: TestAccount, service: RunningService) => {
      const token = await service.signIn(player)
      const body = new FormData()
      body.append('file', pixel(bad))
      const path = `/authlib-injector/api/user/profile/${player.id}/skin`
      const headers = { authorization: `Bearer ${token}` }
      assert.equal((await service.request(path, { method: 'PUT', headers, body })).status, 204)
      return token
    }
    const tokens = [await upload(wearer, here), await upload(other, there)]
    await addToWardrobe(there.context, accountActor(keeper, '192.0.2.1'), keeper, { png: bad, name: 'Kept' })
    const hash = (await here.stored(wearer)).textures.skin?.hash ?? ''
    for (const service of instances) {
      assert.match((await skinAtJoin(service, wearer, tokens[0] ?? '', 'before')) ?? '', new RegExp(hash))
      assert.equal((await service.get(`/textures/${hash}`)).status, 200)
    }

    const reporter = browserOf(there)
    await reporter.signIn(await here.account())
    const form = { player: wearer.username.toUpperCase(), kind: 'skin', reason: 'not for children' }
    const reported = await reporter.send(await reporter.get('/report'), '/report', form)
    assert.equal(reported.path, '/account/reports')
    const boss = await here.account()
    await grantRole(here.context, operator, await here.stored(boss), 'moderator')
    const moderator = browserOf(here)
    await moderator.signIn(boss)
    const queue = await moderator.get('/admin/reports')
    const [, report = ''] = /\/admin\/reports\/([0-9a-f]{32})"/.exec(queue.text) ?? []
    const press = async (action: string, fields: Record<string, string>) => {
      const [, csrf = ''] =
        /name="csrf" value="([^"]+)"/.exec((await moderator.get('/admin/reports?state=closed')).text) ?? []
      const answer = await moderator.post(`/admin/reports/${action}`, { csrf, report, ...fields })
      assert.equal(answer.status, 303)
    }
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(queue.text) ?? []
    const taken = await moderator.post('/admin/reports/take-down', {
      csrf,
      report,
      [`reason-${report}`]: 'Not here',
    })
    assert.equal(taken.status, 303)

    for (const service of instances) {
      for (const [at, player] of [wearer, other].entries())
        assert.equal(await skinAtJoin(service, player, tokens[at] ?? '', 'after'), undefined)
      assert.equal((await service.get(`/textures/${hash}`)).status, 404)
      assert.equal((await service.get(`/skinsystem/render/${hash}.png`)).status, 404)
    }
    for (const service of new Set([here, there])) {
      const { page, 'wardrobe page': wardrobePage, ...rest } = await everyWay(service, wearer, bad)
      assert.deepEqual(
        [page, wardrobePage],
        [
          [422, said],
          [422, said],
        ],
      )
      assert.deepEqual(rest, {
        wardrobe: [422, 'texture_taken_down', said],
        launcher: [403, 'ForbiddenOperationException', said],
        services: [403, 'ForbiddenOperationException', said],
      })
      assert.deepEqual(await importedWith(service, bad), ['texture_taken_down'])
    }
    assert.equal((await here.stored(wearer)).textures.skin, undefined)

    const pages = browserOf(here)
    await pages.signIn(wearer)
    for (const path of ['/account/wardrobe', '/account/skin'])
      assert.ok(!(await pages.get(path)).text.includes(hash), `${path}: nothing of it can be worn again`)
    await press('restore', {})
    const wardrobe = browserOf(there)
    await wardrobe.signIn(keeper)
    const kept = await wardrobe.get('/account/wardrobe')
    assert.match(kept.text, new RegExp(`/skinsystem/render/${hash}`))
    assert.doesNotMatch(kept.text, /Taken down/)
    for (const service of instances) {
      assert.equal(await skinAtJoin(service, wearer, tokens[0] ?? '', 'restored'), undefined)
      assert.equal((await service.get(`/textures/${hash}`)).status, 200)
    }
    assert.equal((await everyWay(there, wearer, bad)).page[0], 200)
  })
}
