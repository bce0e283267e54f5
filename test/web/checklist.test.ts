// The owner's checklist on the first page of administration.
import assert from 'node:assert/strict'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { listAudit } from '../../src/domain/audit/list.ts'
import { beginBackup } from '../../src/domain/checklist/back-up.ts'
import { dayMs, hourMs } from '../../src/lib/measure/units.ts'
import { LastLook } from '../../src/lib/queue/last-look.ts'
import { embeddedFile } from '../../src/storage/engine/open.ts'
import { restore } from '../../src/storage/tools/backup.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { type Browser, browserOf } from './browser.ts'
import { newMail } from './mailbox.ts'

async function signedIn(service: RunningService, role: 'admin' | 'moderator') {
  const account = await service.account()
  await grantRole(service.context, operator, await service.stored(account), role)
  const browser = browserOf(service)
  await browser.signIn(account)
  return Object.assign(browser, { account })
}

/** Returns the points of the card: each heading with what it says. */
const pointsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [
      ...text.matchAll(
        /<li class="(?:done|open)"[^>]*>(?:<details><summary>)?<h3>([^<]+)<\/h3>(.*?)<\/li>/gs,
      ),
    ].map(([, name = '', said = '']) => [
      name,
      said
        .replaceAll(/<[^>]+>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ]),
  )

/** An administrator without players, and what a button of the list answers. */
async function alone(start: (settings?: Record<string, string>) => Promise<RunningService>) {
  const service = await start()
  const admin = await signedIn(service, 'admin')
  const say = async (button: string, fields: Record<string, string> = {}) =>
    admin.send(await admin.get('/admin'), `/admin/checklist/${button}`, fields)
  return { service, context: service.context, admin, say }
}

/** Sends a form that the page does not have. */
async function forged(
  browser: Browser,
  button: string,
  fields: Record<string, string> = {},
): Promise<number> {
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec((await browser.get('/admin')).text) ?? []
  return (await browser.post(`/admin/checklist/${button}`, { csrf, ...fields })).status
}

const fine = { address: [], certificate: [], isMailRefused: false }

