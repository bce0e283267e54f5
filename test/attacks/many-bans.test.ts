// Many automatic bans push manual ones out of the list, and reading them all delays lookups.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../until.ts'
import { attackStored } from './installed.ts'

const automatic = 30_000

attackStored('a manual ban stays in force, and many automatic ones cost nothing', async (norn, t) => {
  await norn.steve()
  await norn.json('ban', 'add', '192.0.2.1')
  const db = await norn.db()
  const now = Date.now()
  for (let at = 0; at < automatic; at += 5000) {
    const rows = Array.from({ length: 5000 }, (_, index) => ({
      network: `10.${(at + index) >> 16}.${((at + index) >> 8) & 255}.${index & 255}-${at}`,
      full_at: now,
      banned_at: now + 1000,
      ends_at: now + 3_600_000,
      ban_length: 3_600_000,
      forgotten_at: now + 7_200_000,
    }))
    await db.query.insertInto('lookup_client').values(rows).execute()
  }
  const { baseUrl } = await norn.serve({ NORN_TRUST_PROXY: '127.0.0.1' })
  const lookUp = async (from: string) => {
    const headers = { 'x-forwarded-for': from }
    const answer = await fetch(`${baseUrl}/api/users/profiles/game/Steve`, { headers })
    await answer.arrayBuffer()
    return answer.status
  }
  assert.equal(await lookUp('192.0.2.1'), 403)
  const times: number[] = []
  for (const end = performance.now() + 4500; performance.now() < end; ) {
    const begin = performance.now()
    assert.equal(await lookUp('192.0.2.2'), 200)
    times.push(performance.now() - begin)
    // Without a pause they would occupy a core that everything else needs.
    await sleep(20)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const slowest = sorted.slice(-3).map((time) => time.toFixed(1))
  t.diagnostic(`${times.length} lookups, the slowest ${slowest.join(', ')} ms`)
  assert.equal(await lookUp('192.0.2.1'), 403)
  await norn.json('ban', 'remove', '192.0.2.1')
  await until('the ban is over', async () => (await lookUp('192.0.2.1')) === 200)
})
