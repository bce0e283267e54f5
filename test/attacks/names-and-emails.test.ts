import assert from 'node:assert/strict'
import { attackStored } from './installed.ts'

const title = 'a spent budget is the login as typed, so it does not tell which e-mail belongs to a name'

attackStored(title, async (norn) => {
  const email = 'steve@example.test'
  await norn.json('account', 'create', '--username', 'Steve', '--email', email, '--password', 'correct horse')
  const serving = await norn.serve()
  const guess = async (username: string) => {
    const { status } = await fetch(`${serving.baseUrl}/auth/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: 'wrong', clientToken: 'c' }),
    })
    return status
  }
  for (let n = 0; n < 30; n++) assert.equal(await guess('Steve'), 401)
  assert.equal(await guess('Steve'), 429)
  assert.equal(await guess(email), 401)
  assert.equal(await guess('alex@example.test'), 401)
  assert.equal(await guess('nobody'), 401)
})
