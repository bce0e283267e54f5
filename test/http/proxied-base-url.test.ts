// A base URL that clients behind a proxy cannot use causes one warning.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { migrated } from '../databases.ts'
import { startService } from '../service.ts'

const ends: (() => Promise<void>)[] = []
after(async () => {
  for (const end of ends) await end()
})

async function warnings(baseUrl: string, headers: Record<string, string>): Promise<string[]> {
  const database = await migrated.sqlite()
  const service = await startService(database.url, { NORN_BASE_URL: baseUrl, NORN_TRUST_PROXY: '127.0.0.1' })
  ends.push(async () => {
    await service.close()
    await database.drop()
  })
  for (let n = 0; n < 2; n++) await service.get('/healthz', { headers })
  return service.log.map((line) => JSON.parse(line).msg).filter((msg) => msg !== 'request')
}

const player = { 'x-forwarded-for': '192.0.2.1' }

test('a base URL of this machine, behind a proxy', async () => {
  assert.deepEqual(await warnings('http://localhost:8080', player), [
    'requests come through a proxy, but NORN_BASE_URL=http://localhost:8080: set it to the address that clients use, since launchers and games are told it',
  ])
})

test('a base URL without TLS, behind a proxy that speaks it', async () => {
  assert.deepEqual(
    await warnings('http://accounts.example.org', { ...player, 'x-forwarded-proto': 'https' }),
    [
      'clients speak https to a proxy, but NORN_BASE_URL=http://accounts.example.org: set it to the address that clients use, since launchers and games are told it',
    ],
  )
})

test('no warning if it is right, or if there is no proxy', async () => {
  const tls = { ...player, 'x-forwarded-proto': 'https' }
  assert.deepEqual(await warnings('https://accounts.example.org', tls), [])
  assert.deepEqual(await warnings('http://accounts.example.org', player), [])
  assert.deepEqual(await warnings('http://localhost:8080', {}), [])
})
