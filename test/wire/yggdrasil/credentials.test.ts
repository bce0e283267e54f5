// One concept of a credential: credentials that are not launcher tokens join and end like launcher tokens.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditEntry } from '../../../src/domain/audit/record.ts'
import { digestOfToken } from '../../../src/model/accounts/credential.ts'
import { insertCredential } from '../../../src/storage/credentials/insert-credential.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../../service.ts'

/** A kind unknown to the code in src: a secret with a row. */
async function grant(
  { context, now }: RunningService,
  { id }: Pick<TestAccount, 'id'>,
  { token, rights = 'join', lifetime = 60_000 }: { token: string; rights?: string; lifetime?: number },
): Promise<string> {
  const account = await context.db.query
    .selectFrom('account')
    .select('credentials_version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const isIssued = await insertCredential(
    context.db,
    {
      digest: digestOfToken(token),
      kind: 'second',
      account_id: id,
      credentials_version: account.credentials_version,
      rights,
      client: 'an application',
      issued_at: now(),
      expires_at: now() + lifetime,
      user_agent: null,
      address: '127.0.0.1',
      app_password_id: null,
    },
    auditEntry(context, operator, { event: 'token.issued', account: id, details: {} }),
  )
  assert.ok(isIssued)
  return token
}

let count = 0
const secret = () => `secret-${++count}`.padEnd(43, 'x')

const join = (service: RunningService, accessToken: string, selectedProfile: string, serverId: string) =>
  service.post('/session/join', { accessToken, selectedProfile, serverId })

const refusal = (errorMessage: string) => ({
  status: 401,
  text: JSON.stringify({ error: 'ForbiddenOperationException', errorMessage }),
})

onEveryDatabase('a second kind of credential', (_, shared) => {
  test('joins in either form, and hasJoined finds the join', async () => {
    const service = await shared()
    const account = await service.account()
    const token = await grant(service, account, { token: secret() })
    const joined = await join(service, token, account.id, 'server-1')
    assert.deepEqual([joined.status, joined.text], [200, ''])
    const found = await service.get(`/session/hasJoined?username=${account.username}&serverId=server-1`)
    assert.deepEqual([found.status, found.json.id], [200, account.id])
    const query = `user=${account.username}&sessionId=token:${token}:${account.id}&serverId=server-2`
    assert.equal((await service.get(`/session/legacy/join?${query}`)).text, 'OK')
    assert.equal((await service.post('/auth/validate', { accessToken: token })).status, 200)
    const given = { accessToken: token, clientToken: 'whatever a launcher sends with it' }
    assert.equal((await service.post('/auth/validate', given)).status, 200)
  })

  test('cannot join as anybody else, or after it has expired', async () => {
    const service = await shared()
    const [account, other] = [await service.account(), await service.account()]
    const token = await grant(service, account, { token: secret(), lifetime: 1000 })
    const foreign = await join(service, token, other.id, 's')
    assert.deepEqual({ status: foreign.status, text: foreign.text }, refusal('Wrong selected_profile.'))
    service.advance(1000)
    const late = await join(service, token, account.id, 's')
    assert.deepEqual({ status: late.status, text: late.text }, refusal('Expired access_token.'))
  })

  test('cannot join without the scope', async () => {
    const service = await shared()
    const account = await service.account()
    for (const rights of ['', 'joins', 'read', 'rejoin join2']) {
      const token = await grant(service, account, { token: secret(), rights })
      const answer = await join(service, token, account.id, 's')
      const expected = refusal('The token does not have required scope.')
      assert.deepEqual({ status: answer.status, text: answer.text }, expected, rights)
    }
    const among = await grant(service, account, { token: secret(), rights: 'read join write' })
    assert.equal((await join(service, among, account.id, 's')).status, 200)
  })

  test('ends with all other tokens of the account, together with its pending join', async () => {
    const service = await shared()
    const account = await service.account()
    const token = await grant(service, account, { token: secret() })
    await join(service, token, account.id, 'before')
    const { username, password } = account
    assert.equal((await service.post('/auth/signout', { username, password })).status, 200)
    const answer = await join(service, token, account.id, 's')
    assert.deepEqual({ status: answer.status, text: answer.text }, refusal('Invalid access_token.'))
    const found = await service.get(`/session/hasJoined?username=${username}&serverId=before`)
    assert.equal(found.status, 401)
  })

  test('requests about launcher tokens do not affect it, nor the other way round', async () => {
    const service = await shared()
    const account = await service.account()
    const token = await grant(service, account, { token: secret() })
    const launcherToken = await service.signIn(account, 'launcher')
    const refreshed = await service.post('/auth/refresh', {
      accessToken: token,
      clientToken: 'an application',
    })
    assert.deepEqual({ status: refreshed.status, text: refreshed.text }, refusal('Invalid token.'))
    const pair = { accessToken: token, clientToken: 'an application' }
    assert.equal((await service.post('/auth/invalidate', pair)).status, 200)
    for (let n = 0; n < 70; n++) await grant(service, account, { token: secret() })
    assert.equal((await service.post('/auth/validate', { accessToken: launcherToken })).status, 200)
    for (let n = 0; n < 70; n++) await service.signIn(account, `launcher ${n}`)
    const rows = await service.context.db.query
      .selectFrom('credential')
      .select(['kind', (eb) => eb.fn.countAll<number>().as('count')])
      .where('account_id', '=', account.id)
      .groupBy('kind')
      .orderBy('kind')
      .execute()
    assert.deepEqual(rows, [
      { kind: 'launcher', count: 64 },
      { kind: 'second', count: 64 },
    ])
  })

  test('neither the jti of a launcher token nor its stored digest is a credential', async () => {
    const service = await shared()
    const account = await service.account()
    const [, claims = ''] = (await service.signIn(account)).split('.')
    const { jti } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const row = await service.context.db.query
      .selectFrom('credential')
      .select('digest')
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow()
    for (const token of [jti, row.digest]) {
      const answer = await join(service, token, account.id, 's')
      assert.deepEqual({ status: answer.status, text: answer.text }, refusal('Invalid access_token.'))
    }
  })
})
