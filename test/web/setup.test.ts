// GET and POST /setup: the first administrator, made with a code from the log.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { listAudit } from '../../src/domain/audit/list.ts'
import { makeSetupCode, setupCodeMs } from '../../src/domain/registration/first-administrator.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { type Browser, browserOf } from './browser.ts'

const given = { username: 'Founder', email: 'owner@example.test', password: 'a sentence to remember' }

const send = async (browser: Browser, fields: Record<string, string>) =>
  browser.send(await browser.get('/setup'), '/setup', { ...given, ...fields })

const newCode = async ({ context }: RunningService): Promise<string> => (await makeSetupCode(context)) ?? ''

onEveryDatabase('the first administrator', (start) => {
  test('is made once with the code of the last start, however it is typed', async () => {
    const service = await start()
    const browser = browserOf(service)
    const former = await newCode(service)
    const code = await newCode(service)
    assert.match(code, /^[0-9a-f]{18}$/)
    for (const wrong of ['', 'x', former, `${code}0`]) {
      const refused = await send(browser, { code: wrong })
      assert.deepEqual([refused.status, /code is wrong/.test(refused.alert ?? '')], [422, true])
      assert.ok(!refused.text.includes(given.password))
    }
    assert.equal((await send(browser, { code, username: 'not a name' })).status, 422)
    assert.equal((await send(browser, { code, password: 'password' })).status, 422)
    const answers = await Promise.all(
      ['Founder', 'Thief'].map((username) =>
        send(browserOf(service), {
          code: ` ${code.toUpperCase().replace(/^(.{4})/, '$1-')} `,
          username,
          email: `${username}@example.test`,
        }),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422])
    const made = answers.find(({ status }) => status === 200)
    assert.match(made?.flash ?? '', /^You are the administrator/)
    const items = await listAudit(service.context, { limit: 10 })
    // Events of one moment have no order.
    assert.deepEqual(items.map(({ event }) => event).toSorted(), ['account.created', 'account.granted'])
    assert.equal(await newCode(service), '', 'a later start has no code')
    const owner = browserOf(service)
    await owner.signIn({ username: items[0]?.actor.name ?? '', password: given.password })
    assert.equal((await owner.get('/admin')).status, 200)
    assert.ok(!service.log.some((line) => line.includes(code) || line.includes(code.toUpperCase())))
  })

  test('has no code after an hour, nor once a command makes an administrator, even for a moment', async () => {
    const service = await start()
    const browser = browserOf(service)
    const late = await newCode(service)
    service.advance(setupCodeMs)
    assert.equal((await send(browser, { code: late })).status, 422)
    const code = await newCode(service)
    const other = await service.account()
    await grantRole(service.context, operator, await service.stored(other), 'moderator')
    const { query } = service.context.db
    const codes = () => query.selectFrom('setup_code').selectAll().execute()
    assert.equal((await codes()).length, 1, 'a moderator is not an administrator')
    await grantRole(service.context, operator, await service.stored(other), 'admin')
    assert.deepEqual(await codes(), [])
    await query.updateTable('account').set({ roles: null }).where('id', '=', other.id).execute()
    assert.equal((await send(browser, { code })).status, 422)
  })

  test('guesses are charged to the network that makes them', async () => {
    const service = await start()
    const code = await newCode(service)
    const browser = browserOf(service)
    const page = await browser.get('/setup')
    const statuses = new Set<number>()
    for (let tries = 0; tries < 61; tries += 1)
      statuses.add((await browser.send(page, '/setup', { ...given, code: 'guess' })).status)
    assert.deepEqual([...statuses], [422, 429])
    const right = await send(browser, { code })
    assert.match(right.flash ?? '', /^You are/, `${right.status} ${right.alert} ${right.heading}`)
  })
})
