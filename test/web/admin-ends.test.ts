// The durations that an administrator chooses for bans, invites and API tokens, and the ends that are typed instead.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { listBans } from '../../src/domain/operation/bans.ts'
import { listInvites } from '../../src/domain/registration/invites.ts'
import { listApiTokens } from '../../src/domain/tokens/api-tokens.ts'
import { storeVisitor, uuid } from '../domain/neighbours/scene.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf } from './browser.ts'

const day = 86_400_000

interface Form {
  path: string
  fields: (at: number) => Record<string, string>
  /** The end of each thing that was made. */
  ends(service: RunningService): Promise<(number | null | undefined)[]>
}

const forms: Form[] = [
  {
    path: '/admin/bans',
    fields: (at) => ({ network: `203.0.113.${at}` }),
    ends: async ({ context }) => (await listBans(context)).map(({ until }) => until),
  },
  {
    path: '/admin/invites',
    fields: () => ({ uses: '1' }),
    ends: async ({ context }) => (await listInvites(context)).map(({ expiresAt }) => expiresAt),
  },
  {
    path: '/admin/api-tokens',
    fields: (at) => ({ name: `bot ${at}` }),
    ends: async ({ context }) => (await listApiTokens(context)).map(({ expiresAt }) => expiresAt),
  },
]

onEveryDatabase('the end of what an administrator makes', (start) => {
  test('is forever, a day, a week or thirty days at a click, or the end that was typed', async () => {
    const service = await start()
    const boss = await service.account()
    await grantRole(service.context, operator, await service.stored(boss), 'admin')
    const browser = browserOf(service)
    await browser.signIn(boss)
    for (const { path, fields, ends } of forms) {
      const page = await browser.get(path)
      const offered = [...page.text.matchAll(/type="radio" name="duration" value="(\w*)"( checked)?/g)]
      assert.deepEqual(
        offered.map(([, value, checked]) => [value, checked !== undefined]),
        [
          ['', true],
          ['1d', false],
          ['7d', false],
          ['30d', false],
        ],
        path,
      )
      const now = service.now()
      const typed = new Date(now + 40 * day).toISOString().slice(0, 10)
      const chosen = [
        [{ duration: '', until: '' }, undefined],
        [{ duration: '1d', until: '' }, now + day],
        [{ duration: '7d' }, now + 7 * day],
        [{ duration: '30d', until: '' }, now + 30 * day],
        [{ duration: '', until: '12h' }, now + day / 2],
        [{ duration: '', until: typed }, Date.parse(typed)],
        [{ duration: '7d', until: '168h' }, now + 7 * day],
      ] as const
      for (const [at, [end]] of chosen.entries()) {
        const made = await browser.send(page, path, { ...fields(at), ...end })
        assert.deepEqual([made.status, made.alert], [200, undefined], path)
      }
      const expected = chosen.map(([, end]) => end ?? 0)
      const found = (await ends(service)).map((end) => end ?? 0)
      assert.deepEqual(found.toSorted(), expected.toSorted(), path)

      for (const wrong of [{ duration: '1x' }, { until: '2000-01-01' }, { until: 'soon' }]) {
        const again = await browser.send(page, path, { ...fields(99), duration: '7d', ...wrong })
        assert.equal(again.status, 422, `${path} ${JSON.stringify(wrong)}`)
        if ('until' in wrong) assert.match(again.text, /value="7d" checked/, 'the choice is still made')
      }
      for (const twice of [
        { duration: '7d', until: '2d' },
        { duration: '1d', until: typed },
        { duration: '30d', until: '29d' },
      ]) {
        const again = await browser.send(page, path, { ...fields(98), ...twice })
        assert.deepEqual(
          [again.status, /you chose how long, and entered another end/.test(again.alert ?? '')],
          [422, true],
        )
        assert.ok(
          again.text.includes(`value="${twice.duration}" checked`) &&
            again.text.includes(`value="${twice.until}"`),
        )
      }
      assert.equal((await ends(service)).length, chosen.length, 'nothing was made without an end')
    }
  })

  test('of a suspension is never one of two that were given', async () => {
    const service = await start()
    const boss = await service.account()
    await grantRole(service.context, operator, await service.stored(boss), 'admin')
    const browser = browserOf(service)
    await browser.signIn(boss)
    const player = await service.account()
    const visitor = await storeVisitor(service.context, { id: uuid(1), name: 'Skadi' })
    for (const path of [`/admin/accounts/${player.id}`, `/admin/visitors/${visitor.id}`]) {
      const page = await browser.get(path)
      const twice = await browser.send(page, `${path}/suspend`, { duration: '7d', until: '2d' })
      assert.equal(twice.status, 422, path)
      assert.match(twice.text, /id="until"[^>]* aria-invalid="true"/)
      const once = await browser.send(page, `${path}/suspend`, { duration: '', until: '2d' })
      assert.match(once.flash ?? '', /suspended/)
    }
    assert.equal((await service.stored(player)).suspension?.until, service.now() + 2 * day)
  })
})
