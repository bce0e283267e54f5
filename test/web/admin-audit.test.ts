// Events appear in the reader's language. Their codes stay for those who filter by them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { timeUuid } from '../../src/lib/crypto/uuid.ts'
import { auditEvents } from '../../src/model/records/audit.ts'
import { insertAuditEntry } from '../../src/storage/records/audit.ts'
import type { AuditEntryRow } from '../../src/storage/schema/rows/records.ts'
import { type Language, languages } from '../../src/texts/languages.ts'
import { textIn } from '../../src/web/context/text.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf } from './browser.ts'

const path = '/admin/audit'

async function record(service: RunningService, entry: Partial<AuditEntryRow> & { event: string }) {
  service.advance(1000)
  const at = service.now()
  const row = {
    id: timeUuid(at, service.context.random),
    at,
    account_id: null,
    actor_kind: 'system' as const,
    actor_id: null,
    actor_name: null,
    address: null,
    details: '{}',
    ...entry,
  }
  await insertAuditEntry(service.context.db, { row, countedFrom: null })
}

/** The rows of the table as texts, cell by cell. */
const rowsOf = (text: string): string[][] =>
  [...text.matchAll(/<tr>(<td.*?)<\/tr>/gs)].map(([, row = '']) =>
    row.split('</td>').map((cell) => cell.replaceAll(/<[^>]*>/g, '')),
  )

onEveryDatabase('the audit log in words', (start) => {
  test('every event and what is known about it, in every language', async () => {
    const service = await start()
    const account = await service.account()
    await grantRole(service.context, operator, await service.stored(account), 'admin')
    const details = Object.fromEntries(
      Object.keys(textIn('en').admin.audit.fields).map((field) => [field, 'x']),
    )
    for (const event of Object.keys(auditEvents()))
      await record(service, { event, details: JSON.stringify(details) })
    const browser = browserOf(service)
    let page = await browser.signIn(account, '/account/language')
    for (const language of languages) {
      page = await browser.send(page, '/account/language', { language })
      for (const [event, english] of Object.entries(auditEvents())) {
        const { text } = await browser.get(`${path}?event=${event}`)
        const words = wordsIn(language, event)
        if (language === 'en') assert.equal(words.toLowerCase(), english.toLowerCase())
        const option = new RegExp(`<option value="${event}" selected>([^<]+)`).exec(text)?.[1]
        assert.equal(option, words.replaceAll("'", '&#39;'))
        const row = rowsOf(text).find((cells) => cells.at(-2)?.includes(': x')) ?? []
        assert.ok(row.includes(option), `${language}: ${event}`)
        assert.ok(text.includes(`<data value="${event}" title="${event}">`), event)
        for (const field of ['budgets', 'kid', 'unset'])
          assert.ok(!row.at(-2)?.includes(`${field}:`), `${language}: ${field}`)
      }
    }
  })

  test('the actor and the details, whatever they are called', async () => {
    const service = await start()
    const account = await service.account()
    await grantRole(service.context, operator, await service.stored(account), 'admin')
    const hash = 'ab'.repeat(32)
    const about = (fields: object) => ({ details: JSON.stringify(fields) })
    await record(service, {
      event: 'account.granted',
      ...about({ role: 'moderator' }),
      actor_kind: 'cli',
      actor_name: 'root',
    })
    await record(service, {
      event: 'account.suspended',
      ...about({ reason: 'constructor', until: '2030-01-02T03:04:05.000Z' }),
      actor_kind: 'account',
      actor_id: account.id,
      actor_name: account.username,
    })
    await record(service, { event: 'texture.set', ...about({ texture: 'cape', hash }) })
    await record(service, {
      event: 'setting.changed',
      ...about({ name: 'accent', unset: true }),
      actor_kind: 'api',
      actor_name: '<b>שלום',
    })
    await record(service, {
      event: 'server.changed',
      ...about({ name: 'one', changed: ['title', 'toString'] }),
    })
    await record(service, { event: 'account.suspended', ...about({ reason: null, until: null }) })
    await record(service, { event: 'of.tomorrow', ...about({ toString: '__proto__' }) })
    const browser = browserOf(service)
    await browser.signIn(account)
    const page = await browser.get(path)
    const told = rowsOf(page.text).map(([, event, , by, , about]) => [event, by, about])
    assert.deepEqual(told.filter(([event]) => event !== 'Signed in').slice(0, 7), [
      ['of.tomorrow', 'the service itself', 'toString: __proto__'],
      ['Suspended', 'the service itself', ''],
      ['Game server changed', 'the service itself', 'Name: one · Changed: Title, toString'],
      ['Setting changed', '&lt;b&gt;שלום (API)', 'Name: Accent colour · Back to the default'],
      ['Skin or cape set', 'the service itself', 'Kind: Cape · File: abababababab…'],
      ['Suspended', account.username, 'Reason: constructor · Until: Jan 2, 2030, 3:04 AM'],
      ['Role granted', 'root (command line)', 'Role: moderator'],
    ])
    assert.ok(page.text.includes(`<a href="/admin/accounts/${account.id}">${account.username}</a>`))
    assert.ok(page.text.includes(`title="${hash}"`))
  })
})

const wordsIn = (language: Language, event: string): string =>
  new Map(Object.entries(textIn(language).admin.audit.events)).get(event) ?? ''
