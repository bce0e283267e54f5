// Pages of administration that are as full as they get weigh less than 60 kB with all that they load, in each language.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { addMembers } from '../../src/domain/community/members.ts'
import { setTextures } from '../../src/domain/game/set-textures.ts'
import { shareTexture } from '../../src/domain/library/share.ts'
import { addToWardrobe } from '../../src/domain/wardrobe/add.ts'
import { addToShelf } from '../../src/domain/wardrobe/shelves.ts'
import { languages } from '../../src/texts/languages.ts'
import { createSubjects } from '../pages/every-page.ts'
import { createHardPlayer, crowd, furnish } from '../pages/hard-player.ts'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf, type PageView } from './browser.ts'

const limit = 60_000
/** The list of accounts has room for a longer address of the service and longer words. */
const ample = 58_000

/** The size of a page with its style, scripts and pictures, uncompressed, without those of what players share or keep. */
async function weightOf(service: RunningService, { text }: PageView): Promise<number> {
  const named = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+|\/[^"]+\.png[^"]*)"/g)]
  const assets = new Set(named.map(([, path = '']) => path).filter((path) => !path.includes('/render/')))
  let bytes = Buffer.byteLength(text)
  for (const path of assets)
    bytes += Buffer.byteLength(
      await (await fetch(new URL(path.replaceAll('&amp;', '&'), service.baseUrl))).bytes(),
    )
  return bytes
}

onEveryDatabase('the weight of pages', (start, _shared, kind) => {
  test('of administration with as much of everything as there may be is below 60 kB', async () => {
    // The database does not change a page.
    if (kind !== 'sqlite') return
    const service = await start({ NORN_REGISTRATION: 'open' })
    const { context } = service
    const hard = await createHardPlayer(service, 'ru')
    const { owner } = await createSubjects(service, 'ru')
    await furnish(service)
    const lists = await crowd(service)
    const crowded = await context.db.query.selectFrom('account').select(['id', 'email']).execute()
    for (const { id, email } of crowded) {
      if (id === owner.id || (!email?.startsWith('W') && !/^\d/.test(email ?? ''))) continue
      for (const role of ['admin', 'moderator'] as const)
        await grantRole(context, operator, await service.stored({ id }), role)
      await suspendAccount(context, operator, await service.stored({ id }), { until: null })
    }
    const browser = browserOf(service)
    await browser.signIn(owner)
    const found: string[] = []
    for (const language of languages) {
      await browser.send(await browser.get('/account/language'), '/account/language', { language })
      for (const path of new Set([...lists, ...hard.paths])) {
        const page = await browser.get(path)
        const bytes = await weightOf(service, page)
        const most = path === '/admin/accounts' ? ample : limit
        if (process.env['SHOW']) console.log(language, path.slice(0, 30), bytes, Buffer.byteLength(page.text))
        if (bytes >= most) found.push(`${path} in ${language}: ${bytes} bytes`)
      }
    }
    assert.deepEqual(found, [])
  })

  test('of a wardrobe with a library and a shelf, and of the library, is below 60 kB', async () => {
    if (kind !== 'sqlite') return
    const service = await start({ NORN_LIBRARY: 'public' })
    const { context } = service
    const { owner, library } = await createSubjects(service, 'ru')
    const player = await service.stored(owner)
    await addMembers(context, operator, 'builders', [player])
    for (let at = 0; at < 50; at++) {
      const name = `${at}`.padEnd(64, 'W')
      const given = { png: makePng(64, 64, noise(100 + at)), name, kind: 'skin' } as const
      const { texture } = await addToWardrobe(context, operator, player, given)
      await context.db.query.deleteFrom('guess').execute()
      if (at % 2 === 0) await shareTexture(context, operator, player, texture.id)
      const shelved = { png: makePng(64, 64, noise(200 + at)), name: `${at}`.padEnd(64, 'M') }
      if (at < 20) await addToShelf(context, operator, 'builders', shelved)
    }
    for (let seed = 0; seed < 9; seed++)
      await setTextures(context, operator, player.id, { skin: { png: makePng(64, 64, noise(300 + seed)) } })
    const browser = browserOf(service)
    await browser.signIn(owner)
    const found: string[] = []
    for (const language of languages) {
      await browser.send(await browser.get('/account/language'), '/account/language', { language })
      for (const path of ['/account/wardrobe', ...library]) {
        const page = await browser.get(path)
        const bytes = await weightOf(service, page)
        if (process.env['SHOW']) console.log(language, path.slice(0, 30), bytes, Buffer.byteLength(page.text))
        if (bytes >= limit) found.push(`${path} in ${language}: ${bytes} bytes`)
      }
    }
    assert.deepEqual(found, [])
  })
})
