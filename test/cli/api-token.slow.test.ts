import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Installation, install } from './norn.ts'

interface Shown {
  id: string
  name: string
  token: string
  readOnly: boolean
  expiresAt: string | null
}

let norn: Installation
before(async () => {
  norn = await install()
})
after(() => norn.remove())

test('API tokens are created, listed and revoked; a running service knows immediately', async () => {
  const created = await norn.run([
    'api-token',
    'create',
    '--name',
    'Панель',
    '--expires',
    '2099-01-31',
    '--json',
  ])
  assert.equal(created.stderr, 'The token is shown only once.\n')
  const panel: Shown = JSON.parse(created.stdout)
  assert.match(panel.token, /^norn_[\w-]{43}$/)
  const { id, token } = panel
  const expiresAt = '2099-01-31T00:00:00.000Z'
  assert.deepEqual(panel, { id, name: 'Панель', token, readOnly: false, expiresAt })
  const bot = await norn.json<Shown>('api-token', 'create', '--name', 'bot', '--read-only')
  assert.deepEqual([bot.readOnly, bot.expiresAt], [true, null])
  const [first, second, ...more] = await norn.json<Shown[]>('api-token', 'list')
  assert.deepEqual([first?.id, second?.id, more], [bot.id, id, []])
  assert.deepEqual(Object.keys(first ?? {}), [
    'id',
    'name',
    'readOnly',
    'createdAt',
    'expiresAt',
    'lastUsedAt',
    'createdBy',
  ])

  const service = await norn.serve()
  const ask = async () => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${service.baseUrl}/api/v1/accounts`, { headers })).status
  }
  assert.equal(await ask(), 200)
  const revoked = await norn.run(['api-token', 'revoke', id])
  assert.equal(revoked.stdout, `The API token ${id} was revoked.\n`)
  assert.equal(await ask(), 401)
  service.kill('SIGTERM')
  const { stdout } = await service.ended
  const audit = (await norn.run(['audit', 'export'])).stdout
  assert.ok(!`${stdout}${audit}`.includes('norn_'), 'no token is in the log or in the audit log')
  const entries = audit.split('\n').filter((line) => line.includes('"api_token.'))
  assert.deepEqual(
    entries.map((line) => [JSON.parse(line).event, JSON.parse(line).details]),
    [
      ['api_token.created', { id, name: 'Панель' }],
      ['api_token.created', { id: bot.id, name: 'bot' }],
      ['api_token.deleted', { id, name: 'Панель' }],
    ],
  )
  for (const [line, status, stderr] of [
    [['api-token', 'revoke', id], 1, /^norn: the API token does not exist/],
    [['api-token', 'create', '--name', ''], 1, /^norn: "": the name is not allowed/],
  ] as const) {
    const refused = await norn.run(line)
    assert.deepEqual([refused.status, refused.stdout], [status, ''])
    assert.match(refused.stderr, stderr)
  }
})
