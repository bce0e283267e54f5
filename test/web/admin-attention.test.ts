// What the admin home page reports as needing attention, and the choices on a player's page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { createWebhook } from '../../src/domain/webhooks/webhooks.ts'
import { seal } from '../../src/jobs/seal.ts'
import { isoTime } from '../../src/lib/text/instant.ts'
import { embeddedFile } from '../../src/storage/engine/open.ts'
import { noteBackup } from '../../src/storage/tools/last-backup.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf } from './browser.ts'

const minute = 60_000

async function signedIn(service: RunningService, role: 'admin' | 'moderator') {
  const account = await service.account()
  await grantRole(service.context, operator, await service.stored(account), role)
  const browser = browserOf(service)
  await browser.signIn(account)
  return browser
}

async function noteBackupOf({ context, now }: RunningService): Promise<void> {
  const file = embeddedFile(context.config.databaseUrl)
  if (file !== undefined) await noteBackup(file, { at: isoTime(now()), file: 'b.gz' })
}

onEveryDatabase('the admin home page', (start, shared) => {
  test('says that email goes to files, as long as it does', async () => {
    const files = /Email is written to files in the folder “mail”, not sent/
    const written = await start()
    assert.match((await (await signedIn(written, 'admin')).get('/admin')).text, files)
    const moderator = await signedIn(written, 'moderator')
    assert.doesNotMatch((await moderator.get('/admin')).text, files)
    const sent = await start({ NORN_SMTP_URL: 'smtp://127.0.0.1:1' })
    assert.doesNotMatch((await (await signedIn(sent, 'admin')).get('/admin')).text, files)
  })

  test('stuck mail and a disabled webhook are shown to administrators only', async () => {
    const service = await start({ NORN_SMTP_URL: 'smtp://127.0.0.1:1' })
    const admin = await signedIn(service, 'admin')
    const moderator = await signedIn(service, 'moderator')
    const heading = />What needs your attention</
    await noteBackupOf(service)
    assert.doesNotMatch((await admin.get('/admin')).text, heading)
    const { webhook } = await createWebhook(service.context, operator, {
      url: 'https://bot.example.org/secret-path',
      events: [],
      format: undefined,
    })
    const { query } = service.context.db
    await query.updateTable('webhook').set({ off_at: service.now() }).where('id', '=', webhook.id).execute()
    await query
      .insertInto('mail')
      .values({
        id: '1'.repeat(32),
        kind: 'notice',
        recipient: 'a@example.test',
        language: 'en',
        content: '{}',
        token: null,
        created_at: service.now() - 14 * minute,
        due_at: service.now() + 60 * minute,
        tries: 1,
        expires_at: service.now() + 60 * minute,
      })
      .execute()
    const early = await admin.get('/admin')
    assert.match(early.text, /The webhook to bot\.example\.org is off/)
    assert.ok(!early.text.includes('secret-path') && early.text.includes(`/admin/webhooks/${webhook.id}`))
    assert.doesNotMatch(early.text, /Email is not being delivered/)
    service.advance(minute)
    assert.match(
      (await admin.get('/admin')).text,
      /Email is not being delivered: \d+ waiting\. The oldest: <time /,
    )
    assert.doesNotMatch((await moderator.get('/admin')).text, heading)
  })

  test('an audit log without seals is reported until it is sealed', async () => {
    const service = await start()
    await noteBackupOf(service)
    const admin = await signedIn(service, 'admin')
    const unsealed = /The audit log is not sealed: \d+ waiting\. The oldest: <time /
    assert.doesNotMatch((await admin.get('/admin')).text, unsealed)
    service.advance(16 * minute)
    assert.match((await admin.get('/admin')).text, unsealed)
    assert.doesNotMatch((await (await signedIn(service, 'moderator')).get('/admin')).text, unsealed)
    await seal(service.context)
    assert.doesNotMatch((await admin.get('/admin')).text, unsealed)
  })

  test('the last backup of an embedded database is shown, and a missing or late one is reported', async () => {
    const service = await start({ NORN_SMTP_URL: 'smtp://127.0.0.1:1' })
    const admin = await signedIn(service, 'admin')
    const { text } = await admin.get('/admin')
    if (service.context.db.dialect === 'postgres') {
      assert.doesNotMatch(text, /No backup|last backup/, 'pg_dump does not report its backups')
      return
    }
    assert.match(text, />Before others play<[^]*No backup has been made yet/)
    assert.doesNotMatch(text, />What needs your attention</)
    await noteBackupOf(service)
    const made = await admin.get('/admin')
    assert.match(made.text, /The last backup was made <time /)
    assert.doesNotMatch(made.text, /What needs your attention|b\.gz/)
    const moderator = await signedIn(service, 'moderator')
    assert.doesNotMatch((await moderator.get('/admin')).text, /backup/i)
    await seal(service.context)
    service.advance(3 * 24 * 60 * minute)
    assert.match((await admin.get('/admin')).text, /The last backup is old\. It was made <time /)
  })

  test('refusals are explained in words', async () => {
    const service = await start()
    const player = await service.account()
    const wrong = { username: player.username, password: 'wrong', clientToken: 'x' }
    // It is counted together with its log line.
    await service.logLine(await service.post('/auth/authenticate', wrong))
    await service.context.hourCounts.flush()
    const { text } = await (await signedIn(service, 'moderator')).get('/admin')
    assert.match(text, /<span>The login, the password or the two-factor code was wrong\.<\/span> <b>1<\/b>/)
    assert.doesNotMatch(text, /credentials_invalid/)
  })

  test('a suspension lasts as long as chosen, or until the date that was entered', async () => {
    const service = await shared()
    const moderator = await signedIn(service, 'moderator')
    const player = await service.account()
    const path = `/admin/accounts/${player.id}`
    const page = await moderator.get(path)
    assert.ok(page.text.indexOf('>Suspend</button>') > 0 && !page.text.includes('>Restore</button>'))
    const suspend = async (fields: Record<string, string>) => {
      await moderator.send(await moderator.get(path), `${path}/suspend`, fields)
      return (await service.stored(player)).suspension?.until
    }
    assert.equal(await suspend({ duration: '7d' }), service.now() + 7 * 24 * 60 * minute)
    assert.equal(await suspend({ duration: '', until: '12h' }), service.now() + 12 * 60 * minute)
    assert.equal(await suspend({ duration: '', until: '' }), undefined)
    const wrong = await moderator.send(await moderator.get(path), `${path}/suspend`, { duration: 'soon' })
    assert.equal(wrong.status, 422)
    const { text } = await moderator.get(path)
    assert.ok(text.indexOf('>Restore</button>') < text.indexOf('>Suspend</button>'), 'Restore comes first')
    assert.match(text, new RegExp(`src="/skinsystem/bust/${player.id}`))
  })

  test('each table cell but the first, the title of a card, names its heading, which a phone shows next to it', async () => {
    const service = await shared()
    const { text } = await (await signedIn(service, 'admin')).get('/admin/accounts')
    const [row = ''] = /<tbody>\s*<tr>.*?<\/tr>/s.exec(text) ?? []
    const heads = [...row.matchAll(/<td data-head="([^"]+)">/g)].map(([, head]) => head)
    assert.deepEqual(heads, ['E-mail', 'Created', 'State'])
  })
})
