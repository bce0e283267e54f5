import assert from 'node:assert/strict'
import { attackStored, postJson } from './installed.ts'

const post = (url: string, from: string, body: unknown) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  })

attackStored('H2: the password alone, sent to signout, opens no way to guess codes', async (norn, t) => {
  await norn.steve()
  await norn.json('totp', 'enable', 'Steve')
  const { baseUrl } = await norn.serve({ NORN_TRUST_PROXY: '127.0.0.1' })
  const statuses = new Map<number, number>()
  // As many as the attack had, from 40 addresses, each made known by a signout: 1,200 of 1,200 were evaluated.
  for (let address = 0; address < 40; address++) {
    const from = `198.51.100.${address}`
    const signedOut = await post(`${baseUrl}/auth/signout`, from, { username: 'Steve', password: 'secret' })
    assert.equal(signedOut.status, 200)
    const guesses = Array.from({ length: 30 }, (_, n) =>
      post(`${baseUrl}/auth/authenticate`, from, {
        username: 'Steve',
        password: `secret:${String(address * 30 + n).padStart(6, '0')}`,
        clientToken: 'x',
      }),
    )
    for (const { status } of await Promise.all(guesses)) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  t.diagnostic(JSON.stringify([...statuses]))
  assert.equal((statuses.get(200) ?? 0) + (statuses.get(401) ?? 0) + (statuses.get(429) ?? 0), 1200)
  assert.ok(
    (statuses.get(401) ?? 0) + (statuses.get(200) ?? 0) <= 11,
    'ten codes are looked at, and one regained',
  )
  // The password as such is not refused: nobody is locked out of taking away.
  assert.equal(
    (await postJson(`${baseUrl}/auth/signout`, { username: 'Steve', password: 'secret' })).status,
    200,
  )
})
