import assert from 'node:assert/strict'
import { copyFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Installation, install, type Serving } from '../cli/norn.ts'
import { makePlayers } from '../faults/players.ts'

let norn: Installation
before(async () => {
  norn = await install()
  await makePlayers(`sqlite:${norn.database}`, 1)
})
after(() => norn.remove())

const signIn = (service: Serving) =>
  fetch(`${service.baseUrl}/auth/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'Player0', password: 'password 0', clientToken: 'c' }),
  })

for (const [what, away, back] of [
  ['file is moved away', (aside) => rename(norn.database, aside), (aside) => rename(aside, norn.database)],
  [
    'file is replaced by a copy',
    async (aside) => {
      await rename(norn.database, aside)
      await copyFile(aside, norn.database)
    },
    async (aside) => {
      await rm(norn.database)
      await rename(aside, norn.database)
    },
  ],
  [
    'log is moved away',
    (aside) => rename(`${norn.database}-wal`, aside),
    (aside) => rename(aside, `${norn.database}-wal`),
  ],
] as [string, (aside: string) => Promise<void>, (aside: string) => Promise<void>][]) {
  test(`when the database's ${what}, no write is answered with success, and the log says what to do`, async (t) => {
    const aside = join(norn.directory, 'aside')
    const service = await norn.serve()
    t.after(() => service.kill('SIGKILL'))
    assert.equal((await signIn(service)).status, 200)
    await away(aside)
    assert.equal((await signIn(service)).status, 503)
    const ready = await fetch(`${service.operators}/readyz`)
    assert.equal(ready.status, 503)
    assert.match(await ready.text(), /"the database takes no writes","why":".* while Norn had it open/)
    assert.equal((await fetch(`${service.baseUrl}/session/profile/${'ab'.repeat(16)}`)).status < 500, true)
    await back(aside)
    const signedIn = await signIn(service)
    assert.equal(signedIn.status, 200)
    service.kill('SIGTERM')
    assert.equal((await service.ended).status, 0)
    assert.match(
      service.output(),
      /"cause":"[^"]*norn\.sqlite[^"]* while Norn had it open[^\n]*"the database failed"/,
    )

    const again = await norn.serve()
    t.after(() => again.kill('SIGKILL'))
    const { accessToken } = (await signedIn.json()) as { accessToken: string }
    const validated = await fetch(`${again.baseUrl}/auth/validate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ accessToken }),
    })
    assert.equal(validated.status, 200)
    again.kill('SIGTERM')
    await again.ended
  })
}
