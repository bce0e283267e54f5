import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removeTexture, setTexture } from '../../src/domain/game/set-textures.ts'
import { sweep, sweepUnworn } from '../../src/jobs/sweep.ts'
import { textureByHash } from '../../src/storage/textures/textures.ts'
import { makePng, noise, type Paint } from '../png.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { type Browser, browserOf } from './browser.ts'

const day = 86_400_000
const file = (png: Buffer) => new Blob([new Uint8Array(png)], { type: 'image/png' })
const skin = (seed: number) => file(makePng(64, 64, noise(seed)))
const slim: Paint = (x, y) => (x >= 54 && x < 56 && y >= 20 && y < 32 ? [0, 0, 0, 0] : [9, 9, 9, 255])
const path = '/account/skin'

const cookiesOf = ({ cookies }: Browser) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** A signed-in browser that opens the page. */
async function dresser(service: RunningService) {
  const account = await service.account()
  const browser = browserOf(service)
  const send = async (action: string, fields: Record<string, string | Blob> = {}) =>
    browser.send(await browser.get(path), path + action, fields)
  const worn = async () => (await service.stored(account)).textures
  await browser.signIn(account)
  const formerHashes = async () =>
    [...(await browser.get(path)).text.matchAll(/name="skin" value="([0-9a-f]{64})"/g)].map(
      ([, hash = '']) => hash,
    )
  return { account, browser, send, worn, formerHashes }
}

