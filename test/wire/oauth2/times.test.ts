import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LibraryTime } from '../../../src/wire/oauth2/library/times.ts'

test('a past instant is converted to the same second at any time, and converting it back gives the same instant', () => {
  for (const ahead of [0, 3_600_000, -86_400_000]) {
    let machine = 1_800_000_000_000
    const time = new LibraryTime(
      () => machine + ahead,
      () => machine,
    )
    const signedInAt = machine + ahead + 900
    machine += 950
    const first = time.past(signedInAt)
    for (const later of [50, 100, 849, 1, 60_000]) {
      machine += later
      assert.equal(time.past(signedInAt), first)
      assert.equal(time.past(time.ownSeconds(first) * 1000), first)
    }
    assert.equal(first, 1_800_000_000)
  }
})
