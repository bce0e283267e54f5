// With NORN_SKINS and NORN_CAPES off, players change nothing by any way in, and keep what they wear.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hideCape } from '../../src/domain/game/hidden-cape.ts'
import { removeTexture, setTexture, setTextures } from '../../src/domain/game/set-textures.ts'
import { shareTexture } from '../../src/domain/library/share.ts'
import { addToWardrobe } from '../../src/domain/wardrobe/add.ts'
import { addCharacter } from '../characters.ts'
import { makePng, noise } from '../png.ts'
import { type Answer, onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'

const picture = {
  skin: (seed: number) => makePng(64, 64, noise(seed)),
  cape: (seed: number) => makePng(64, 32, noise(seed)),
}
const file = (png: Buffer) => new Blob([new Uint8Array(png)], { type: 'image/png' })
const profile = '/authlib-injector/minecraftservices/game/profile'
const said = { skin: "Skins can't be changed here.", cape: "Capes can't be changed here." }
const onPage = { skin: 'Skins can’t be changed here.', cape: 'Capes can’t be changed here.' }

/** Every way in for a launcher, by the kind that it changes. */
async function ways(service: RunningService, account: { id: string; username: string; password: string }) {
  const headers = { authorization: `Bearer ${await service.signIn(account)}` }
  const form = (kind: 'skin' | 'cape') => {
    const fields = new FormData()
    fields.set('file', file(picture[kind](9)), 'picture.png')
    return fields
  }
  const of = (kind: 'skin' | 'cape') => `/authlib-injector/api/user/profile/${account.id}/${kind}`
  const ask = (path: string, method: string, body?: FormData | string) => (): Promise<Answer> =>
    service.request(path, { method, headers, ...(body !== undefined && { body }) })
  const { hiddenCape, textures } = await service.stored(account)
  const cape = hiddenCape ?? textures.cape?.hash ?? ''
  const capeId = cape.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5')
  return {
    skin: [
      ask(of('skin'), 'PUT', form('skin')),
      ask(of('skin'), 'DELETE'),
      ask(`${profile}/skins`, 'POST', form('skin')),
      ask(`${profile}/skins/active`, 'DELETE'),
    ],
    cape: [
      ask(`${profile}/capes/active`, 'PUT', JSON.stringify({ capeId })),
      ask(`${profile}/capes/active`, 'DELETE'),
      ask(of('cape'), 'PUT', form('cape')),
      ask(of('cape'), 'DELETE'),
    ],
  }
}

/** Gives an account roles, without ending its sessions. */
const give = ({ context }: RunningService, { id }: { id: string }, roles: string | null) =>
  context.db.query.updateTable('account').set({ roles }).where('id', '=', id).execute()

/** A player with a former skin, a skin, and a cape that is hidden. */
async function dressed(service: RunningService, account: { id: string; username: string }) {
  const { context } = service
  const own = { kind: 'account', id: account.id, name: account.username, role: 'admin' } as const
  await setTextures(context, operator, account.id, {
    skin: { png: picture.skin(1) },
    cape: { png: picture.cape(2) },
  })
  await setTexture(context, own, account.id, 'skin', picture.skin(3))
  await hideCape(context, operator, account.id)
}

/** Somebody else's picture in the library, by its id. */
async function sharedByAnother(service: RunningService, kind: 'skin' | 'cape'): Promise<string> {
  const { context } = service
  const other = await service.account()
  const sent = { png: picture[kind](7), name: 'Shared', kind }
  const { texture } = await addToWardrobe(context, operator, other, sent)
  await shareTexture(context, operator, await service.stored(other), texture.id)
  return (await context.db.query.selectFrom('shared_texture').select('id').executeTakeFirstOrThrow()).id
}

onEveryDatabase('skins and capes that players can’t change', (start) => {
  for (const kind of ['skin', 'cape'] as const) {
    const other = kind === 'skin' ? 'cape' : 'skin'
    test(`${kind}s: no way in for players, and every way for administrators`, async () => {
      const service = await start({
        [kind === 'skin' ? 'NORN_SKINS' : 'NORN_CAPES']: 'off',
        NORN_CHARACTERS: '2',
      })
      const { context } = service
      const account = await service.account()
      const character = await addCharacter(service, account, 'Own_Second')
      for (const player of [account, { ...character, password: account.password }]) {
        await dressed(service, player)
        const before = await service.stored(player)
        const rows = async () =>
          (
            await context.db.query
              .selectFrom('guess')
              .select('key')
              .where('key', 'like', 'upload:%')
              .execute()
          ).length
        const budgets = await rows()
        const all = await ways(service, player)
        for (const way of all[kind]) {
          const answer = await way()
          assert.equal(answer.status, 403)
          assert.equal(answer.json.error, 'ForbiddenOperationException')
          assert.equal(answer.json.errorMessage, said[kind])
          assert.equal((await service.logLine(answer)).reason, `${kind}s_off`)
        }
        const after = await service.stored(player)
        assert.deepEqual([after.textures, after.hiddenCape], [before.textures, before.hiddenCape])
        assert.equal(await rows(), budgets, 'what is refused costs nothing of the budget')
        for (const way of all[other]) assert.ok((await way()).status < 300)
      }

      await give(service, account, 'admin')
      await dressed(service, account)
      for (const way of (await ways(service, account))[kind])
        assert.ok((await way()).status < 300, 'an administrator')
      await setTexture(context, operator, account.id, kind, picture[kind](5))
      await removeTexture(context, operator, account.id, kind)
    })

    test(`${kind}s: the page has no form for them and says why, and a form from before is 403`, async () => {
      const service = await start({
        [kind === 'skin' ? 'NORN_SKINS' : 'NORN_CAPES']: 'off',
        NORN_LIBRARY: 'public',
      })
      const account = await service.account()
      await dressed(service, account)
      const shared = await sharedByAnother(service, kind)
      const before = await service.stored(account)
      const browser = browserOf(service)
      await browser.signIn(account)
      await give(service, account, 'admin')
      const former = await browser.get('/account/skin')
      await give(service, account, 'moderator')
      const page = await browser.get('/account/skin')
      assert.ok(page.text.includes(onPage[kind]) && !page.text.includes(onPage[other]))
      assert.ok(!page.text.includes(`id="${kind}" `) && page.text.includes(`<input id="${other}"`))
      assert.equal(page.text.includes('Former skins'), kind === 'cape')
      const actions = {
        skin: {
          '': { skin: file(picture.skin(4)) },
          '/remove': {},
          '/again': { skin: before.textures.skin?.hash ?? '' },
        },
        cape: {
          '/cape': { cape: file(picture.cape(4)) },
          '/cape/remove': {},
          '/cape/show': { cape: before.hiddenCape ?? '' },
        },
      }[kind]
      for (const [action, fields] of Object.entries(actions)) {
        const refused = await browser.send(former, `/account/skin${action}`, fields)
        assert.deepEqual(
          [refused.status, refused.heading, refused.alert],
          [403, 'Skin and cape', onPage[kind]],
        )
      }
      const after = await service.stored(account)
      assert.deepEqual([after.textures, after.hiddenCape], [before.textures, before.hiddenCape])

      const worn = (kind === 'skin' ? before.textures.skin?.hash : before.hiddenCape) ?? ''
      const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(page.text) ?? []
      const keeping = async () => {
        const added = await browser.post(`/library/${shared}/add`, { csrf })
        const kept = await browser.post('/account/wardrobe/keep', { csrf, [kind]: worn })
        const rows = service.context.db.query.selectFrom('wardrobe_texture').select('id')
        const own = await rows.where('account_id', '=', account.id).execute()
        return [...[added, kept].map(({ status, text }) => [status, text.includes(onPage[kind])]), own.length]
      }
      assert.deepEqual(await keeping(), [[403, true], [403, true], 0])

      await give(service, account, 'admin')
      assert.deepEqual(await keeping(), [[303, false], [303, false], 2])
      const own = await browser.get('/account/skin')
      assert.ok(own.text.includes(`<input id="${kind}"`) && !own.text.includes(onPage[kind]))
      assert.equal(
        (await browser.send(own, `/account/skin${Object.keys(actions)[0]}`, Object.values(actions)[0]))
          .status,
        200,
      )
    })
  }
})
