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

/** The sentence, the event and the details of each entry, without markup. */
const toldIn = (text: string): string[][] =>
  [
    ...text.matchAll(/<li><div>(.*?)<\/div>\n<details><summary>(.*?), <time.*?<p>(.*?)<\/p><\/details>/gs),
  ].map(([, ...parts]) => parts.map((part = '') => part.replaceAll(/<[^>]*>/g, '')))

onEveryDatabase('the audit log in words', (start) => {
  test('every event and what is known about it, in every language', async () => {
    const service = await start()
    const account = await service.account()
    await grantRole(service.context, operator, await service.stored(account), 'admin')
    const details = Object.fromEntries(
      Object.keys(textIn('en').admin.audit.fields).map((field) => [field, 'x']),
    )
    const by = { actor_kind: 'account' as const, actor_id: account.id, actor_name: 'Anna' }
    for (const event of Object.keys(auditEvents()))
      await record(service, { event, account_id: account.id, ...by, details: JSON.stringify(details) })
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
        const [sentence = '', name, told = ''] = toldIn(text).find((parts) => parts[2]?.includes(': x')) ?? []
        assert.equal(name, option, `${language}: ${event}`)
        assert.ok(text.includes(`<p><code>${event}</code>`), event)
        for (const field of ['budgets', 'kid', 'unset'])
          assert.ok(!told.includes(`${field}:`), `${language}: ${field}`)
        assert.doesNotMatch(sentence, /[{}[\]]|undefined/, `${language}: ${event}`)
        if (language === 'en') assert.match(sentence, /^(?:Anna|x \(x\)) \w/, event)
      }
    }
  })

  test('the actor and the details, whatever they are called', async () => {
    const service = await start()
    const account = await service.account()
    await grantRole(service.context, operator, await service.stored(account), 'admin')
    const hash = 'ab'.repeat(32)
    const about = (fields: object) => ({ details: JSON.stringify(fields), account_id: account.id })
    const gone = '0'.repeat(32)
    await record(service, {
      event: 'account.granted',
      ...about({ role: 'moderator' }),
      actor_kind: 'cli',
      actor_name: 'root',
    })
    await record(service, {
      event: 'account.suspended',
      ...about({ reason: 'constructor', until: '2030-01-02T03:04:05.000Z' }),
      account_id: gone,
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
    const told = toldIn(page.text).filter(([, event]) => event !== 'Signed in')
    assert.deepEqual(
      told.slice(0, 7).map(([sentence]) => sentence),
      [
        'of.tomorrow: The service itself',
        `The service itself suspended ${account.username}`,
        'The service itself changed the game server one',
        '&lt;b&gt;שלום (API) changed the setting Accent colour',
        `The service itself set a texture of ${account.username}: Cape`,
        `${account.username} suspended ${gone} until Jan 2, 2030, 3:04 AM: constructor`,
        `root (command line) granted the role moderator to ${account.username}`,
      ],
    )
    const texts = told.slice(0, 7).map(([, , rest = '']) => rest.split(' · ').slice(1).join(' · '))
    assert.deepEqual(texts, [
      'toString: __proto__',
      '',
      'Changed: Title, toString',
      'Back to the default',
      'File: abababababab…',
      '',
      '',
    ])
    const face = `<img class="portrait" src="/skinsystem/face/${account.id}.png?size=40" alt="" width="20" height="20">`
    const link = `<a class="faced" href="/admin/accounts/${account.id}">${face}${account.username}</a>`
    assert.ok(page.text.includes(`<li><div>${link} signed in</div>`), 'it was the own account')
    assert.ok(!page.text.includes(`face/${gone}`), 'a player that is gone has no face')
    assert.ok(page.text.includes(`title="${hash}"`))
    const details = JSON.stringify({ reason: 'ж'.repeat(200), until: '2030-01-02T03:04:05.000Z' })
    const by = { actor_kind: 'account' as const, actor_id: account.id, actor_name: account.username }
    const { id } = await service.account()
    for (let entries = 0; entries < 20; entries++)
      await record(service, {
        event: 'account.suspended',
        account_id: id,
        ...by,
        details,
        address: '::ffff:1',
      })
    await browser.send(await browser.get('/account/language'), '/account/language', { language: 'ru' })
    const { text } = await browser.get(path)
    assert.ok(Buffer.byteLength(text) < 19_000, 'the style takes the rest of 60,000 bytes')
  })
})

const wordsIn = (language: Language, event: string): string =>
  new Map(Object.entries(textIn(language).admin.audit.events)).get(event) ?? ''
