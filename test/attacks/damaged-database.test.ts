import assert from 'node:assert/strict'
import { open, stat } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { type Installation, install } from '../cli/norn.ts'
import { makePlayers } from '../faults/players.ts'

let norn: Installation
before(async () => {
  norn = await install()
})
after(() => norn.remove())

async function overwrite(file: string, from: number): Promise<void> {
  const { size } = await stat(file)
  const handle = await open(file, 'r+')
  await handle.write(Buffer.alloc(Math.max(0, size - from), 0xa5), 0, size - from, from)
  await handle.close()
}

test('damaged pages are answered with 503 for every client, the process keeps running, and the log names the file', async (t) => {
  const players = await makePlayers(`sqlite:${norn.database}`, 20)
  const service = await norn.serve()
  t.after(() => service.kill('SIGKILL'))
  await overwrite(norn.database, 0)
  await overwrite(`${norn.database}-wal`, 32)
  const statuses: number[] = []
  for (const atOnce of [1, 50, 50]) {
    const asked = Array.from({ length: atOnce }, async (_, i) => {
      const body = JSON.stringify({
        username: `Player${i % 20}`,
        password: `password ${i % 20}`,
        clientToken: 'c',
      })
      const answers = await Promise.all([
        fetch(`${service.baseUrl}/auth/authenticate`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        }),
        fetch(`${service.baseUrl}/session/profile/${players[i % 20]?.id}`),
        fetch(`${service.baseUrl}/session/hasJoined?username=Player${i % 20}&serverId=s${i}`),
      ])
      for (const { status } of answers) statuses.push(status)
    })
    await Promise.all(asked)
  }
  assert.equal((await fetch(`${service.baseUrl}/healthz`)).status, 200)
  const counts = Object.entries(Object.groupBy(statuses, String)).map(([status, all]) => [
    status,
    all?.length,
  ])
  t.diagnostic(JSON.stringify(counts))
  assert.deepEqual([...new Set(statuses)], [503])
  const ready = await fetch(`${service.operators}/readyz`)
  assert.equal(ready.status, 503)
  service.kill('SIGTERM')
  assert.equal((await service.ended).status, 0)
  const lines = service
    .output()
    .split('\n')
    .filter((line) => line.includes('"the database failed"'))
  assert.ok(lines.length >= 1 && lines.length <= 3, lines.join('\n'))
  assert.ok(lines.some((line) => line.includes(norn.database) && line.includes('norn restore FILE --verify')))

  const again = await norn.run(['serve'])
  assert.equal(again.status, 1)
  assert.match(again.stderr, /^norn: [^\n]+ is damaged [^\n]+ norn restore FILE --verify\)\n$/)
  assert.doesNotMatch(again.stderr + again.stdout, / {4}at /)
})