onEveryDatabase('/account/skin', (start, shared) => {
  test('sets and removes skin and cape, with the model chosen or detected, and confirms it', async () => {
    const service = await shared()
    const { browser, send, worn, account } = await dresser(service)
    const first = await browser.get(path)
    assert.equal(first.heading, 'Skin and cape')
    for (const nothing of ['Remove skin', 'Remove cape', 'Former skins'])
      assert.ok(!first.text.includes(nothing))
    assert.ok(first.text.includes(`src="/skinsystem/bust/${account.id}.png?size=256"`))

    for (const [fields, model] of [
      [{ skin: file(makePng(64, 64, slim)) }, 'slim'],
      [{ skin: skin(1) }, 'default'],
      [{ skin: skin(1), model: 'slim' }, 'slim'],
      [{ skin: file(makePng(64, 64, slim)), model: 'default' }, 'default'],
    ] as const) {
      const answer = await send('', fields)
      assert.deepEqual([answer.status, answer.path], [200, path])
      assert.equal(answer.flash, 'Your new skin is on. Other players see it when you next join a server.')
      assert.equal((await worn()).skin?.model, model)
    }
    const caped = await send('/cape', { cape: file(makePng(22, 17, noise(2))) })
    assert.match(caped.flash ?? '', /^Your new cape is on/)
    assert.ok(
      caped.text.includes(`src="/account/skin/pictures/cape/${(await worn()).cape?.hash}" alt="Your cape"`),
    )
    assert.equal((await send('/cape/remove')).flash, 'Your cape was removed.')
    assert.equal((await send('/remove')).flash, 'Your skin was removed.')
    assert.deepEqual(await worn(), { skin: undefined, cape: undefined })
    const { rows } = await service.context.db.query
      .selectFrom('audit_entry')
      .select((row) => row.fn.countAll<number>().as('rows'))
      .where('account_id', '=', account.id)
      .where('event', 'in', ['texture.set', 'texture.removed'])
      .where('actor_kind', '=', 'account')
      .executeTakeFirstOrThrow()
    assert.equal(rows, 7)
  })

  test('shows the form again, with the reason, to somebody who sent a file that is far too large', async () => {
    const service = await shared()
    const { browser, send, worn } = await dresser(service)
    for (const [action, name] of [
      ['', 'skin'],
      ['/cape', 'cape'],
    ] as const) {
      const refused = await send(action, { [name]: new Blob([new Uint8Array(1_200_000)]) })
      assert.deepEqual([refused.status, refused.heading], [413, 'Skin and cape'])
      assert.equal(refused.alert, 'The file is larger than 1 MiB. Make it smaller and try again.')
      assert.match(refused.text, new RegExp(`<input id="${name}"[^>]* aria-invalid="true"`))
      assert.equal((await service.logLine(refused)).reason, 'body_too_large')
      const mended = { [name]: file(makePng(64, 32, noise(1))) }
      assert.match((await browser.send(refused, path + action, mended)).flash ?? '', /^Your new/)
    }
    assert.ok((await worn()).skin && (await worn()).cape)
  })

  test('refuses an invalid skin or cape next to its field, and changes nothing', async () => {
    const service = await shared()
    const { browser, send, worn } = await dresser(service)
    await send('', { skin: skin(3) })
    const before = await worn()
    for (const [action, name, sent, alert] of [
      ['', 'skin', '', /^Choose a file first/],
      ['', 'skin', new Blob(['no picture']), /^The file is not a PNG image/],
      ['', 'skin', file(makePng(63, 64, noise(1))), /not the right size.* A PNG of 64×64 or 64×32 pixels/],
      [
        '/cape',
        'cape',
        file(makePng(64, 64, noise(1))),
        /not the right size.* A PNG of 64×32 or 22×17 pixels/,
      ],
      ['', 'skin', new Blob([new Uint8Array(1024 * 1024 + 1)]), /^The file is larger than 1 MiB/],
      ['/cape', 'cape', skin(1), /^The picture is not the right size/],
    ] as const) {
      const answer = await send(action, { [name]: sent })
      assert.equal(answer.status, 422, String(alert))
      assert.match(answer.alert ?? '', alert)
      assert.match(
        answer.text,
        new RegExp(`<input id="${name}"[^>]* aria-describedby="alert [^>]*aria-invalid="true"`),
      )
      assert.equal(answer.text.match(/aria-invalid/g)?.length, 1)
    }
    const large = await send('', { skin: new Blob([new Uint8Array(3 * 1024 * 1024)]) })
    assert.deepEqual([large.status, large.heading], [413, 'Skin and cape'])
    assert.equal((await browser.post(path, { skin: 'x' })).status, 403)
    assert.deepEqual(await worn(), before)
    assert.equal((await browser.get(`${path}/cape`)).path, path)
    const stranger = await service.request(path, { method: 'POST', body: 'x' })
    assert.deepEqual([stranger.status, stranger.headers.get('location')], [303, `/sign-in?next=${path}`])
  })

  test('keeps the last eight former skins, which can be selected again', async () => {
    const service = await start()
    const { context } = service
    const { send, worn, formerHashes, account } = await dresser(service)
    const hashes: string[] = []
    for (let seed = 0; seed < 10; seed++) {
      await send('', { skin: skin(seed), ...(seed === 8 && { model: 'slim' }) })
      hashes.push((await worn()).skin?.hash ?? '')
      service.advance(1000)
    }
    const [tenth = '', ninth = '', ...older] = hashes.toReversed()
    assert.deepEqual(await formerHashes(), [ninth, ...older.slice(0, 7)])
    assert.equal(
      await textureByHash(context.db, hashes[0] ?? ''),
      undefined,
      'a skin that nobody can select is deleted',
    )

    const again = await send('/again', { skin: ninth })
    assert.match(again.flash ?? '', /^Your new skin is on/)
    assert.deepEqual((await worn()).skin, { hash: ninth, model: 'slim' })
    assert.deepEqual(await formerHashes(), [tenth, ...older.slice(0, 7)])
    const gone = await send('/again', { skin: hashes[0] ?? '' })
    assert.deepEqual(
      [gone.status, gone.alert],
      [422, 'That skin is no longer kept. Choose another, or upload it again.'],
    )
    assert.equal((await worn()).skin?.hash, ninth)

    // A skin that an operator removes or replaces is not offered.
    await setTexture(context, operator, account.id, 'skin', makePng(64, 64, noise(99)))
    await removeTexture(context, operator, account.id, 'skin')
    assert.deepEqual(await formerHashes(), [tenth, ...older.slice(0, 7)])

    // Kept for a year, even if nobody wears it.
    service.advance(300 * day)
    for (let swept = 0; swept < 3; swept++, service.advance(2 * day)) await sweepUnworn(context, '')
    assert.ok(await textureByHash(context.db, tenth))
    service.advance(60 * day)
    await sweep(context)
    for (let swept = 0; swept < 3; swept++, service.advance(2 * day)) await sweepUnworn(context, '')
    assert.equal(await textureByHash(context.db, tenth), undefined)
  })

  test('the pictures of former skins and the cape are small, of one size, and for their player alone', async () => {
    const service = await start({ NORN_TEXTURE_MAX_SCALE: '4' })
    const { browser, send, account } = await dresser(service)
    for (let seed = 0; seed < 9; seed++) {
      await send('', { skin: file(makePng(256, 256, noise(seed))) })
      service.advance(1000)
    }
    await send('/cape', { cape: file(makePng(256, 128, noise(20))) })
    const page = await browser.get(path)
    const pictures = [...page.text.matchAll(/<img[^>]+src="(\/account[^"]+)"[^>]+>/g)]
    assert.equal(pictures.length, 9)
    let bytes = 0
    for (const [tag, source = ''] of pictures) {
      assert.match(tag, / width="(\d+)" height="\1" loading="lazy"/)
      const answer = await service.get(source, { headers: { cookie: cookiesOf(browser) } })
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/png'])
      assert.equal(answer.headers.get('cache-control'), 'private, max-age=31536000, immutable')
      bytes += Number(answer.headers.get('content-length'))
    }
    assert.ok(bytes < 36_000, `noise, which no PNG makes smaller, has ${bytes} bytes`)

    const [, own = ''] = pictures[0] ?? []
    const [, former = ''] = pictures.at(-1) ?? []
    const stranger = await dresser(service)
    const other = (source: string) => stranger.browser.get(source).then(({ status }) => status)
    assert.deepEqual([await other(own), await other(former)], [404, 404])
    const mine = (source: string) => browser.get(`${path}/pictures/${source}`).then(({ status }) => status)
    const worn = (await service.stored(account)).textures.skin?.hash
    for (const wrong of [`skin/${worn}`, 'skin/constructor', `cape/${worn}`, 'face/x', 'skin/..%2f..'])
      assert.equal(await mine(wrong), 404, wrong)
    assert.equal((await service.get(own)).status, 303)
  })

  test("another player's former skins are inaccessible, and uploads share one budget with launchers", async () => {
    const service = await start()
    const [one, other] = [await dresser(service), await dresser(service)]
    await one.send('', { skin: skin(1) })
    const { hash = '' } = (await one.worn()).skin ?? {}
    await one.send('/remove')
    assert.deepEqual(await one.formerHashes(), [hash])
    await other.send('', { skin: skin(2) })
    await other.send('/remove')
    assert.equal((await other.send('/again', { skin: hash })).status, 422)
    assert.equal((await other.worn()).skin, undefined)

    await service.context.db.query
      .updateTable('guess')
      .set({ full_at: service.now() + 60 * 60_000 })
      .where('key', '=', `upload:${one.account.id}`)
      .execute()
    const tooMany = await one.send('', { skin: skin(5) })
    assert.deepEqual([tooMany.status, tooMany.headers.get('retry-after')], [429, '60'])
    assert.match(tooMany.alert ?? '', /^You have uploaded a lot\. Try again in 60 seconds\./)
  })
})
