// Pages of administration that are as full as they get weigh less than 60 kB with all that they load, in each language.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { languages } from '../../src/texts/languages.ts'
import { createSubjects } from '../pages/every-page.ts'
import { createHardPlayer, crowd, furnish } from '../pages/hard-player.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf, type PageView } from './browser.ts'

const limit = 60_000
/** The list of accounts has room for a longer address of the service and longer words. */
const ample = 58_000

/** The size of a page with its style, scripts and pictures, uncompressed. */
async function weightOf(service: RunningService, { text }: PageView): Promise<number> {
  const assets = new Set(
    [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+|\/[^"]+\.png[^"]*)"/g)].map(([, path = '']) => path),
  )
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
})
