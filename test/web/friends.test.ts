// /account/friends: friends, requests and blocked players on a page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockedBy } from '../../src/domain/friends/blocks.ts'
import {
  changeBudget,
  preferencesBudget,
  takeChange,
  takePreferences,
} from '../../src/domain/friends/budgets.ts'
import { addFriend } from '../../src/domain/friends/change.ts'
import { reporterOf, reportPresence } from '../../src/domain/friends/presence.ts'
import { declinedMs, maxBlocked } from '../../src/model/game/friends.ts'
import { addCharacter } from '../characters.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { browserOf } from './browser.ts'

const path = '/account/friends'

async function person(service: RunningService, username: string) {
  const account = await service.account({ username })
  const browser = browserOf(service)
  await browser.signIn(account)
  const send = async (action: string, fields: Record<string, string>, at = path) =>
    browser.send(await browser.get(at), action, fields)
  /** Presses a button in a list, whose form has several, or sends what a page has no button for. */
  const press = async (action: string, id: string) => {
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec((await browser.get(path)).text) ?? []
    const answer = await browser.post(`${path}/${action}`, { csrf, id })
    return answer.status === 303 ? browser.get(path) : answer
  }
  return { ...account, browser, send, press, page: () => browser.get(path) }
}

/** Returns the names under a heading. */
function listed(text: string, heading: string): string[] {
  const [, list = ''] = new RegExp(`<h2>${heading}</h2>(.*?)</section>`, 's').exec(text) ?? []
  return [...list.matchAll(/<strong>([^<]+)<\/strong>/g)].map(([, name = '']) => name)
}

