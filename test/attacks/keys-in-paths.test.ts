// A game server's key appears in no log line and no answer, however its path is written.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addServer } from '../../src/domain/community/servers.ts'
import { databases } from '../databases.ts'
import { operator, startService } from '../service.ts'

test('no spelling of a path puts a key into the log or an answer', async (t) => {
  const database = await databases.sqlite()
  t.after(() => database.drop())
  const service = await startService(database.url, { NORN_LOG_LEVEL: 'trace' })
  t.after(() => service.close())
  const { root } = await addServer(service.context, operator, { name: 'survival' })
  const key = new URL(root).pathname.split('/').at(-1) ?? ''
  // About every 60th key contains no digit.
  const letters = 'abcDEFghiJKLmnoPQRstuVWX'
  const ats = ['at', '%61t', 'a%74', '%61%74', 'at/', '/at', 'at//', '%61t//', 'AT', 'x/at']
  const belows = ['', '/', '/nothing', '/session/hasJoined', '/sessionserver/x', '/%zz', ';x/y', '/%2f..']
  const asked: [string, string][] = ats.flatMap((at) =>
    belows.flatMap((below) =>
      [key, letters].map((each): [string, string] => ['GET', `/${at}/${each}${below}`]),
    ),
  )
  for (const method of ['HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE']) {
    for (const at of ['at', '%61t', 'at/']) asked.push([method, `/${at}/${key}/session/hasJoined`])
  }
  for (const each of [key, letters]) {
    asked.push(['GET', `/at%2f${each}/session/hasJoined`], ['GET', `/${each}`], ['GET', `/api/${each}/x`])
    asked.push(['GET', `/users/profiles/minecraft/Steve/at/${each}`])
    asked.push(['GET', `/${'long/'.repeat(38)}at/${each}/x`])
  }
  for (const [method, path] of asked) {
    const { status, text, headers } = await service.request(path, { method })
    assert.ok(status < 500, `${method} ${path}: ${status}`)
    const isWhole = path.includes('%2f') || /^\/(?:api\/)?[^/]*(?:\/x)?$/.test(path)
    for (const each of [key, letters]) {
      if (!isWhole) assert.ok(!text.includes(each), `${method} ${path}: ${text}`)
      assert.ok(!(headers.get('location') ?? '').includes(each), path)
    }
  }
  await service.get('/healthz', { headers: { referer: root, 'user-agent': 'x' } })
  const log = service.log.join('')
  assert.ok(log.includes('/at/…'))
  for (const each of [key, letters]) assert.ok(!log.includes(each), log.slice(log.indexOf(each) - 300))
})
