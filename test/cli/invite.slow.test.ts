import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Installation, install } from './norn.ts'

interface Shown {
  code: string
  url: string
  uses: number
  expiresAt: string | null
}

let norn: Installation
before(async () => {
  norn = await install()
})
after(() => norn.remove())

test('invites are created, listed with the newest first, and revoked; each is in the audit log without its code', async () => {
  const variables = { NORN_BASE_URL: 'https://accounts.example.test', NORN_REGISTRATION: 'invite' }
  const run = async (...line: string[]) => norn.run(line, { variables })
  const created = await run('invite', 'create', '--uses', '3', '--expires', '2099-01-31', '--json')
  assert.equal(created.stderr, '')
  const first: Shown = JSON.parse(created.stdout)
  assert.match(first.code, /^[0-9a-f]{18}$/)
  assert.deepEqual(first, {
    code: first.code,
    url: `https://accounts.example.test/register?invite=${first.code}`,
    uses: 3,
    waiting: 0,
    expiresAt: '2099-01-31T00:00:00.000Z',
  })
  const second: Shown = JSON.parse((await run('invite', 'create', '--json')).stdout)
  assert.deepEqual([second.uses, second.expiresAt], [1, null])
  assert.deepEqual(JSON.parse((await run('invite', 'list', '--json')).stdout), [second, first])
  assert.equal((await run('invite', 'revoke', first.code)).stdout, `The invite ${first.code} was revoked.\n`)
  assert.deepEqual(JSON.parse((await run('invite', 'list', '--json')).stdout), [second])
  const audit = (await run('audit', 'export')).stdout
  assert.equal(audit.match(/"invite\.created"/g)?.length, 2)
  assert.equal(audit.match(/"invite\.deleted"/g)?.length, 1)
  assert.ok(!audit.includes(first.code) && !audit.includes(second.code))
  for (const [line, status, stderr] of [
    [['invite', 'revoke', first.code], 1, /^norn: the invite does not exist/],
    [['invite', 'create', '--uses', '0'], 2, /^norn: --uses is "0"/],
    [['invite', 'create', '--uses', '1e3'], 2, /^norn: --uses is "1e3"/],
    [
      ['invite', 'create', '--expires', '2001-01-01'],
      1,
      /^norn: --expires is "2001-01-01", which is in the past/,
    ],
  ] as const) {
    const refused = await run(...line)
    assert.deepEqual([refused.status, refused.stdout], [status, ''])
    assert.match(refused.stderr, stderr)
  }
})
