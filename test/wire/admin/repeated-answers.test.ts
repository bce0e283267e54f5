// The answer to a repeated request is the stored one, whatever fields an update has added since.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerOnce } from '../../../src/domain/idempotency.ts'
import { onEveryDatabase, type RunningService } from '../../service.ts'
import { type AdminClient, adminClient } from './api.ts'

/** Stores the answer to a request as another version of the service did. */
const storedBefore = (
  { context }: RunningService,
  by: AdminClient,
  path: string,
  body: object,
  answer: object,
) =>
  answerOnce(
    context,
    {
      tokenId: by.id,
      token: by.token,
      key: path,
      asked: JSON.stringify(['POST', `/api/v1${path}`, body]),
    },
    { make: () => Promise.resolve(answer), shown: (made) => made },
  )

const bodies: Readonly<Record<string, object>> = {
  '/accounts': { username: 'Thor', password: 'correct horse' },
  '/invites': { uses: 2 },
  '/clients': { client_name: 'Panel', redirect_uris: ['https://panel.example.test/'] },
  '/bans': { ip: '192.0.2.1' },
  '/webhooks': { url: 'http://127.0.0.1:9/' },
  '/api-tokens': { name: 'second' },
  '/groups': { name: 'staff' },
  '/servers': { name: 'survival' },
  '/keys': { use: 'tokens' },
}

onEveryDatabase('repeated answers', (start, shared) => {
  for (const [path, body] of Object.entries(bodies)) {
    test(`POST ${path} answers a second try from before an update as the first was answered`, async () => {
      const service = await shared()
      const by = await adminClient(service)
      for (const answer of [{ code: 'AAAA' }, { is: { of: ['an', null, 1] }, other: 'fields' }, {}]) {
        await service.context.db.query.deleteFrom('idempotency_key').execute()
        await storedBefore(service, by, path, body, answer)
        const again = await by.send('POST', path, body, { 'idempotency-key': path })
        assert.deepEqual([again.status, again.text], [201, JSON.stringify(answer)])
        assert.equal(again.headers.get('content-type'), 'application/json; charset=utf-8')
        assert.equal(again.headers.get('idempotency-replayed'), 'true')
      }
    })
  }

  test('both answers to one request are the same, byte for byte', async () => {
    const service = await start({ NORN_WEBHOOK_PRIVATE: 'on' })
    const { send } = await adminClient(service)
    for (const [path, body] of Object.entries(bodies)) {
      const [first, again] = [
        await send('POST', path, body, { 'idempotency-key': path }),
        await send('POST', path, body, { 'idempotency-key': path }),
      ]
      assert.deepEqual([first.status, first.headers.has('idempotency-replayed')], [201, false], first.text)
      assert.equal(again.headers.get('idempotency-replayed'), 'true')
      assert.equal(again.text, first.text)
      assert.equal(again.headers.get('content-type'), first.headers.get('content-type'))
    }
  })
})
