import assert from 'node:assert/strict'
import { attackStored, postJson } from './installed.ts'

attackStored('a sign-in that races a signout is not answered with "wrong password"', async (norn, t) => {
  await norn.steve()
  const { baseUrl } = await norn.serve()
  let isOver = false
  let signouts = 0
  const leaving = (async () => {
    while (!isOver) {
      const { status } = await postJson(`${baseUrl}/auth/signout`, { username: 'Steve', password: 'secret' })
      assert.equal(status, 200)
      signouts++
    }
  })()
  const statuses: number[] = []
  for (let n = 0; n < 60 || signouts <= 20; n++) {
    const body = { username: 'Steve', password: 'secret', clientToken: 'x' }
    statuses.push((await postJson(`${baseUrl}/auth/authenticate`, body)).status)
  }
  isOver = true
  await leaving
  t.diagnostic(`${signouts} signouts beside ${statuses.length} sign-ins`)
  assert.deepEqual(
    statuses.filter((status) => status !== 200),
    [],
  )
})
