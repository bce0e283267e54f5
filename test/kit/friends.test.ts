// The profiles of friends, of skins for mods and of Bedrock links: our own service, and servers that make one mistake in them. They are
// apart from the others, since a whole run takes minutes.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type ProfileName, profileOf } from '../../kit/src/check.ts'
import { checks } from '../../kit/src/profiles/all.ts'
import { type Checked, complaints, startChecked, tryKit } from './checked.ts'
import type { Sent } from './proxy.ts'
import { asksMetadata, came, members, pathOf, without } from './wrong.ts'
import { aboutBedrock } from './wrong-bedrock.ts'
import { aboutFriends, aboutMods } from './wrong-friends.ts'

const profilesOf = {
  'authlib-injector': ['friends', 'bedrock'],
  vendor: ['friends'],
  native: ['csl'],
} as const
const all = [...aboutFriends, ...aboutMods, ...aboutBedrock]
const names: readonly ProfileName[] = ['friends', 'csl', 'bedrock']

let checked: Checked
before(async () => {
  checked = await startChecked()
})
after(() => checked.close())

describe('the correct server', () => {
  for (const layout of ['authlib-injector', 'vendor', 'native'] as const)
    test(`passes every check of these profiles in the layout ${layout}`, async () => {
      const profiles = profilesOf[layout]
      const results = await tryKit(checked, { layout, profiles })
      assert.deepEqual(complaints(results), [])
      const others = results.checks.filter(({ result }) => result !== 'pass')
      assert.deepEqual(
        others.map(({ id }) => id),
        layout === 'vendor' ? ['friends.discovery.there'] : [],
      )
    })

  test('a server without any of it offers none of it', async () => {
    const flag = without('feature.floodgate_global_linking')
    const silent = members(asksMetadata, (json) => ({ ...json, meta: flag(json.meta) }))()
    const isOne = (request: Sent) => /\/(?:friends|presence)$|\/geyser\//.test(pathOf(request))
    const { checks: results } = await tryKit(checked, {
      layout: 'authlib-injector',
      profiles: names,
      mutate: async (request, forward) =>
        isOne(request)
          ? came(404, { path: pathOf(request), error: 'NOT_FOUND', errorMessage: 'Not Found' })
          : silent(request, forward),
    })
    const answered = results.filter(({ result }) => result !== 'not-offered')
    assert.deepEqual(
      answered.map(({ id, result, observed }) => `${id} ${result} ${observed}`),
      [],
    )
  })
})

describe('faulty servers', () => {
  for (const { what, caughtBy, layouts = [], server } of all)
    for (const layout of layouts)
      test(`${what}: ${caughtBy} notices, ${layout}`, async () => {
        const { checks: results } = await tryKit(checked, { layout, only: [caughtBy], mutate: server() })
        assert.deepEqual(
          results.map(({ result }) => result === 'fail' || result === 'warn'),
          [true],
          JSON.stringify(results[0]),
        )
      })

  test('every check of these profiles has a faulty server', () => {
    const caught = new Set(all.map(({ caughtBy }) => caughtBy))
    const own = checks.filter((check) => names.includes(profileOf(check))).map(({ id }) => id)
    assert.deepEqual(
      own.filter((id) => !caught.has(id)),
      [],
    )
  })
})
