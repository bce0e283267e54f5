// Somebody who finds a token that its owner ended could read the reason of the owner's suspension.
import assert from 'node:assert/strict'
import { attackStored, postJson, signIn } from './installed.ts'

attackStored('a token that its owner ended does not reveal a suspension', async (norn) => {
  await norn.steve()
  const service = await norn.serve()
  const attributes = async (accessToken: string) => {
    const headers = { authorization: `Bearer ${accessToken}` }
    const path = '/authlib-injector/minecraftservices/player/attributes'
    const answer = await fetch(`${service.baseUrl}${path}`, { headers })
    return { status: answer.status, text: await answer.text() }
  }
  const signedOut = await signIn(service, 'a')
  await postJson(`${service.baseUrl}/auth/signout`, { username: 'Steve', password: 'secret' })
  const [invalidated, held] = [await signIn(service, 'b'), await signIn(service, 'c')]
  await postJson(`${service.baseUrl}/auth/invalidate`, { accessToken: invalidated, clientToken: 'b' })
  await norn.json('account', 'suspend', 'Steve', '--reason', 'griefing')
  for (const token of [signedOut, invalidated]) {
    const { status, text } = await attributes(token)
    assert.deepEqual([status, text.includes('griefing')], [401, false])
  }
  const refusal = await attributes(held)
  assert.deepEqual([refusal.status, refusal.text.includes('griefing')], [200, true])
  assert.deepEqual(await norn.json('token', 'list', 'Steve'), [])
  await norn.json('account', 'restore', 'Steve')
  assert.equal((await attributes(held)).status, 401)
  assert.notEqual((await postJson(`${service.baseUrl}/auth/validate`, { accessToken: held })).status, 200)
  await norn.json('account', 'suspend', 'Steve')
  assert.deepEqual(await norn.json('token', 'revoke', 'Steve'), { revoked: 0 })
  assert.equal((await attributes(held)).status, 401)
})