onEveryDatabase('the owner’s checklist', (start) => {
  test('says what is next, from what was looked at, until all of it is done', async () => {
    const service = await start({ NORN_REGISTRATION: 'invite' })
    const admin = await signedIn(service, 'admin')
    const first = await admin.get('/admin')
    const points = pointsIn(first.text)
    assert.deepEqual(Object.keys(points), [
      'Address',
      'Encryption',
      'E-mail',
      'Backup',
      'Second factor',
      'Game server',
      'Players',
    ])
    assert.match(points['Address'] ?? '', /^Only this machine can reach http:\/\/127|^This is being checked/)
    assert.match(points['Encryption'] ?? '', /^Passwords cross the network unencrypted/)
    assert.match(points['E-mail'] ?? '', /^Email is written to files/)
    assert.match(points['Players'] ?? '', /^You are alone here: make an invite/)
    for (const path of ['/account/security/totp', '/admin/servers', '/admin/invites'])
      assert.match(first.text, new RegExp(`<p><a href="${path}">`))
    assert.doesNotMatch(
      (await (await signedIn(service, 'moderator')).get('/admin')).text,
      /Before others play/,
    )
    assert.match(
      (await admin.get('/admin')).text,
      /<h3>Players<\/h3><p><b>Done\./,
      'somebody else has an account',
    )
  })

  test('goes away with its last point, and names what a certificate and a mail server refuse', async () => {
    const service = await start({
      NORN_BASE_URL: 'https://play.example.test',
      NORN_SMTP_URL: 'smtp://127.0.0.1:1',
    })
    const { context } = service
    const admin = await signedIn(service, 'admin')
    await service.account()
    const seen = async (look: Partial<Awaited<ReturnType<typeof context.networkLook.latest>>>) => {
      context.networkLook = new LastLook(
        async () => ({ ...fine, ...look }),
        () => 0,
        () => 0,
      )
      return (await admin.get('/admin')).text
    }
    const bad = pointsIn(
      await seen({
        address: [{ about: 'gateway', status: 502 }],
        certificate: [{ about: 'ends_soon', at: '2026-01-02T00:00:00.000Z' }, { about: 'self_signed' }],
        isMailRefused: true,
      }),
    )
    assert.match(bad['Address'] ?? '', /^Something else answers at .*https:\/\/play\.example\.test/)
    assert.match(bad['Encryption'] ?? '', /^Games don’t accept the certificate/)
    assert.match(bad['E-mail'] ?? '', /^The mail server takes no email/)
    const good = pointsIn(await seen({}))
    for (const name of ['Address', 'Encryption', 'Players']) assert.equal(good[name], 'Done.', name)
    assert.match(good['E-mail'] ?? '', /^Done\. .*Send a test email$/)
  })

  test('has points that are put away, and brought back, so that it can be empty on either database', async () => {
    const { admin, context, say } = await alone(start)
    const points = ['address', 'tls', 'mail', 'backup', 'factor', 'server', 'invite']
    assert.equal((await say('put-away', { point: 'nothing' })).flash, undefined)
    // Two at once lose nothing.
    await Promise.all(points.slice(0, 2).map((point) => say('put-away', { point })))
    assert.equal(context.settings.valueOf('checklist'), 'address tls')
    const some = await admin.get('/admin')
    assert.match(some.text, /2 of 7 done/)
    assert.match(some.text, /value="backup"/)
    for (const point of points) await say('put-away', { point })
    const none = await admin.get('/admin')
    assert.doesNotMatch(none.text, /Before others play|What needs your attention/)
    const back = await say('bring-back', { point: 'backup' })
    assert.match(back.text, /Before others play/)
    assert.equal(context.settings.valueOf('checklist'), points.filter((each) => each !== 'backup').join(' '))
    assert.doesNotMatch((await admin.get('/admin/settings')).text, /Put away/, 'the form leaves it out')
    const entries = await listAudit(context, { limit: 20, event: 'setting.changed' })
    assert.equal(entries.length, 8)
  })

  test('sends a test to the administrator alone, and says what has become of it', async () => {
    const { admin, service, context, say } = await alone(start)
    const file = await say('mail')
    assert.match(file.flash ?? '', /Nothing was sent/)
    assert.deepEqual(
      (await newMail(service)).flatMap(({ subject, to }) => (/[Tt]est/.test(subject) ? [to] : [])),
      [admin.account.email],
    )
    context.sendTestMail = async () => ({ server: 'mail.example.test' })
    service.advance(1)
    assert.match((await say('mail')).flash ?? '', /has accepted/)
    assert.match(
      (await admin.get('/admin/settings')).text,
      /<p>The last test email: accepted by the mail server\./,
    )
    context.sendTestMail = async () => ({ problem: `535 <b>no</b>${'x'.repeat(400)}` })
    const failed = await say('mail')
    assert.equal(failed.status, 422)
    assert.match(failed.alert ?? '', /was not sent.*535/)
    assert.ok(!failed.text.includes('<b>no') && !failed.text.includes('x'.repeat(300)))
    for (let count = 3; count < 10; count++) await say('mail')
    assert.match((await say('mail')).flash ?? '', /too often/)
    service.advance(30_000)
    assert.equal((await say('mail')).status, 422)
  })

  test('makes a backup that can be restored, one at a time, and keeps three', async () => {
    const { admin, context, say, service } = await alone(start)
    const file = embeddedFile(context.config.databaseUrl)
    if (file === undefined) {
      assert.doesNotMatch((await admin.get('/admin')).text, /Back up now/)
      assert.match((await admin.get('/admin')).text, /run pg_dump every night/)
      assert.equal(await forged(admin, 'backup'), 303)
      await assert.rejects(beginBackup(context, operator), { reason: 'backup_of_postgres' })
      assert.deepEqual(await listAudit(context, { limit: 1, event: 'backup.begun' }), [])
      return
    }
    const folder = join(context.config.dataDir, 'backups')
    const all = await Promise.all([say('backup'), say('backup')])
    for (const { flash } of all) assert.match(flash ?? '', /was (made|begun)/)
    await context.backupRuns.ended
    const [made = ''] = await readdir(folder)
    assert.match(made, /^norn-now-\d{8}T\d{6}Z\.sqlite\.gz$/)
    assert.equal((await stat(join(folder, made))).mode & 0o77, 0)
    assert.match((await admin.get('/admin')).text, /<h3>Backup<\/h3><p><b>Done/)
    const restored = join(context.config.dataDir, 'restored', 'norn.sqlite')
    const options = { all: true, keepTokens: false, deletesFrom: 0, accept: async () => undefined }
    assert.equal((await restore(join(folder, made), restored, options)).accounts, 1)

    const other = join(folder, 'norn-20200101T000000Z.sqlite.gz')
    await writeFile(other, '')
    for (let count = 0; count < 4; count++) {
      service.advance(hourMs)
      assert.equal(await forged(admin, 'backup'), 303)
      await context.backupRuns.ended
    }
    const kept = await readdir(folder)
    assert.deepEqual([kept.length, kept.includes(made)], [4, false], 'those of the command stay')
    service.advance(4 * dayMs)
    context.backupRuns.begin('/nowhere/norn.sqlite', folder)
    await context.backupRuns.ended
    assert.match((await admin.get('/admin')).text, /was not made: <code>[^<]*nowhere/)
  })

  test('email is tested on the settings, too, which say how it is sent', async () => {
    const service = await start({
      NORN_SMTP_URL: 'smtps://owner:hunter2@mail.example.test:1465',
      NORN_MAIL_FROM: 'Games <games@example.test>',
    })
    const { context } = service
    const path = '/admin/settings'
    const admin = await signedIn(service, 'admin')
    const page = await admin.get(path)
    assert.match(
      page.text,
      /Email is sent through smtps:\/\/mail\.example\.test:1465, as Games &lt;games@example\.test&gt;\./,
    )
    assert.doesNotMatch(page.text, /hunter2|owner:/)
    assert.match(page.text, /No test email was sent yet\.[^]*NORN_SMTP_URL and NORN_MAIL_FROM/)
    context.sendTestMail = async () => ({ server: 'mail.example.test' })
    const sent = await admin.send(page, `${path}/mail`)
    assert.deepEqual([sent.path, /has accepted/.test(sent.flash ?? '')], [path, true])
    service.advance(1)
    // The session ends while the email is on its way: it is recorded all the same.
    context.sendTestMail = async () => {
      await context.db.query.deleteFrom('credential').execute()
      return { problem: '550 <b>no</b>' }
    }
    await admin.send(sent, `${path}/mail`)
    const entries = await listAudit(context, { limit: 9, event: 'mail.tested' })
    assert.deepEqual(
      entries.map(({ details }) => details['result']),
      ['failed', 'accepted'],
    )
    await admin.signIn(admin.account)
    assert.match((await admin.get('/admin/audit')).text, /sent a test email: <bdi>not accepted/)
    context.sendTestMail = async () => ({ problem: '550 <b>no</b>' })
    service.advance(1)
    const failed = await admin.send(await admin.get(path), `${path}/mail`)
    assert.deepEqual([failed.status, failed.heading], [422, 'Settings'])
    assert.match(failed.alert ?? '', /was not sent.*550 <b>no/)
    assert.match(failed.text, /The last test email: not accepted\./)
  })

  test('does nothing for moderators', async () => {
    const service = await start()
    const moderator = await signedIn(service, 'moderator')
    for (const path of ['mail', 'backup', 'put-away', 'bring-back'])
      assert.equal(await forged(moderator, path, { point: 'tls' }), 403)
    assert.deepEqual((await newMail(service)).length, 1, 'the notice about the role')
  })

  test('a look that takes long is shared and makes nobody wait', async () => {
    let looks = 0
    const { promise, resolve } = Promise.withResolvers<typeof fine>()
    const look = new LastLook(
      () => {
        looks += 1
        return promise
      },
      () => 1000,
      () => 0,
    )
    assert.deepEqual(await Promise.all([look.latest(1), look.latest(1)]), [undefined, undefined])
    resolve(fine)
    assert.equal(await look.latest(1000), fine)
    assert.equal(await look.latest(0), fine)
    assert.equal(looks, 1)
  })
})
