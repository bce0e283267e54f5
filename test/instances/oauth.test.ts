// OAuth 2.0 with several instances: what one issues, another accepts, once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sweep } from '../../src/jobs/sweep.ts'
import { browserOf } from '../web/browser.ts'
import { application, authorizePath, redeemCode, refresh } from '../wire/oauth2/oauth.ts'
import { hasJoined, join, startInstances } from './instances.ts'

test('a code from one instance is redeemed on another, and of twenty refreshes across all of them one succeeds', async (t) => {
  const instances = await startInstances(t, { NORN_BASE_URL: 'https://accounts.example.test' })
  const [first, second] = instances
  const account = await first.account()
  const app = await application(first, { isPublic: true, redirectUri: 'http://127.0.0.1/back' })
  const browser = browserOf(first)
  await browser.signIn(account)
  const scope = 'openid offline_access game_server_session'
  const consent = await browser.get(authorizePath(app, { scope }))
  const { sentTo } = await browser.send(consent, consent.path, { answer: 'allow' })
  const answer = await redeemCode(second, app, sentTo?.searchParams.get('code') ?? '')
  assert.equal(answer.status, 200, answer.text)
  assert.equal((await join(first, account, answer.json.access_token, 's')).status, 200)
  assert.equal((await hasJoined(second, account.username, 's')).status, 200)

  const asked = Array.from({ length: 20 }, (_, n) =>
    refresh(instances[n % 3] ?? first, answer.json.refresh_token, app.id),
  )
  const answers = await Promise.all(asked)
  const [won, ...others] = answers.toSorted((a, b) => a.status - b.status)
  assert.equal(won?.status, 200)
  assert.ok(others.every(({ status, json }) => status === 400 && json.error === 'invalid_grant'))

  // Nothing remains of ended grants.
  first.advance(92 * 86_400_000)
  await sweep(first.context)
  const { db } = first.context
  for (const table of ['oauth_grant', 'oauth_artifact', 'credential'] as const) {
    const rows = await db.query.selectFrom(table).selectAll().execute()
    assert.deepEqual(rows, [], table)
  }
})
