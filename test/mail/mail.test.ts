import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import PostalMime from 'postal-mime'
import type { Config } from '../../src/config/load.ts'
import { setPassword } from '../../src/domain/accounts/set-password.ts'
import { restoreAccount, suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { notifyOwner, sendMail } from '../../src/domain/mail.ts'
import { disableSecondFactor, enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { sendDueMail } from '../../src/jobs/mail.ts'
import { sweep } from '../../src/jobs/sweep.ts'
import { type MailTransport, openMailTransport } from '../../src/mail/transport.ts'
import { systemActor } from '../../src/model/accounts/actor.ts'
import type { MailContent } from '../../src/model/records/mail.ts'
import { leaseMail } from '../../src/storage/records/mail.ts'
import { languages } from '../../src/texts/languages.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { startMailServer } from './smtp-server.ts'

const token = 'Aa0-_'.padEnd(22, 'x')
const register: MailContent = { kind: 'register', username: 'Steve', token }
const secondMs = 1000
const minuteMs = 60_000

const put = (service: RunningService, email: string, content: MailContent = register, language = 'en') =>
  service.context.db.transaction((tx) =>
    content.kind === 'notice'
      ? notifyOwner(service.context, tx, { email, language, username: content.username }, content.notice)
      : sendMail(service.context, tx, { email, language }, content),
  )

/** A mailer with other settings: all tests share the queue, and each leaves it empty. */
const transportOf = ({ context }: RunningService, settings: Partial<Config> = {}): MailTransport =>
  openMailTransport({ ...context.config, ...settings }, context.baseUrl, () => context.settings.serverName)
const send = (service: RunningService, transport = transportOf(service)) =>
  sendDueMail(service.context, transport)
const sendAll = async (service: RunningService, transport = transportOf(service)) => {
  while ((await send(service, transport)) > 0);
}

const filesOf = async ({ context }: RunningService): Promise<string[]> => {
  const folder = join(context.config.dataDir, 'mail')
  return (await readdir(folder).catch(() => [])).sort().map((name) => join(folder, name))
}

onEveryDatabase('mail', (start, shared) => {
  test('without a mail server each email is a file, exactly as it would be sent, which only its owner can read', async () => {
    const service = await start({
      NORN_SERVER_NAME: 'Ours "& others"',
      NORN_BASE_URL: 'https://a.example.test/n',
    })
    await put(service, 'steve@example.test')
    assert.deepEqual(await filesOf(service), [], 'the job writes it')
    assert.equal(await send(service), 1)
    assert.equal(await send(service), 0)
    const [file = '', ...others] = await filesOf(service)
    assert.deepEqual(others, [])
    assert.match(file, /\/mail\/2026-11-21T12-00-00\.000Z-[0-9a-f]{32}\.eml$/)
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    assert.equal((await stat(join(file, '..'))).mode & 0o777, 0o700)
    assert.ok(service.log.some((line) => line.includes(file)))
    assert.ok(!service.log.join().includes('steve@example'))

    const bytes = await readFile(file, 'utf8')
    const link = `https://a.example.test/n/register/confirm/${token}`
    assert.ok(bytes.includes(`\r\n${link}\r\n`), 'the link is complete and on a line of its own')
    assert.doesNotMatch(bytes, /(?<!\r)\n/)
    const mail = await PostalMime.parse(bytes)
    assert.equal(mail.subject, 'Confirm your email for Ours "& others"')
    assert.deepEqual(mail.from, { name: 'Ours "& others"', address: 'norn@a.example.test' })
    assert.deepEqual(mail.to, [{ name: '', address: 'steve@example.test' }])
    const header = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]))
    assert.equal(header['auto-submitted'], 'auto-generated')
    assert.equal(header['x-norn-mail'], 'register')
    assert.match(header['content-type'] ?? '', /^multipart\/alternative/)
    assert.match(header['message-id'] ?? '', /^<[0-9a-f]{32}@a\.example\.test>$/)
    assert.equal(header['date'], 'Sat, 21 Nov 2026 12:00:00 +0000')
    assert.ok(bytes.indexOf('text/plain') < bytes.indexOf('text/html'))
    assert.match(
      mail.text ?? '',
      /^Hello Steve,\n\nYou are one step[^]*works once and expires after 24 hours\./,
    )
    assert.match(mail.html ?? '', new RegExp(`<a href="${link}" style="[^"]+">Confirm your email</a>`))
  })

  test('a link is never broken, however long it is, in any language, in a file or sent', async (t) => {
    const bases = [
      'https://accounts.a-community-with-a-name.example.org',
      `https://${'long-label.'.repeat(12)}example.org/${'path/'.repeat(20)}norn`,
      'https://xn--bcher-kva.example/n',
    ]
    const server = await startMailServer(t)
    for (const base of bases) {
      const service = await start({ NORN_BASE_URL: base, NORN_SERVER_NAME: 'Über-Server' })
      const smtp = transportOf(service, { smtpUrl: `smtp://127.0.0.1:${server.port}?ignoreTLS=true` })
      const reason = 'я'.repeat(1000)
      const suspended = { about: 'suspended', reason, until: Date.UTC(2027, 0, 1) } as const
      for (const language of languages) {
        service.advance(secondMs)
        const before = (await filesOf(service)).length
        const link = `${base}/register/confirm/${token}`
        const received = server.taken.length
        await put(service, 'steve@example.test', register, language)
        await put(
          service,
          'steve@example.test',
          { kind: 'notice', username: 'Steve', notice: suspended },
          language,
        )
        await sendAll(service)
        await put(service, 'steve@example.test', register, language)
        await sendAll(service, smtp)
        const files = (await filesOf(service)).slice(before)
        const written = await Promise.all(files.map((each) => readFile(each, 'utf8')))
        const isOf = (kind: string) => (raw: string) => raw.includes(`X-Norn-Mail: ${kind}`)
        const [bytes = '', longer = ''] = [written.find(isOf('register')), written.find(isOf('notice'))]
        const { message: sent = '' } = server.taken[received] ?? {}
        assert.ok(bytes.includes(`\r\n\r\n${link}\r\n\r\n`), `${language}: alone on its line`)
        assert.ok(bytes.includes(`<a href="${link}"`), language)
        for (const raw of [bytes, longer, sent]) {
          assert.doesNotMatch(raw, /quoted-printable/)
          assert.ok(raw.split('\r\n').every((line) => Buffer.byteLength(line) <= 998))
        }
        assert.match(bytes, /Content-Transfer-Encoding: 8bit/, 'people read these files')
        assert.doesNotMatch(sent, /[^\0-\x7f]/, 'not every mail server takes 8bit')
        for (const raw of [bytes, sent]) {
          const { html = '', text = '' } = await PostalMime.parse(raw)
          assert.ok(text.split(/\r?\n/).includes(link), text)
          assert.ok(html.includes(`<a href="${link}"`))
        }
        assert.ok((await PostalMime.parse(longer)).text?.replaceAll(/[\r\n]/g, '').includes(reason))
      }
    }
  })

  test('is in the nearest language, every kind of it, with each link alone on its line', async () => {
    const service = await shared()
    const transport = transportOf(service, { mailFrom: { name: 'Ops', address: 'ops@example.test' } })
    const notices = [
      { about: 'suspended', reason: 'Said <b>"no"</b>.', until: Date.UTC(2027, 0, 1) },
      { about: 'suspended' },
      { about: 'new_device', device: 'HMCL/3.6', address: '192.0.2.7' },
      { about: 'deletion_requested', at: Date.UTC(2027, 0, 1) },
      { about: 'password_changed' },
      { about: 'email_changed' },
      { about: 'second_factor_enabled' },
      { about: 'second_factor_disabled' },
      { about: 'recovery_codes_renewed' },
      { about: 'recovery_codes_removed' },
      { about: 'recovery_code_used', left: 9 },
      { about: 'passkey_added', name: 'Phone' },
      { about: 'passkey_removed', name: 'Phone' },
      { about: 'app_password_created', name: 'HMCL' },
      { about: 'app_password_deleted', name: 'HMCL' },
      { about: 'linked', name: 'Steve_2', neighbour: 'friends' },
      { about: 'unlinked', name: 'Steve_2', neighbour: 'friends' },
      { about: 'restored' },
      { about: 'players_separated', others: ['Alex', 'Herobrine'] },
      { about: 'deletion_cancelled' },
    ] as const
    const contents: MailContent[] = [
      register,
      { kind: 'registered', username: 'Steve' },
      { kind: 'recover', username: 'Steve', token },
      { kind: 'email', username: 'Steve', token },
      { kind: 'code', username: 'Steve', token: '012345' },
      ...notices.map((notice): MailContent => ({ kind: 'notice', username: 'Steve', notice })),
    ]
    const greetings = {
      'en-GB': 'Hello Steve,',
      ru: 'Здравствуйте, Steve!',
      'zh-Hans-CN': 'Steve，您好：',
      xx: 'Hello',
    }
    for (const [language, greeting] of Object.entries(greetings)) {
      const before = (await filesOf(service)).length
      for (const content of contents) {
        await put(service, 'steve@example.test', content, language)
        service.advance(1)
      }
      await sendAll(service, transport)
      const files = (await filesOf(service)).slice(before)
      assert.equal(files.length, contents.length)
      for (const [index, file] of files.entries()) {
        const bytes = await readFile(file, 'utf8')
        const { from, headers, text = '' } = await PostalMime.parse(bytes)
        assert.deepEqual(from, { name: 'Ops', address: 'ops@example.test' })
        assert.equal(headers.find(({ key }) => key === 'x-norn-mail')?.value, contents[index]?.kind)
        assert.ok(text.startsWith(greeting), text)
        const plain = bytes.slice(0, bytes.indexOf('text/html'))
        for (const line of plain.split('\r\n').filter((each) => each.includes('http'))) {
          assert.match(line, /^http:\/\/127\.0\.0\.1:\d+\/[\w/-]+$/)
        }
      }
    }
    const suspended = await readFile((await filesOf(service))[5] ?? '', 'utf8')
    assert.match(suspended, /Reason: Said <b>"no"<\/b>\./)
    const { html } = await PostalMime.parse(suspended)
    assert.match(html ?? '', /Said &lt;b&gt;&quot;no&quot;&lt;\/b&gt;/)
  })

  test('is not written if its cause did not happen, and is stored encrypted', async () => {
    const service = await start({ NORN_SECRET: '0123456789abcdef0123456789abcdef' })
    const { db } = service.context
    const failed = db.transaction(async (tx) => {
      await sendMail(service.context, tx, { email: 'a@example.test', language: 'en' }, register)
      throw new Error('it did not happen')
    })
    await assert.rejects(failed, /it did not/)
    assert.equal(await send(service), 0)
    await put(service, 'a@example.test')
    const [row] = await db.query.selectFrom('mail').selectAll().execute()
    assert.match(row?.token ?? '', /^enc:v1:/)
    assert.equal(await send(service), 1)
    const [file = ''] = await filesOf(service)
    assert.ok((await readFile(file, 'utf8')).includes(token))
    assert.deepEqual(await db.query.selectFrom('mail').selectAll().execute(), [])
  })

  test('is sent by SMTP, with STARTTLS or TLS and a password, and never a password in plain text', async (t: TestContext) => {
    const starttls = await startMailServer(t)
    const tls = await startMailServer(t, { secure: true })
    const open = await startMailServer(t, { disabledCommands: ['STARTTLS', 'AUTH'] })
    const listening = await startMailServer(t, { disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
    const trusting = '?tls.rejectUnauthorized=false'
    const login = `norn:${encodeURIComponent('p@ss word')}@`
    const addressed = { email: 'Зоя+x@example.test', language: 'ru' }
    for (const [server, url] of [
      [starttls, `smtp://${login}127.0.0.1:${starttls.port}${trusting}`],
      [tls, `smtps://${login}127.0.0.1:${tls.port}${trusting}`],
      [open, `smtp://127.0.0.1:${open.port}`],
    ] as const) {
      const service = await shared()
      const mailFrom = { name: undefined, address: 'ops@example.test' }
      const transport = transportOf(service, { smtpUrl: url, mailFrom })
      await put(
        service,
        server === open ? 'steve@example.test' : addressed.email,
        register,
        addressed.language,
      )
      assert.equal(await send(service, transport), 1)
      const [mail, ...others] = server.taken
      assert.deepEqual(others, [])
      assert.equal(mail?.from, 'ops@example.test')
      assert.deepEqual(mail.to, [server === open ? 'steve@example.test' : addressed.email])
      assert.deepEqual([mail.isSecure, mail.user], server === open ? [false, undefined] : [true, 'norn'])
      const { headers, subject } = await PostalMime.parse(mail.message)
      assert.equal(subject, 'Подтвердите e-mail для Norn')
      assert.equal(headers.find(({ key }) => key === 'x-norn-mail')?.value, 'register')
      assert.ok(!service.log.join().includes('p@ss') && !service.log.join().includes('example.test'))
    }
    // A man in the middle answers instead of the server and offers no TLS; the certificate is worthless.
    for (const url of [
      `smtp://${login}127.0.0.1:${open.port}?requireTLS=true`,
      `smtps://${login}127.0.0.1:${tls.port}`,
      // This machine, under a name that does not reveal it.
      `smtp://${login}127.1:${listening.port}`,
    ]) {
      const service = await shared()
      const sent = open.taken.length + tls.taken.length
      await put(service, 'steve@example.test')
      assert.equal(await send(service, transportOf(service, { smtpUrl: url })), 1)
      assert.equal(open.taken.length + tls.taken.length, sent)
      assert.deepEqual(listening.taken, [])
      assert.match(service.log.findLast((line) => line.includes('"mail":')) ?? '', /"msg":"mail not sent"/)
      await service.context.db.query.deleteFrom('mail').execute()
    }
  })

  test('is retried with pauses until it is accepted, refused permanently, or obsolete', async (t) => {
    const answers: ([number, string] | undefined)[] = []
    const refuse = (to: string): [number, string] | undefined =>
      to.startsWith('gone') ? [550, `<${to}>: user unknown`] : answers.shift()
    const server = await startMailServer(t, { refuse })
    const service = await shared()
    const transport = transportOf(service, { smtpUrl: `smtp://127.0.0.1:${server.port}?ignoreTLS=true` })
    answers.push([451, 'busy'], [451, 'busy'])
    await put(service, 'steve@example.test')
    await put(service, 'gone@example.test')
    assert.equal(await send(service, transport), 2)
    const lines = service.log.filter((line) => line.includes('mail not sent')).map((line) => JSON.parse(line))
    const final = lines.find(({ msg }) => msg === 'mail not sent, and not tried again')
    assert.match(final.problem, /550 <\(address\)>: user unknown/)
    // Anybody may type an address that nobody has.
    assert.equal(final.level, 40)
    assert.ok(!service.log.join().includes('gone@'))
    const waits = async (ms: number) => {
      service.advance(ms - 1)
      assert.equal(await send(service, transport), 0)
      service.advance(1)
      assert.equal(await send(service, transport), 1)
    }
    await waits(10 * secondMs)
    assert.equal(server.taken.length, 0)
    await waits(minuteMs)
    assert.equal(server.taken.length, 1)
    service.advance(1440 * minuteMs)
    assert.equal(await send(service, transport), 0, 'it was sent once')

    for (let tries = 0; tries < 20; tries++) answers.push([451, 'busy'])
    await put(service, 'steve@example.test', { kind: 'recover', username: 'Steve', token })
    let tried = 0
    for (let minutes = 0; minutes < 120; minutes++) {
      tried += await send(service, transport)
      service.advance(minuteMs)
    }
    assert.equal(tried, 6, 'at 0, 1, 2, 7, 22 and 52 minutes; by the next attempt its link has expired')
    assert.deepEqual(await service.context.db.query.selectFrom('mail').selectAll().execute(), [])
  })

  test('is sent once even by several instances, and again if the sender has died', async (t) => {
    const server = await startMailServer(t)
    const service = await shared()
    const transport = transportOf(service, { smtpUrl: `smtp://127.0.0.1:${server.port}?ignoreTLS=true` })
    for (let number = 0; number < 20; number++) await put(service, `p${number}@example.test`)
    await Promise.all([sendAll(service, transport), sendAll(service, transport), sendAll(service, transport)])
    assert.equal(server.taken.length, 20)
    assert.equal(new Set(server.taken.map(({ to }) => to[0])).size, 20)

    await put(service, 'late@example.test')
    const now = service.now()
    assert.equal((await leaseMail(service.context.db, now, now + 5 * minuteMs, 4)).length, 1)
    assert.equal(await send(service, transport), 0)
    service.advance(5 * minuteMs)
    assert.equal(await send(service, transport), 1)
    assert.equal(server.taken.length, 21)
  })

  test('the queue has a limit: the last places are reserved for notifications, and obsolete emails are swept', async () => {
    const service = await shared()
    const { db } = service.context
    const row = {
      kind: 'register',
      recipient: 'x@example.test',
      language: 'en',
      content: '{}',
      token: null,
      created_at: 1,
      tries: 0,
    }
    const times = { due_at: service.now() + 1, expires_at: service.now() + 10 }
    for (let page = 0; page < 20; page++) {
      const rows = Array.from({ length: 500 }, (_, at) => ({ ...row, ...times, id: `${page}-${at}` }))
      await db.query.insertInto('mail').values(rows).execute()
    }
    await assert.rejects(put(service, 'a@example.test'), { reason: 'overloaded', retryAfter: 60 })
    await put(service, 'a@example.test', { kind: 'notice', username: 'Steve', notice: { about: 'restored' } })
    assert.equal(await send(service), 1)
    service.advance(10)
    await sweep(service.context)
    assert.deepEqual(await db.query.selectFrom('mail').select('id').execute(), [])
  })

  test('notifies the owner of an account of what others do to it, in the same transaction', async () => {
    const service = await shared()
    const { context } = service
    const account = await service.stored(await service.account({ language: 'ru' }))
    await setPassword(context, systemActor, account, 'another horse')
    await enableSecondFactor(context, systemActor, account)
    await disableSecondFactor(context, systemActor, account)
    await suspendAccount(context, systemActor, account, { reason: 'x', until: service.now() + 1 })
    await restoreAccount(context, systemActor, account)
    await assert.rejects(restoreAccount(context, systemActor, { ...account, id: '0'.repeat(32) }))
    const rows = await context.db.query.selectFrom('mail').selectAll().execute()
    assert.deepEqual(rows.map(({ content }) => JSON.parse(content).notice.about).sort(), [
      'password_changed',
      'restored',
      'second_factor_disabled',
      'second_factor_enabled',
      'suspended',
    ])
    for (const { recipient, language, kind } of rows) {
      assert.deepEqual([recipient, language, kind], [account.email, 'ru', 'notice'])
    }
    await sendAll(service)
  })

  test('has one recipient, whatever the address looks like', async (t) => {
    const server = await startMailServer(t)
    const service = await shared()
    const transport = transportOf(service, { smtpUrl: `smtp://127.0.0.1:${server.port}?ignoreTLS=true` })
    const plain = "o'brien+tag@example.test"
    const odd = [
      'a@b.test,c@d.test',
      'x<y@z.test>',
      'a@b.test\r\nBcc: c@d.test',
      '"a, b"@c.test',
      'a@[b].test',
    ]
    for (const email of [...odd, plain]) await put(service, email)
    await sendAll(service, transport)
    assert.deepEqual(
      server.taken.map(({ to }) => to),
      [[plain]],
    )
    assert.equal(await send(service, transport), 0, 'the others are not retried')
  })
})
