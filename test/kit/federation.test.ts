// The profile federation: the kit is two neighbours of our own service, and of faulty ones.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { profileOf } from '../../kit/src/check.ts'
import { checks } from '../../kit/src/profiles/all.ts'
import { type Checked, complaints, startChecked, tryKit } from './checked.ts'
import { aboutNeighbours } from './wrong-federation.ts'

let checked: Checked
before(async () => {
  checked = await startChecked()
})
after(() => checked.close())

const layouts = ['authlib-injector', 'vendor', 'native'] as const
const profiles = ['federation'] as const

describe('the correct server', () => {
  for (const layout of layouts)
    test(`passes every check of the profile federation, ${layout}`, async () => {
      const { checks: results, ...rest } = await tryKit(checked, { layout, profiles, isFederated: true })
      assert.deepEqual(complaints({ checks: results, ...rest }), [])
      const others = results.filter(({ result }) => result !== 'pass')
      assert.deepEqual(
        others.map(({ id, observed }) => `${id}: ${observed}`),
        [],
      )
    })

  test('without neighbours, the profile is skipped', async () => {
    const { checks: results } = await tryKit(checked, { layout: 'native', profiles, hasServerRoot: true })
    assert.deepEqual([...new Set(results.map(({ result }) => result))], ['skipped'])
  })
})

describe('faulty servers', () => {
  // The roots are known only when the service runs.
  const wrongs = aboutNeighbours(() => checked.neighbours.map((port) => `http://127.0.0.1:${port}`))
  for (const { what, caughtBy, server } of wrongs)
    test(`${what}: ${caughtBy} notices`, async () => {
      const { checks: results } = await tryKit(checked, {
        layout: 'authlib-injector',
        only: [caughtBy],
        isFederated: true,
        mutate: server(),
      })
      assert.deepEqual(
        results.map(({ result }) => result === 'fail' || result === 'warn'),
        [true],
        JSON.stringify(results[0]),
      )
    })

  test('every check of the profile has a faulty server', () => {
    const caught = new Set(wrongs.map(({ caughtBy }) => caughtBy))
    const own = checks.filter((check) => profileOf(check) === 'federation').map(({ id }) => id)
    assert.deepEqual(
      own.filter((id) => !caught.has(id)),
      [],
    )
  })
})
