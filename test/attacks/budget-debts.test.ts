import assert from 'node:assert/strict'
import { attackStored } from './installed.ts'

const hour = 3_600_000

attackStored(
  'a budget never falls further below zero than its size, and a row from the future recovers',
  async (norn) => {
    await norn.steve()
    const db = await norn.db()
    // Each guess is regained in 10 s, so the whole budget in exactly 100 s.
    const { baseUrl } = await norn.serve({
      NORN_TRUST_PROXY: '127.0.0.1',
      NORN_GUESS_ADDRESS_ACCOUNT: '10',
      NORN_GUESS_ADDRESS: '10',
      NORN_GUESS_ACCOUNT: '10',
    })
    const signIn = (from: string, password: string) =>
      fetch(`${baseUrl}/auth/authenticate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
        body: JSON.stringify({ username: 'Steve', password, clientToken: 'x' }),
      })
    const attackers = Array.from({ length: 100 }, (_, n) => signIn(`203.0.113.${n}`, 'wrong'))
    const answers = await Promise.all(attackers)
    for (const answer of answers) {
      assert.ok(answer.status === 401 || answer.status === 429, String(answer.status))
      assert.ok(Number(answer.headers.get('retry-after') ?? 0) <= 200, 'at most twice the budget')
    }
    const { rows } = await db.query
      .selectFrom('guess')
      .select((eb) => eb.fn.max('full_at').as('last'))
      .execute()
      .then((rows) => ({ rows }))
    assert.ok((rows[0]?.last ?? 0) < Date.now() + hour)

    // As a clock that was a day ahead for a moment leaves them: the wait was 86,119 s.
    await db.query
      .updateTable('guess')
      .set({ full_at: Date.now() + 24 * hour })
      .execute()
    const healed = await signIn('198.51.100.1', 'wrong')
    assert.ok(
      Number(healed.headers.get('retry-after') ?? 0) <= 200,
      String(healed.headers.get('retry-after')),
    )
    assert.equal((await signIn('192.0.2.77', 'secret')).status, 200, 'the owner, from a different address')
  },
)
