import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { setServer } from '../../src/domain/community/servers.ts'
import { makeLinkCode } from '../../src/domain/linking/codes.ts'
import { linkedPlayers } from '../../src/domain/linking/players.ts'
import { unlinkPlayer } from '../../src/domain/linking/unlink.ts'
import { digest } from '../../src/lib/crypto/digest.ts'
import { Refused } from '../../src/model/errors/refusal.ts'
import { linkPlayer, neighbourhood, uuid } from '../domain/neighbours/scene.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'

const path = '/account/linked'

async function codeFor({ context }: RunningService, id: string, name: string): Promise<string> {
  return (await makeLinkCode(context, { neighbour: 'friends', id, name })) ?? ''
}

/** Types a code, and returns `linked` or the reason for the refusal. */
async function typed(
  { context }: RunningService,
  account: { id: string },
  code: string,
  address = '192.0.2.1',
): Promise<string> {
  try {
    await linkPlayer(context, operator, account, { code, address })
    return 'linked'
  } catch (error) {
    assert.ok(error instanceof Refused, String(error))
    return error.reason
  }
}

const count = (results: readonly string[], what: string) => results.filter((one) => one === what).length

onEveryDatabase('link codes', (start) => {
  test('codes can’t be guessed by asking at once, with many accounts, or from many networks', async (t) => {
    const service = await start()
    await neighbourhood(t, service, { friends: {} })
    const code = await codeFor(service, uuid(1), 'Steve_2')
    const wrong = (at: number) => String((Number(code) + 1 + at) % 1_000_000).padStart(6, '0')
    const one = await service.account()
    const atOnce = await Promise.all(Array.from({ length: 40 }, (_, at) => typed(service, one, wrong(at))))
    assert.equal(count(atOnce, 'link_code_wrong'), 10)
    assert.equal(count(atOnce, 'too_many_link_codes'), 30)
    // Other addresses do not help this account.
    for (let at = 0; at < 5; at++) {
      assert.equal(await typed(service, one, wrong(at), `198.51.100.${at}`), 'too_many_link_codes')
    }
    // Other accounts do not help this network.
    const many: string[] = []
    for (let account = 0; account < 4; account++) {
      const other = await service.account()
      for (let at = 0; at < 10; at++) many.push(await typed(service, other, wrong(at)))
    }
    assert.equal(count(many, 'link_code_wrong'), 20)
    assert.equal(count(many, 'linked'), 0)
    const far = await service.account()
    assert.equal(await typed(service, far, code, '203.0.113.1'), 'linked')
  })

  test('of many who type one code, or codes of one player, one gets the player', async (t) => {
    const service = await start()
    await neighbourhood(t, service, { friends: {} })
    const accounts = await Promise.all(Array.from({ length: 6 }, () => service.account()))
    for (let round = 1; round <= 4; round++) {
      const code = await codeFor(service, uuid(round), `Steve_${round}`)
      const results = await Promise.all(
        accounts.map((account, at) => typed(service, account, code, `203.0.113.${round * 10 + at}`)),
      )
      assert.equal(count(results, 'linked'), 1, results.join())
    }
    const owners = await service.context.db.query.selectFrom('neighbour_link').select('account_id').execute()
    assert.equal(owners.length, 4)
  })

  test('a neighbour can’t flood the codes, of which a stolen database shows none', async (t) => {
    const service = await start()
    const { context } = service
    await neighbourhood(t, service, { friends: {}, others: {} })
    for (let at = 0; at < 100; at++) assert.match(await codeFor(service, uuid(at), `P_${at}`), /^\d{6}$/)
    assert.equal(await codeFor(service, uuid(100), 'P_100'), '')
    // The players of another neighbour are not affected.
    const code = await makeLinkCode(context, { neighbour: 'others', id: uuid(100), name: 'P_100' })
    assert.match(code ?? '', /^\d{6}$/)
    const rows = await context.db.query.selectFrom('link_code').selectAll().execute()
    assert.equal(rows.length, 101)
    const known = [code ?? '', `link code ${code}`].map((text) => digest(text))
    for (const row of rows) {
      assert.ok(!known.some((sum) => sum.startsWith(row.digest)))
      assert.ok(!JSON.stringify(row).includes(code ?? '-'))
    }
    service.advance(600_000)
    assert.match(await codeFor(service, uuid(100), 'P_100'), /^\d{6}$/)
  })

  test('another site, another account or no token changes nothing', async (t) => {
    const service = await start()
    await neighbourhood(t, service, { friends: {} })
    const owner = await service.account()
    const thief = await service.account()
    assert.equal(await typed(service, owner, await codeFor(service, uuid(1), 'Steve_2')), 'linked')
    const browser = browserOf(service)
    await browser.signIn(owner)
    const code = await codeFor(service, uuid(2), 'Alex_2')
    const fields = { neighbour: 'friends', id: uuid(1) }
    const { text } = await browser.get(path)
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(text) ?? []
    const crossSite = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example.test' }
    for (const answer of [
      await browser.post(path, { code }),
      await browser.post(path, { code, csrf: 'x' }),
      await browser.post(path, { code, csrf }, crossSite),
      await browser.post(`${path}/remove`, fields),
      await browser.post(`${path}/remove`, { ...fields, csrf }, crossSite),
    ]) {
      assert.ok(answer.status >= 400, String(answer.status))
    }
    const other = browserOf(service)
    await other.signIn(thief)
    const page = await other.get(path)
    const [, own = ''] = /name="csrf" value="([^"]+)"/.exec(page.text) ?? []
    await other.post(`${path}/remove`, { ...fields, csrf: own })
    assert.equal((await linkedPlayers(service.context, owner)).length, 1)
    assert.deepEqual(await linkedPlayers(service.context, thief), [])
    assert.equal(await typed(service, thief, code), 'linked')
  })

  test('nobody takes an administrator’s name or identity by a link of their own', async (t) => {
    const service = await start({ NORN_NEIGHBOURS: 'on' })
    const { context } = service
    const { ask, mocks, reason } = await neighbourhood(t, service, { friends: { who: 'everyone' } })
    const boss = await service.account({ username: 'Boss' })
    await grantRole(context, operator, await service.stored(boss), 'admin')
    const thief = await service.account({ username: 'Thief' })
    // The thief's own neighbour calls its player as it likes, and gives it any UUID.
    assert.equal(await typed(service, thief, await codeFor(service, uuid(1), 'Boss')), 'linked')
    assert.equal(await typed(service, thief, await codeFor(service, boss.id, 'Boss')), 'player_taken')
    for (const links of ['admit', 'as_account'] as const) {
      await setServer(context, operator, 'lobby', { links })
      for (const id of [uuid(1), boss.id, thief.id]) {
        mocks.friends?.players.set('Boss', { id })
        for (const name of ['Boss', 'BOSS', 'boss']) {
          const answer = await ask(name)
          assert.deepEqual([answer.status, await reason(answer)], [401, 'name_owned'], name)
        }
      }
    }
    assert.deepEqual(mocks.friends?.seen, [])
    // Once unlinked, the player is a stranger again.
    mocks.friends?.players.set('Thief', { id: uuid(2) })
    assert.equal(await typed(service, thief, await codeFor(service, uuid(2), 'Thief')), 'linked')
    assert.equal((await ask('Thief')).status, 200)
    await unlinkPlayer(context, operator, thief, { neighbour: 'friends', id: uuid(2) })
    assert.equal(await reason(await ask('Thief')), 'name_owned')
  })
})
