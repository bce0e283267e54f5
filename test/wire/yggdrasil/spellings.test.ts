// Passwords and codes as different keyboards write them.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { hash as argon2 } from '@node-rs/argon2'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { grantRole } from '../../../src/domain/accounts/roles.ts'
import { setPassword } from '../../../src/domain/accounts/set-password.ts'
import { enableSecondFactor } from '../../../src/domain/sign-in/second-factor.ts'
import { Folder } from '../../../src/lib/files/folder.ts'
import { importAccounts } from '../../../src/moving/import/import.ts'
import { accountsOfLines } from '../../../src/moving/lines.ts'
import { spellingsOf } from '../../../src/passwords/spellings.ts'
import { updateAccount } from '../../../src/storage/accounts/accounts.ts'
import { onEveryDatabase, operator, type RunningService } from '../../service.ts'
import { totpCode } from '../../totp.ts'
import { browserOf } from '../../web/browser.ts'
import { adminClient } from '../admin/api.ts'

/** Pairs of one password as two keyboards write it. */
const pairs = Object.entries({
  German: 'Müllers Kühe grüßen',
  Vietnamese: 'mật khẩu của tôi',
  Korean: '비밀번호 열쇠',
  'with an ångström sign': '12 \u212b breit',
}).map(([name, text]) => [name, text.normalize('NFC'), text.normalize('NFD')] as const)

const others = [
  ['with marks in another order', 'q\u0307\u0323 und mehr', 'q\u0323\u0307 und mehr'],
  ['with wide spaces', 'three words here', 'three\u3000words\u00a0here'],
] as const

const launcher = async (service: RunningService, { username }: { username: string }, password: string) =>
  (await service.post('/auth/authenticate', { username, password, clientToken: 'c' })).status

const page = async (service: RunningService, { username }: { username: string }, password: string) =>
  (await browserOf(service).signIn({ username, password })).path === '/account' ? 200 : 401

