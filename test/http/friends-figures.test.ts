// Operators are shown figures about friends: metrics, and a number on the page of an account.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { makeFriends } from '../../src/domain/friends/operator.ts'
import { Metrics } from '../../src/http/observe/metrics.ts'
import { minuteMs } from '../../src/lib/measure/units.ts'
import { presenceMs } from '../../src/model/game/friends.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'

const path = '/authlib-injector/minecraftservices/presence'

async function shown({ context }: RunningService) {
  const text = await new Metrics(context).text()
  const [, online] = /^norn_friends_online (\d+)$/m.exec(text) ?? []
  const reports = [...text.matchAll(/^norn_presence_reports_total\{status="(\w+)"\} (\d+)$/gm)]
  return {
    online: online === undefined ? undefined : Number(online),
    reports: Object.fromEntries(reports.map(([, status = '', count]) => [status, Number(count)])),
  }
}

async function facts(service: RunningService, { id }: { id: string }) {
  const boss = await service.account()
  await grantRole(service.context, operator, await service.stored(boss), 'admin')
  const browser = browserOf(service)
  const { text } = await browser.signIn(boss, `/admin/accounts/${id}`)
  const [, count] = /<span class="hint">Friends: (\d+)<\/span>/.exec(text) ?? []
  assert.match(text, /<dl class="facts">/)
  return count
}

onEveryDatabase('figures about friends', (start) => {
  test('count each player who is online once, for ten minutes, and reports by the game’s words alone', async () => {
    const service = await start()
    const none = {
      ONLINE: 0,
      PLAYING_OFFLINE: 0,
      PLAYING_REALMS: 0,
      PLAYING_SERVER: 0,
      PLAYING_HOSTED_SERVER: 0,
      OFFLINE: 0,
    }
    assert.deepEqual(await shown(service), { online: 0, reports: none })
    const [alex, steve] = [await service.account(), await service.account()]
    const report = async (token: string, status: string) =>
      (
        await service.request(path, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body: JSON.stringify({ status }),
        })
      ).status
    const [first, second] = [await service.signIn(alex, 'one'), await service.signIn(alex, 'two')]
    const hers = await service.signIn(steve)
    for (const token of [first, second, hers]) assert.equal(await report(token, 'ONLINE'), 200)
    assert.equal(await report(first, 'dancing\n'), 400)
    assert.equal(await report('x', 'ONLINE'), 401)
    assert.deepEqual(await shown(service), { online: 2, reports: { ...none, ONLINE: 3 } })
    assert.equal(await report(hers, 'OFFLINE'), 200)
    assert.deepEqual(await shown(service), { online: 1, reports: { ...none, ONLINE: 3, OFFLINE: 1 } })
    service.advance(presenceMs - minuteMs)
    assert.equal((await shown(service)).online, 1)
    service.advance(minuteMs)
    assert.equal((await shown(service)).online, 0)
  })

  test('are on the page of an account, and nowhere while friends are off', async () => {
    const service = await start()
    const [alex, steve, zoe] = [await service.account(), await service.account(), await service.account()]
    assert.equal(await facts(service, alex), '0')
    await makeFriends(service.context, operator, alex, steve)
    await makeFriends(service.context, operator, zoe, alex)
    assert.equal(await facts(service, alex), '2')
    const off = await start({ NORN_FRIENDS: 'off' })
    assert.equal(await facts(off, await off.account()), undefined)
    assert.deepEqual(await shown(off), { online: undefined, reports: {} })
  })
})
