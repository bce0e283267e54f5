import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { releaseVisitorName } from '../../src/domain/neighbours/visitors.ts'
import { storeVisitor, uuid } from '../domain/neighbours/scene.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf } from './browser.ts'

async function signedIn(service: RunningService, role: 'admin' | 'moderator') {
  const account = await service.account()
  await grantRole(service.context, operator, await service.stored(account), role)
  const browser = browserOf(service)
  await browser.signIn(account)
  return { browser, account }
}

/** The names in the table, in its order. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/<a href="\/admin\/visitors\/[0-9a-f]{32}">([^<]+)</g)].map(([, name = '']) => name)

onEveryDatabase('visitors on pages', (start) => {
  test('are listed by the page, by neighbour, and found by name, neighbour and UUID', async () => {
    const service = await start()
    const { context } = service
    const { browser } = await signedIn(service, 'admin')
    const find = async (query: string) => namesIn((await browser.get(`/admin/visitors?${query}`)).text)
    assert.match((await browser.get('/admin/visitors')).text, /No visitors found\./)
    for (let number = 1; number <= 41; number++) {
      const neighbour = number % 2 === 0 ? 'even' : 'odd'
      await storeVisitor(context, { id: uuid(number), name: `Visitor${number}`, neighbour })
    }
    const first = await browser.get('/admin/visitors')
    assert.equal(namesIn(first.text).length, 40)
    const [, next = ''] = /href="([^"]+after=[^"]+)"/.exec(first.text) ?? []
    assert.deepEqual(namesIn((await browser.get(next.replaceAll('&amp;', '&'))).text), ['Visitor41'])
    assert.equal((await find('neighbour=even')).length, 20)
    assert.deepEqual(await find('name=VISITOR7'), ['Visitor7'])
    assert.deepEqual(await find('name=Visitor7&neighbour=even'), [])
    assert.deepEqual(await find('name=visitor8%40even'), ['Visitor8'])
    assert.deepEqual(await find('name=visitor8%40odd'), [])
    assert.deepEqual(await find(`name=${uuid(9).toUpperCase()}`), ['Visitor9'])
    for (const nothing of ['name=%3Cb%3E', 'name=x', `name=${uuid(77)}`, 'neighbour=nobody']) {
      const page = await browser.get(`/admin/visitors?${nothing}`)
      assert.deepEqual([page.status, namesIn(page.text), /No visitors/.test(page.text)], [200, [], true])
    }
  })

  test('a name that another visitor has had finds both, the owner first', async () => {
    const service = await start()
    const { browser } = await signedIn(service, 'admin')
    await storeVisitor(service.context, { id: uuid(1), name: 'Skadi', neighbour: 'first' })
    await releaseVisitorName(service.context, operator, 'Skadi')
    await storeVisitor(service.context, { id: uuid(2), name: 'Skadi', neighbour: 'second' })
    const { text } = await browser.get('/admin/visitors?name=skadi')
    assert.deepEqual(
      [...text.matchAll(/\/admin\/visitors\/([0-9a-f]{32})/g)].map(([, id]) => id),
      [uuid(2), uuid(1)],
    )
  })

  test('a moderator suspends and restores one; an administrator releases the name and deletes all', async () => {
    const service = await start()
    const { context } = service
    const visitor = await storeVisitor(context, { id: uuid(1), name: 'Skadi', neighbour: 'friends' })
    const path = `/admin/visitors/${visitor.id}`
    const { browser: helper } = await signedIn(service, 'moderator')
    const page = await helper.get(path)
    assert.deepEqual([page.heading, /may come back/.test(page.text)], ['Skadi', true])
    assert.doesNotMatch(page.text, /release/)
    assert.doesNotMatch((await helper.get('/admin/visitors?neighbour=friends')).text, /purge/)
    for (const [fields, alert] of [
      [{ reason: 'x'.repeat(1001) }, /one line of at most 1,000/],
      [{ until: 'yesterday' }, /enter a date in the future/],
    ] as const) {
      const again = await helper.send(page, `${path}/suspend`, fields)
      assert.deepEqual([again.status, alert.test(again.alert ?? '')], [422, true])
    }
    const suspended = await helper.send(page, `${path}/suspend`, { reason: '<i>griefing', duration: '7d' })
    assert.equal(suspended.flash, 'The visitor is suspended.')
    assert.match(suspended.text, /&lt;i&gt;griefing/)
    assert.match((await helper.get('/admin/visitors')).text, />suspended</)
    const restored = await helper.send(suspended, `${path}/restore`)
    assert.equal(restored.flash, 'The suspension was lifted.')

    const { browser, account } = await signedIn(service, 'admin')
    const owner = await browser.get(path)
    const released = await browser.send(owner, `${path}/release`)
    assert.equal(released.flash, 'The name was released: anybody can take it now.')
    assert.match(released.text, /Skadi no longer belongs to this visitor/)
    // Somebody else has taken the name since the page was shown.
    await storeVisitor(context, { id: uuid(2), name: 'Skadi', neighbour: 'others' })
    const late = await browser.send(owner, `${path}/release`)
    assert.deepEqual([late.status, /no longer belongs/.test(late.alert ?? '')], [422, true])
    assert.match((await browser.get(`/admin/visitors/${uuid(2)}`)).text, /Skadi belongs to this visitor/)

    service.advance(16 * 60_000)
    const list = await browser.get('/admin/visitors?neighbour=friends')
    const purge = '/admin/visitors/purge/friends'
    const unproved = await browser.send(list, purge, { current: 'x' })
    assert.deepEqual([unproved.status, (await browser.get(path)).status], [422, 200])
    const gone = await browser.send(list, purge, { current: account.password })
    assert.equal(gone.flash, 'The visitors were deleted.')
    assert.deepEqual(
      (await browser.send(list, purge, { current: account.password })).flash,
      'There were no visitors to delete.',
    )
    assert.equal((await browser.get(path)).status, 404)
    assert.equal((await browser.get(`/admin/visitors/${uuid(2)}`)).status, 200)
  })
})