onEveryDatabase('a password as another keyboard writes it', (_, shared) => {
  for (const [name, ...both] of [...pairs, ...others]) {
    test(`signs in at the launcher and on the page: ${name}`, async () => {
      const service = await shared()
      for (const [set, typed] of [both, both.toReversed()] as [string, string][]) {
        assert.notEqual(set, typed)
        const account = await service.account({ password: set })
        for (const door of [launcher, page]) {
          assert.equal(await door(service, account, typed), 200)
          assert.equal(await door(service, account, set), 200)
          assert.equal(await door(service, account, `${typed}u`), 401)
        }
      }
    })
  }

  test('whichever door it was set at: page, command, API, import', async () => {
    const service = await shared()
    const { context } = service
    const api = await adminClient(service)
    const [, composed = '', decomposed = ''] = pairs[0] ?? []
    for (const [index, [set, typed]] of [
      [composed, decomposed],
      [decomposed, composed],
    ].entries() as ArrayIterator<[number, [string, string]]>) {
      const changed = await service.account()
      const browser = browserOf(service)
      const form = await browser.signIn(changed, '/account/password')
      const { flash } = await browser.send(form, '/account/password', {
        current: changed.password,
        password: set,
      })
      assert.ok(flash)
      assert.equal(await launcher(service, changed, typed), 200)
      const proof = { current: typed, password: `${set} 2` }
      assert.ok(
        (await browser.send(await browser.get('/account/password'), '/account/password', proof)).flash,
      )

      const commanded = await service.account()
      await setPassword(context, operator, await service.stored(commanded), set)
      assert.equal(await launcher(service, commanded, typed), 200)

      const username = `Api_${index}`
      assert.equal((await api.send('POST', '/accounts', { username, password: set })).status, 201)
      assert.equal(await launcher(service, { username }, typed), 200)

      const line = JSON.stringify({ username: `Line_${index}`, password: set })
      const lines = accountsOfLines(context, Readable.from([Buffer.from(line)]))
      for await (const { refused } of importAccounts(context, operator, lines, { folder: new Folder('.') })) {
        assert.deepEqual(refused, [])
      }
      assert.equal(await launcher(service, { username: `Line_${index}` }, typed), 200)
    }
  })

  test('a hash that was made from what was typed is found in either spelling, and replaced once', async () => {
    const service = await shared()
    const { context } = service
    const hashOf = async (id: string) =>
      (await context.db.query.selectFrom('account').select('password_hash').where('id', '=', id).execute())[0]
        ?.password_hash
    const costs = { memoryCost: 1024, timeCost: 1, parallelism: 1 }
    const makers = [
      (text: string) => argon2(text, { ...costs, salt: randomBytes(16) }),
      (text: string) => bcrypt(text, 4),
    ]
    for (const [, composed, decomposed] of pairs.slice(0, 3)) {
      for (const make of makers) {
        for (const [set, typed] of [
          [composed, decomposed],
          [decomposed, composed],
          [decomposed, decomposed],
        ] as const) {
          const account = await service.account()
          const old = await make(set)
          await updateAccount(context.db, account.id, { password_hash: old })
          assert.equal(await launcher(service, account, `${typed} `), 401)
          assert.equal(await hashOf(account.id), old)
          assert.equal(await launcher(service, account, typed), 200)
          const now = await hashOf(account.id)
          assert.equal(now === old, make === makers[0] && set === composed)
          assert.equal(await context.passwords.matchingSpelling(now, typed), composed)
          for (const each of [composed, decomposed]) assert.equal(await launcher(service, account, each), 200)
          assert.equal(await hashOf(account.id), now)
        }
      }
    }
  })

  test('with a code behind it, whose groups are apart, and which has wide digits or a wide colon', async () => {
    const service = await shared()
    const [, composed = '', decomposed = ''] = pairs[0] ?? []
    const account = await service.account({ password: composed })
    const { secret } = await enableSecondFactor(service.context, operator, await service.stored(account))
    const wideDigits = (text: string) =>
      text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
    const spellings: ((code: string) => string)[] = [
      (code) => `${decomposed}:${code}`,
      (code) => `${composed}:${code.slice(0, 3)} ${code.slice(3)}`,
      (code) => `${decomposed}:${code.slice(0, 3)}-${code.slice(3)}`,
      (code) => `${composed}:${code.slice(0, 3)}\u00a0${code.slice(3)}`,
      (code) => `${composed}：${wideDigits(code)}`,
    ]
    for (const write of spellings) {
      service.advance(60_000)
      const typed = write(totpCode(secret, service.now()))
      assert.equal(await launcher(service, account, typed.replace('K', 'k')), 401, 'wrong password')
      assert.equal(await launcher(service, account, typed), 200, typed)
      assert.equal(await launcher(service, account, typed), 401, 'once')
    }
  })

  test('its length is that of what is stored, not of how it was typed', async () => {
    const service = await shared()
    const account = await service.account()
    const browser = browserOf(service)
    const form = await browser.signIn(account, '/account/password')
    const change = (password: string) =>
      browser.send(form, '/account/password', { current: account.password, password })
    assert.equal((await change('ü7q!äö'.normalize('NFD'))).status, 422)
    assert.ok((await change('ü7q!äöèx'.normalize('NFD'))).flash)
  })

  test('more marks than any script has are taken as they are', async () => {
    const service = await shared()
    const password = `x${'\u0345\u0316'.repeat(500)}`
    const account = await service.account({ password })
    assert.deepEqual(spellingsOf(password), [password])
    assert.equal(await launcher(service, account, password), 200)
  })

  test('names that people type on pages are the same text, whatever keyboard wrote them', async () => {
    const service = await shared()
    const admin = await service.account()
    await grantRole(service.context, operator, await service.stored(admin), 'admin')
    const browser = browserOf(service)
    const form = await browser.signIn(admin, '/admin/groups')
    const title = 'Fünf Freunde'
    const typed = { name: 'five', title: ` ${title.normalize('NFD')}`, colour: '' }
    const { status } = await browser.send(form, '/admin/groups', typed)
    assert.equal(status, 200)
    const rows = await service.context.db.query.selectFrom('player_group').select('title').execute()
    assert.deepEqual(rows, [{ title }])
  })
})
