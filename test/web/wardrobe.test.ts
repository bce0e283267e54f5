// /account/wardrobe: what an account keeps, on a page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTexture } from '../../src/domain/game/set-textures.ts'
import { suspendUploads } from '../../src/domain/moderation/uploads.ts'
import { addToWardrobe } from '../../src/domain/wardrobe/add.ts'
import { wardrobeOf } from '../../src/domain/wardrobe/list.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { addCharacter } from '../characters.ts'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf, type PageView } from './browser.ts'

const path = '/account/wardrobe'
const png = (seed: number) => new Uint8Array(makePng(64, 64, noise(seed)))
const file = (seed: number, name = `Skin ${seed}.png`) => new File([png(seed)], name, { type: 'image/png' })

async function keeper(service: RunningService) {
  const account = await service.account()
  const browser = browserOf(service)
  await browser.signIn(account)
  const by = accountActor(account, '192.0.2.1')
  const all = async () => wardrobeOf(service.context, await service.stored(account), { limit: 2000 })
  const send = async (action: string, fields: Record<string, string | Blob>, at = path) =>
    browser.send(await browser.get(at), action, fields)
  /** Presses a button, of which a form has several. */
  const press = async (action: string, fields: Record<string, string>) => {
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec((await browser.get(path)).text) ?? []
    const answer = await browser.post(action, { csrf, ...fields })
    const { status, text } = answer
    const page = status === 303 ? await browser.get(answer.headers.get('location') ?? '') : undefined
    return { status, text, ...page }
  }
  return {
    account,
    browser,
    by,
    all,
    send,
    press,
    page: () => browser.get(path),
    keep: async (seed: number, name: string) =>
      (await addToWardrobe(service.context, by, account, { png: Buffer.from(png(seed)), name })).texture,
    upload: (seed: number) => setTexture(service.context, by, account.id, 'skin', Buffer.from(png(seed))),
    skin: async () => (await service.stored(account)).textures.skin?.hash,
  }
}

const labels = ({ text }: PageView) =>
  [...text.matchAll(/aria-label="([^"]+: [^"]+)"/g)].map(([, name = '']) => name)

