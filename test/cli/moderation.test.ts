// norn texture list, hide and unhide, norn report, norn account uploads: moderation by command, as players see it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareTexture } from '../../src/domain/library/share.ts'
import { reportTexture } from '../../src/domain/moderation/report.ts'
import { addToWardrobe } from '../../src/domain/wardrobe/add.ts'
import { wearFromWardrobe } from '../../src/domain/wardrobe/wear.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase } from '../service.ts'
import { install } from './norn.ts'

onEveryDatabase('moderation by command', (start) => {
  test('hides and brings back textures, decides about reports, and suspends uploads', async (t) => {
    const service = await start({ NORN_LIBRARY: 'public', NORN_LIBRARY_REVIEW: 'on' })
    const { context } = service
    const norn = await install()
    t.after(() => norn.remove())
    const own = { NORN_DATABASE_URL: context.config.databaseUrl, NORN_BASE_URL: 'https://play.example.org' }
    const run = (line: string[], variables = {}) => norn.run(line, { variables: { ...own, ...variables } })
    const json = async (...line: string[]) => {
      const { status, stdout, stderr } = await run([...line, '--json'])
      assert.equal(status, 0, stderr)
      return JSON.parse(stdout)
    }
    const [steve, alex] = [
      await service.account({ username: 'Steve' }),
      await service.account({ username: 'Alex' }),
    ]
    const by = accountActor(steve, '192.0.2.1')
    const png = makePng(64, 64, noise(1))
    const { texture } = await addToWardrobe(context, by, steve, { png, name: 'Kept' })
    const { id, hash } = texture
    await wearFromWardrobe(context, by, await service.stored(steve), id)
    const headers = { authorization: `Bearer ${await service.signIn(steve)}` }
    const inWardrobe = async () => {
      const { items } = (await service.get('/api/v1/me/wardrobe', { headers })).json
      return items.map((one: { hash: string; state: string; shared: string }) => [
        one.hash,
        one.state,
        one.shared,
      ])
    }
    const file = async () => (await service.get(`/textures/${hash}`)).status
    const stored = {
      id: hash,
      hash,
      kind: 'skin',
      place: 'database',
      sharedBy: null,
      hidden: false,
      reason: null,
    }
    const [listed] = await json('texture', 'list')
    assert.deepEqual(listed, { ...stored, bytes: listed.bytes, worn: 1, kept: 1 })
    assert.ok(listed.bytes > 0)
    assert.deepEqual(await json('texture', 'list', '--account', 'Steve'), [listed])
    assert.deepEqual(await json('texture', 'list', '--account', 'Alex'), [])
    assert.deepEqual(await json('texture', 'list', '--hidden'), [])

    // The address of the store is named, too, while textures are there.
    const store = {
      NORN_TEXTURES_URL: 's3://textures/norn?endpoint=http://127.0.0.1:9',
      NORN_TEXTURES_PUBLIC_URL: 'https://cdn.example.org/skins',
      NORN_S3_KEY_ID: 'k',
      NORN_S3_SECRET: 's',
    }
    const here = `https://play.example.org/textures/${hash}`
    for (const [variables, addresses] of [
      [store, `${here} and https://cdn.example.org/skins/${hash}`],
      [{}, here],
    ] as const) {
      const hidden = await run(['texture', 'hide', hash, '--reason', 'Rude', '--json'], variables)
      assert.deepEqual(
        [hidden.status, hidden.stderr],
        [0, `note: remove ${addresses} from the cache of a proxy or CDN, if there is one\n`],
      )
      const shown = JSON.parse(hidden.stdout)
      assert.deepEqual([shown.hash, shown.hidden, shown.worn, shown.reason], [hash, true, 0, 'Rude'])
      assert.deepEqual(await json('texture', 'list', '--hidden'), [{ ...shown, id: hash }])
      assert.deepEqual(await json('texture', 'list'), [])
      assert.equal((await service.stored(steve)).textures.skin, undefined)
      assert.deepEqual([await file(), await inWardrobe()], [404, [[hash, 'taken_down', 'no']]])
      assert.equal((await json('texture', 'unhide', hash)).hidden, false)
      assert.deepEqual([await file(), await inWardrobe()], [200, [[hash, 'kept', 'no']]])
    }
    const again = await run(['texture', 'unhide', hash])
    assert.equal(again.status, 1)
    const unknown = await run(['texture', 'hide', 'ab'.repeat(32)])
    assert.deepEqual([unknown.status, unknown.stdout], [1, ''])
    assert.match(unknown.stderr, /the texture does not exist/)

    const player = await service.stored(steve)
    await wearFromWardrobe(context, by, player, id)
    const asAlex = accountActor(alex, '192.0.2.2')
    const about = { player: 'Steve', kind: 'skin', reason: 'Looks rude' } as const
    await reportTexture(context, asAlex, await service.stored(alex), about)
    const [report, ...none] = await json('report', 'list', '--state', 'open')
    assert.deepEqual(
      [report.hash, report.name, report.reporter, report.reason, none],
      [hash, 'Steve', 'Alex', 'Looks rude', []],
    )
    assert.deepEqual(await json('report', 'close', report.id), { id: report.id })
    assert.deepEqual(await json('report', 'list', '--state', 'open'), [])
    const [closed] = await json('report', 'list')
    assert.deepEqual([closed.state, closed.by, closed.id], ['kept', closed.by, report.id])
    assert.equal((await run(['report', 'close', report.id])).status, 1, 'it is closed already')
    assert.equal((await service.stored(steve)).textures.skin?.hash, hash)

    // A review: refused with a note, and published when it is shared again.
    const open = async () => (await json('report', 'list', '--state', 'open'))[0].id
    await shareTexture(context, by, player, id)
    assert.deepEqual(await inWardrobe(), [[hash, 'kept', 'waiting']])
    const refused = await open()
    await json('report', 'refuse', refused, '--note', 'Not here')
    assert.deepEqual(await inWardrobe(), [[hash, 'kept', 'refused']])
    assert.equal((await run(['report', 'publish', refused])).status, 1, 'it is decided')
    await shareTexture(context, by, player, id)
    await json('report', 'publish', await open())
    assert.deepEqual(await inWardrobe(), [[hash, 'kept', 'yes']])
    assert.equal((await json('texture', 'list'))[0].sharedBy, 'Steve')

    const upload = async () => {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 's.png')
      const path = `/authlib-injector/api/user/profile/${steve.id}/skin`
      return (await service.request(path, { method: 'PUT', headers, body: form })).status
    }
    const off = await json('account', 'uploads', 'Steve', 'off', '--reason', 'Three rude skins')
    assert.deepEqual(off, {
      id: steve.id,
      username: 'Steve',
      allowed: false,
      reason: 'Three rude skins',
    })
    assert.equal(await upload(), 403)
    const wrong = await run(['account', 'uploads', 'Steve', 'on', '--reason', 'x'])
    assert.deepEqual([wrong.status, /--reason needs off/.test(wrong.stderr)], [2, true])
    assert.equal(await upload(), 403)
    const on = await run(['account', 'uploads', 'Steve', 'on'])
    assert.equal(on.stdout, 'Steve can upload skins and capes.\n')
    assert.equal(await upload(), 204)
  })
})
