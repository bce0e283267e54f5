import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAccount } from '../../src/domain/accounts/find.ts'
import { onEveryDatabase } from '../service.ts'
import { browserOf } from '../web/browser.ts'

/** The ends that a keyboard of a phone, a chat or a spreadsheet gives a copied name. */
const ends = [' ', '\t', '\n', '\r\n', '\u00a0', '\u3000', '\u200b', '\ufeff', '\u202a', '\u2060 ']

onEveryDatabase('a login', (_start, shared) => {
  test('with something invisible at its ends is the same at every door', async () => {
    const service = await shared()
    const { id, username, email, password } = await service.account()
    for (const login of [username, email]) {
      for (const end of ends) {
        const typed = end + login + end
        const about = JSON.stringify(typed)
        const credentials = { username: typed, password, clientToken: 'mine' }
        for (const door of ['/auth/authenticate', '/authlib-injector/authserver/authenticate']) {
          const { status, json } = await service.post(door, credentials)
          assert.deepEqual([status, json.selectedProfile?.id], [200, id], `${door} ${about}`)
        }
        assert.equal((await service.post('/auth/signout', credentials)).status, 200, about)
        const page = await browserOf(service).signIn({ username: typed, password })
        assert.deepEqual([page.status, page.path], [200, '/account'], about)
        assert.equal((await findAccount(service.context, typed))?.id, id, about)
      }
    }
  })

  test('with something inside it stays another, and nothing invisible alone is one', async () => {
    const service = await shared()
    const { username, password } = await service.account()
    const [first = ''] = username
    const rest = username.slice(1)
    for (const typed of [`${first} ${rest}`, `${first}\u200b${rest}`, ' ', '\u200b']) {
      const answer = await service.post('/auth/authenticate', { username: typed, password, clientToken: 'x' })
      assert.equal(answer.status, 401, JSON.stringify(typed))
    }
  })

  test('in a wrong guess is counted the same with and without what is invisible', async () => {
    const service = await shared()
    const digests = ['nobody-here', ' nobody-here\u200b'].map(async (username) => {
      const answer = await service.post('/auth/authenticate', { username, password: 'x', clientToken: 'x' })
      return (await service.logLine(answer)).loginDigest
    })
    const [one, other] = await Promise.all(digests)
    assert.ok(one)
    assert.equal(one, other)
  })
})