onEveryDatabase('the wardrobe on a page', (start) => {
  test('adds, wears, renames and removes, asking first', async () => {
    const service = await start()
    const anna = await keeper(service)
    const empty = await anna.page()
    assert.deepEqual([empty.status, empty.heading], [200, 'Wardrobe'])
    assert.match(empty.text, /You wear neither a skin nor a cape/)
    assert.match(empty.text, /0 of 50/)
    const added = await anna.send(path, { file: file(1), name: ' Red knight ', kind: 'slim' })
    assert.deepEqual([added.path, added.flash], [path, 'Added to your wardrobe.'])
    const [kept] = await anna.all()
    assert.ok(kept)
    assert.deepEqual([kept.name, kept.kind, kept.model, kept.isWorn], ['Red knight', 'skin', 'slim', false])
    assert.deepEqual(labels(added), [
      'Wear: Red knight',
      'Rename: Red knight',
      'Remove: Red knight',
      'Download: Red knight',
    ])
    for (const view of ['', '&amp;view=back'])
      assert.ok(added.text.includes(`/skinsystem/render/${kept.hash}.png?height=128${view}&amp;model=slim`))
    for (const [, picture = ''] of added.text.matchAll(/src="(\/skinsystem\/render[^"]+)"/g))
      assert.equal((await service.get(picture.replaceAll('&amp;', '&'))).status, 200)
    const worn = await anna.press(`${path}/wear`, { id: kept.id })
    assert.match(worn.flash ?? '', /^You wear it now/)
    assert.equal(await anna.skin(), kept.hash)
    assert.match(worn.text, /Worn now/)
    assert.ok(!worn.text.includes('Wear: '))
    const renaming = await anna.browser.get(`${path}/${kept.id}/rename`)
    assert.equal(renaming.heading, 'Rename: Red knight')
    const wrong = await anna.browser.send(renaming, `${path}/${kept.id}/rename`, { name: 'a\u202eb' })
    assert.equal(wrong.status, 422)
    const renamed = await anna.browser.send(wrong, `${path}/${kept.id}/rename`, { name: '<b>Blue' })
    assert.equal(renamed.flash, 'The name was changed.')
    assert.ok(renamed.text.includes('&lt;b&gt;Blue') && !renamed.text.includes('<b>Blue'))
    const asked = await anna.browser.get(`${path}/${kept.id}/remove`)
    assert.deepEqual([asked.status, (await anna.all()).length], [200, 1])
    const removed = await anna.browser.send(asked, `${path}/${kept.id}/remove`)
    assert.deepEqual([removed.path, removed.flash], [path, 'Removed from your wardrobe.'])
    assert.deepEqual([await anna.skin(), await anna.all()], [undefined, []])
    assert.match(removed.text, /<h2>Recent<\/h2>/)
    const again = await anna.press(`${path}/keep`, { skin: kept.hash })
    assert.equal(again.flash, 'Kept in your wardrobe.')
    assert.equal((await anna.all())[0]?.name, 'Skin')
  })

  test('takes several files, of which each gets the name of its file, and says which were refused', async () => {
    const service = await start({ NORN_WARDROBE_SIZE: '3' })
    const anna = await keeper(service)
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec((await anna.page()).text) ?? []
    const sendAll = async (files: File[]) => {
      const body = new FormData()
      body.set('csrf', csrf)
      body.set('name', 'Not this')
      for (const each of files) body.append('file', each)
      const cookie = [...anna.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const init = { method: 'POST', body, headers: { cookie, 'sec-fetch-site': 'same-origin' } }
      return service.request(path, init)
    }
    const bad = new File(['none'], '<i>bad</i>.png')
    const answer = await sendAll([file(1), bad, file(2)])
    assert.equal(answer.status, 422)
    assert.match(answer.text, /<bdi>&lt;i&gt;bad&lt;\/i&gt;\.png<\/bdi>: The file is not a PNG/)
    assert.deepEqual((await anna.all()).map(({ name }) => name).sort(), ['Skin 1', 'Skin 2'])
    const full = await sendAll([file(3), file(4)])
    assert.match(full.text, /Skin 4\.png<\/bdi>: Your wardrobe is full\. Remove something first\./)
    assert.equal((await anna.all()).length, 3)
    const refused = await anna.send(path, { file: file(5) })
    assert.deepEqual([refused.status, refused.alert], [422, 'Your wardrobe is full. Remove something first.'])
    assert.equal((await anna.send(path, {})).alert, 'Choose a file first.')
    const large = await anna.send(path, { file: new Blob([new Uint8Array(3 * 1024 * 1024)]) })
    assert.deepEqual([large.status, large.heading], [413, 'Wardrobe'])
    assert.equal((await anna.browser.post(path, { csrf: 'x' })).status, 403)
  })

  test('shows the last eight that are not kept, and takes off a skin', async () => {
    const service = await start()
    const anna = await keeper(service)
    for (let seed = 0; seed < 10; seed++) {
      await anna.upload(seed)
      service.advance(1000)
    }
    const page = await anna.page()
    const recent = page.text.slice(page.text.indexOf('<h2>Recent</h2>'))
    assert.equal(recent.match(/>Wear<\/button>/g)?.length, 8)
    assert.equal(recent.match(/>Keep<\/button>/g)?.length, 8)
    const [, hash = ''] = /name="skin" value="(\w+)"/.exec(recent) ?? []
    await anna.press(`${path}/again`, { skin: hash })
    assert.equal(await anna.skin(), hash)
    const bare = await anna.send(`${path}/remove-skin`, {})
    assert.equal(bare.flash, 'Your skin was removed.')
    assert.equal(await anna.skin(), undefined)
  })

  test('answers stale forms and other people’s textures with words, and changes nothing', async () => {
    const service = await start()
    const [anna, ben] = [await keeper(service), await keeper(service)]
    const mine = await anna.keep(1, 'Red')
    for (const id of [mine.id, 'x', '', '0'.repeat(32), "' or 1=1"]) {
      const answer = await ben.press(`${path}/wear`, { id })
      assert.equal(answer.status, 422, id)
      assert.match(answer.text, /role="alert">This is no longer in your wardrobe\./)
    }
    for (const action of ['rename', 'remove']) {
      const asked = await ben.browser.get(`${path}/${mine.id}/${action}`)
      assert.deepEqual([asked.path, asked.flash], [path, 'This is no longer in your wardrobe.'])
      await ben.press(`${path}/${mine.id}/${action}`, { name: 'Mine' })
    }
    for (const hash of [mine.hash, 'x', '']) {
      assert.equal((await ben.press(`${path}/keep`, { skin: hash })).status, 422)
      assert.equal((await ben.press(`${path}/again`, { skin: hash })).status, 422)
    }
    assert.deepEqual([await ben.all(), await ben.skin(), (await anna.all())[0]], [[], undefined, mine])
    // Two tabs: the second removes what the first has removed, and wears it.
    const tabs = [await anna.browser.get(`${path}/${mine.id}/remove`), await anna.page()]
    await anna.browser.send(tabs[0] as PageView, `${path}/${mine.id}/remove`)
    const late = await anna.browser.send(tabs[0] as PageView, `${path}/${mine.id}/remove`)
    assert.equal(late.flash, 'This is no longer in your wardrobe.')
    assert.equal((await anna.press(`${path}/wear`, { id: mine.id })).status, 422)
  })

  test('is one for all players of an account, and dresses the one that it is about', async () => {
    const service = await start({ NORN_CHARACTERS: '3' })
    const anna = await keeper(service)
    const bea = await addCharacter(service, anna.account, 'Bea')
    const texture = await anna.keep(1, 'Red')
    const at = `${path}?for=${bea.id}`
    assert.match((await anna.browser.get(at)).text, /Wear: Red/)
    const answer = await anna.press(`${path}/wear?for=${bea.id}`, { id: texture.id })
    assert.equal(answer.path, at)
    assert.equal((await service.stored(bea)).textures.skin?.hash, texture.hash)
    assert.equal(await anna.skin(), undefined)
    const ben = await keeper(service)
    assert.equal((await ben.browser.get(at)).status, 404)
  })

  test('has pages, and none weighs too much', async () => {
    const service = await start()
    const anna = await keeper(service)
    for (let seed = 0; seed < 50; seed++) {
      await anna.keep(seed, `Skin number ${seed}`)
      service.advance(60_000)
    }
    const seen: string[] = []
    for (let next: string | undefined = path; next !== undefined; ) {
      const page: PageView = await anna.browser.get(next)
      assert.ok(Buffer.byteLength(page.text) < 21_000, `${Buffer.byteLength(page.text)}`)
      seen.push(...labels(page).filter((name) => name.startsWith('Wear: ')))
      next = /<a href="([^"]+)">Next<\/a>/.exec(page.text)?.[1]
    }
    assert.equal(new Set(seen).size, 50)
    assert.equal(seen[0], 'Wear: Skin number 49')
    assert.equal((await anna.browser.get(`${path}?after=x`)).status, 200)
  })

  test('says where another skin system decides, where nothing can be changed, and shows more than may be kept', async () => {
    const database = { NORN_SKIN_SYSTEM_URL: 'http://127.0.0.1:1', NORN_SKINS: 'off', NORN_CAPES: 'off' }
    const service = await start(database)
    const anna = await keeper(service)
    const page = await anna.page()
    for (const words of ['another skin system', 'Skins can’t be changed here', 'Capes can’t be changed here'])
      assert.ok(page.text.includes(words), words)
    for (const seed of [8, 9])
      await setTexture(service.context, operator, anna.account.id, 'skin', Buffer.from(png(seed)))
    const useless = /type="file"|#add|>Keep<|>Wear</
    assert.doesNotMatch((await anna.page()).text, useless)
    // A form that was opened before.
    const [csrf = ''] = /<input type="hidden" name="csrf"[^>]*>/.exec(page.text) ?? []
    const text = `<form method="post" action="${path}" enctype="multipart/form-data">${csrf}</form>`
    const refused = await anna.browser.send({ ...page, text }, path, { file: file(1) })
    assert.deepEqual([refused.status, await anna.all()], [403, []])

    const small = await start({ NORN_WARDROBE_SIZE: '2' })
    const ben = await keeper(small)
    const [first, second] = [await ben.keep(1, 'Red'), await ben.keep(2, 'Blue')]
    // Two more, as kept while more were allowed.
    const row = await small.context.db.query
      .selectFrom('wardrobe_texture')
      .selectAll()
      .executeTakeFirstOrThrow()
    for (const hash of ['c'.repeat(64), 'd'.repeat(64)])
      await small.context.db.query
        .insertInto('wardrobe_texture')
        .values({ ...row, id: hash.slice(0, 32), hash, name: `Old ${hash[0]}` })
        .execute()
    const full = await ben.page()
    assert.match(full.text, /4 of 2/)
    assert.equal(labels(full).filter((name) => name.startsWith('Wear: ')).length, 4)
    assert.equal(
      (await ben.send(path, { file: file(3) })).alert,
      'Your wardrobe is full. Remove something first.',
    )
    await ben.press(`${path}/wear`, { id: first.id })
    assert.equal(await ben.skin(), first.hash)
    await ben.press(`${path}/${second.id}/remove`, {})
    assert.equal((await ben.all()).length, 3)
  })

  test('offers nothing that is refused while uploads are suspended, and no less than that', async () => {
    const service = await start({ NORN_LIBRARY: 'public' })
    const anna = await keeper(service)
    await anna.keep(1, 'Red')
    for (const seed of [2, 3]) await anna.upload(seed)
    const bringing = ['type="file"', '#add', '>Keep<', '>Rename<', '>Share<', '>Upload skin<']
    const all = async () => `${(await anna.page()).text}${(await anna.browser.get('/account/skin')).text}`
    const open = await all()
    for (const each of bringing) assert.ok(open.includes(each), each)
    await suspendUploads(service.context, operator, await service.stored(anna.account))
    const closed = await all()
    for (const each of bringing) assert.ok(!closed.includes(each), each)
    assert.equal(closed.split('A moderator has suspended your uploads.').length, 3)
    for (const each of ['>Wear<', '>Remove<', '>Remove skin<']) assert.ok(closed.includes(each), each)
  })

  test('is not there where it is off', async () => {
    const service = await start({ NORN_WARDROBE_SIZE: '0' })
    const anna = await keeper(service)
    assert.equal((await anna.page()).status, 404)
    for (const page of ['/account', '/account/skin'])
      assert.ok(!(await anna.browser.get(page)).text.includes('ardrobe'), page)
  })
})