onEveryDatabase('the page of friends', (start) => {
  test('asks, accepts, declines, takes back and ends', async () => {
    const service = await start()
    const [alex, steve] = [await person(service, 'Alex'), await person(service, 'Steve')]
    const asked = await alex.send(path, { username: ' sTeve ' })
    assert.equal(asked.status, 200)
    assert.match(asked.text, /The request was sent/)
    assert.deepEqual(listed(asked.text, 'Requests from you'), ['Steve'])
    assert.match(asked.text, /Cancel: Steve/)
    const seen = await steve.page()
    assert.deepEqual(listed(seen.text, 'Requests to you'), ['Alex'])
    assert.match(seen.text, /Accept: Alex/)
    assert.match(seen.text, /Decline: Alex/)
    const friends = await steve.send(`${path}/accept`, { id: alex.id })
    assert.deepEqual(listed(friends.text, 'Friends'), ['Alex'])
    assert.match(friends.text, /Offline/)
    const token = { accessToken: await service.signIn(alex), address: '::1' }
    for (const [status, words] of [
      ['PLAYING_SERVER', 'Playing'],
      ['PLAYING_HOSTED_SERVER', 'In a joinable world'],
      ['ONLINE', 'Online'],
    ] as const) {
      const reporter = await reporterOf(service.context, token)
      await reportPresence(service.context, reporter, { status, joinInfo: undefined })
      assert.ok((await steve.page()).text.includes(`<span class="hint">${words}</span>`), status)
    }
    const ended = await steve.send(`${path}/remove`, { id: alex.id })
    assert.deepEqual(listed(ended.text, 'Friends'), [])
    assert.deepEqual(listed((await alex.page()).text, 'Friends'), [])
    await alex.send(path, { username: 'Steve' })
    await alex.send(`${path}/remove`, { id: steve.id })
    assert.deepEqual(listed((await steve.page()).text, 'Requests to you'), [])
  })

  test('says why nothing was sent, keeps what was typed, and changes nothing', async () => {
    const service = await start()
    const [alex, steve] = [await person(service, 'Alex'), await person(service, 'Steve')]
    await steve.send(`${path}/preferences`, { friends: 'yes' })
    for (const [username, words] of [
      ['nobody', 'There is no player of this name'],
      [steve.email, 'There is no player of this name'],
      ['Alex', 'This is your own name'],
      ['Steve', 'This player takes no request from you'],
    ] as const) {
      const page = await alex.send(path, { username })
      assert.equal(page.status, 422, username)
      assert.ok(page.text.includes(words), username)
      assert.ok(page.text.includes(`value="${username}"`), username)
    }
    for (const action of ['accept', 'block']) {
      const self = await alex.press(action, alex.id)
      assert.equal(self.status, 422, action)
    }
    assert.equal((await alex.press('accept', 'ab'.repeat(16))).status, 422)
    await alex.send(`${path}/preferences`, {})
    assert.match((await alex.send(path, { username: 'Steve' })).text, /Your friends list is off/)
    assert.deepEqual(listed((await steve.page()).text, 'Requests to you'), [])
  })

  test('blocks from the list or by name, silently, and unblocks', async () => {
    const service = await start()
    const [alex, steve] = [await person(service, 'Alex'), await person(service, 'Steve')]
    await addFriend(service.context, { id: alex.id, address: '::1' }, steve.id)
    await addFriend(service.context, { id: steve.id, address: '::1' }, alex.id)
    const blocked = await alex.press('block', steve.id)
    assert.deepEqual([listed(blocked.text, 'Friends'), listed(blocked.text, 'Blocked')], [[], ['Steve']])
    assert.deepEqual(listed((await steve.page()).text, 'Friends'), [])
    assert.match((await steve.send(path, { username: 'Alex' })).text, /takes no request from you/)
    assert.match((await alex.send(path, { username: 'Steve' })).text, /takes no request from you/)
    assert.deepEqual(listed((await alex.press('unblock', steve.id)).text, 'Blocked'), [])
    const byName = await alex.send(`${path}/block-other`, { other: 'steve' })
    assert.deepEqual(listed(byName.text, 'Blocked'), ['Steve'])
    assert.equal((await alex.send(`${path}/block-other`, { other: 'nobody' })).status, 422)
  })

  test('says when the list is full, when nobody more can be blocked, and when changes are too many', async () => {
    const service = await start({ NORN_FRIENDS_LIMIT: '1' })
    const { context } = service
    const [alex, steve] = [await person(service, 'Alex'), await person(service, 'Steve')]
    const zoe = await person(service, 'Zoe')
    const full = 'Your list is full. Remove somebody first.'
    await alex.send(path, { username: 'Steve' })
    const asked = await alex.send(path, { username: 'Zoe' })
    assert.deepEqual(
      [asked.status, asked.alert],
      [422, 'Nothing was changed. Correct the field below and try again.'],
    )
    assert.ok(asked.text.includes(full) && asked.text.includes('value="Zoe"'))
    assert.deepEqual(listed((await zoe.page()).text, 'Requests to you'), [])
    await zoe.send(path, { username: 'Alex' })
    const accepted = await alex.press('accept', zoe.id)
    assert.deepEqual([accepted.status, accepted.text.includes(full)], [422, true])
    assert.deepEqual(listed((await alex.page()).text, 'Friends'), [])

    const row = await context.db.query
      .selectFrom('account')
      .selectAll()
      .where('id', '=', zoe.id)
      .executeTakeFirstOrThrow()
    const others = Array.from({ length: maxBlocked - 1 }, (_, number) => {
      const [id, name] = [String(number).padStart(32, '0'), `other_${number}`]
      return { ...row, id, username: name, username_folded: name, email: null, email_folded: null }
    })
    for (let from = 0; from < others.length; from += 50)
      await context.db.query
        .insertInto('account')
        .values(others.slice(from, from + 50))
        .execute()
    const blocks = others.map(({ id }) => ({ account_id: alex.id, other_id: id, since: service.now() }))
    await context.db.query.insertInto('blocked_player').values(blocks).execute()
    assert.equal((await alex.send(`${path}/block-other`, { other: 'Zoe' })).status, 200)
    const last = await alex.send(`${path}/block-other`, { other: 'Steve' })
    assert.deepEqual([last.status, last.text.includes(full)], [422, true])
    assert.deepEqual(listed((await alex.page()).text, 'Requests from you'), ['Steve'])
    assert.equal((await blockedBy(context, alex.id)).length, maxBlocked)

    service.advance(changeBudget.size * changeBudget.refillMs)
    for (let count = 0; count < changeBudget.size; count++) await takeChange(context, alex.id)
    for (let count = 0; count < preferencesBudget.size; count++) await takePreferences(context, alex.id)
    const before = await alex.page()
    for (const [action, fields, budget] of [
      [path, { username: 'Zoe' }, changeBudget],
      [`${path}/block-other`, { other: 'Zoe' }, changeBudget],
      [`${path}/remove`, { id: steve.id }, changeBudget],
      [`${path}/preferences`, {}, preferencesBudget],
    ] as const) {
      const spent = await alex.browser.send(before, action, fields)
      assert.deepEqual(
        [spent.status, spent.alert, spent.headers.get('retry-after')],
        [429, 'Too many changes. Try again in 1 minute.', String(budget.refillMs / 1000)],
        action,
      )
      assert.deepEqual(listed(spent.text, 'Requests from you'), ['Steve'])
    }
    service.advance(changeBudget.refillMs)
    assert.equal((await alex.send(`${path}/remove`, { id: steve.id })).status, 200)
    assert.deepEqual(listed((await alex.page()).text, 'Requests from you'), [])
  })

  test('with ?for= it is about a character, which has friends of its own', async () => {
    const service = await start()
    const [alex, steve] = [await person(service, 'Alex'), await person(service, 'Steve')]
    const child = await addCharacter(service, alex, 'Child')
    const of = `${path}?for=${child.id}`
    const asked = await alex.send(of, { username: 'Steve' }, of)
    assert.deepEqual(listed(asked.text, 'Requests from you'), ['Steve'])
    assert.deepEqual(listed((await alex.page()).text, 'Requests from you'), [])
    assert.deepEqual(listed((await steve.page()).text, 'Requests to you'), ['Child'])
    assert.equal((await steve.browser.get(of)).status, 404)
  })

  test('is in the export, with names and instants of others alone', async () => {
    const service = await start()
    const [alex, steve] = [await person(service, 'Alex'), await person(service, 'Steve')]
    const [zoe, bob] = [await person(service, 'Zoe'), await person(service, 'Bob')]
    await alex.send(path, { username: 'Steve' })
    await steve.press('accept', alex.id)
    await zoe.send(path, { username: 'Alex' })
    await alex.send(`${path}/block-other`, { other: 'Bob' })
    const eve = await person(service, 'Eve')
    await eve.send(path, { username: 'Alex' })
    await alex.press('remove', eve.id)
    const until = new Date(service.now() + declinedMs).toISOString()
    const since = new Date(service.now()).toISOString()
    const file = await alex.send('/account/export', {}, '/account/export')
    const { friends, friendRequests, blocks, declined, friendsPreferences } = JSON.parse(file.text)
    assert.deepEqual(
      { friends, friendRequests, blocks, declined, friendsPreferences },
      {
        friends: [{ id: steve.id, username: 'Steve', since }],
        friendRequests: [{ id: zoe.id, username: 'Zoe', since, direction: 'incoming' }],
        blocks: [{ id: bob.id, username: 'Bob', since }],
        declined: [{ id: eve.id, username: 'Eve', until }],
        friendsPreferences: { friends: true, acceptInvites: true },
      },
    )
  })

  test('is in pages of ten, and is not there without the setting', async () => {
    const service = await start()
    const alex = await person(service, 'Alex')
    for (let number = 0; number < 11; number++) {
      const other = await service.account({ username: `Friend_${String(number).padStart(2, '0')}` })
      await addFriend(service.context, { id: other.id, address: '::1' }, alex.id)
      await addFriend(service.context, { id: alex.id, address: '::1' }, other.id)
    }
    const first = await alex.page()
    assert.equal(listed(first.text, 'Friends').length, 10)
    const [, next = ''] = /href="([^"]*from=10)"/.exec(first.text) ?? []
    assert.deepEqual(listed((await alex.browser.get(next)).text, 'Friends'), ['Friend_10'])
    assert.ok(first.text.length < 60_000)
    const off = await start({ NORN_FRIENDS: 'off' })
    const steve = await person(off, 'Steve')
    assert.equal((await steve.page()).status, 404)
    assert.doesNotMatch((await steve.browser.get('/account')).text, /\/account\/friends/)
  })
})
