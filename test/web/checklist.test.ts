// The owner's checklist on the first page of administration.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { LastLook } from '../../src/lib/queue/last-look.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf } from './browser.ts'

async function signedIn(service: RunningService, role: 'admin' | 'moderator') {
  const account = await service.account()
  await grantRole(service.context, operator, await service.stored(account), role)
  const browser = browserOf(service)
  await browser.signIn(account)
  return Object.assign(browser, { account })
}

/** Returns the points of the card: each heading with what it says. */
const pointsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [
      ...text.matchAll(/<li class="(?:done|open)"[^>]*>(?:<details><summary>)?<h3>([^<]+)<\/h3>(.*?)<\/li>/g),
    ].map(([, name = '', said = '']) => [
      name,
      said
        .replaceAll(/<[^>]+>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ]),
  )

const fine = { address: [], certificate: [], isMailRefused: false }

onEveryDatabase('the owner’s checklist', (start) => {
  test('says what is next, from what was looked at, until all of it is done', async () => {
    const service = await start({ NORN_REGISTRATION: 'invite' })
    const admin = await signedIn(service, 'admin')
    const first = await admin.get('/admin')
    const points = pointsIn(first.text)
    assert.deepEqual(Object.keys(points), [
      'Address',
      'Encryption',
      'E-mail',
      'Backup',
      'Second factor',
      'Game server',
      'Players',
    ])
    assert.match(points['Address'] ?? '', /^Only this machine can reach http:\/\/127|^This is being checked/)
    assert.match(points['Encryption'] ?? '', /^Passwords cross the network unencrypted/)
    assert.match(points['E-mail'] ?? '', /^Email is written to files/)
    assert.match(points['Players'] ?? '', /^You are alone here: make an invite/)
    for (const path of ['/account/security/totp', '/admin/servers', '/admin/invites'])
      assert.match(first.text, new RegExp(`<p><a href="${path}">`))
    assert.doesNotMatch(
      (await (await signedIn(service, 'moderator')).get('/admin')).text,
      /Before others play/,
    )
    assert.match(
      (await admin.get('/admin')).text,
      /<h3>Players<\/h3><p><b>Done\./,
      'somebody else has an account',
    )
  })

  test('goes away with its last point, and names what a certificate and a mail server refuse', async () => {
    const service = await start({
      NORN_BASE_URL: 'https://play.example.test',
      NORN_SMTP_URL: 'smtp://127.0.0.1:1',
    })
    const { context } = service
    const admin = await signedIn(service, 'admin')
    await service.account()
    const seen = async (look: Partial<Awaited<ReturnType<typeof context.networkLook.latest>>>) => {
      context.networkLook = new LastLook(
        async () => ({ ...fine, ...look }),
        () => 0,
        () => 0,
      )
      return (await admin.get('/admin')).text
    }
    const bad = pointsIn(
      await seen({
        address: [{ about: 'gateway', status: 502 }],
        certificate: [{ about: 'ends_soon', at: '2026-01-02T00:00:00.000Z' }, { about: 'self_signed' }],
        isMailRefused: true,
      }),
    )
    assert.match(bad['Address'] ?? '', /^Something else answers at .*https:\/\/play\.example\.test/)
    assert.match(bad['Encryption'] ?? '', /^Games don’t accept the certificate/)
    assert.match(bad['E-mail'] ?? '', /^The mail server takes no email/)
    const good = pointsIn(await seen({}))
    for (const name of ['Address', 'Encryption', 'E-mail', 'Players']) assert.equal(good[name], 'Done.', name)
  })

  test('a look that takes long is shared and makes nobody wait', async () => {
    let looks = 0
    const { promise, resolve } = Promise.withResolvers<typeof fine>()
    const look = new LastLook(
      () => {
        looks += 1
        return promise
      },
      () => 1000,
      () => 0,
    )
    assert.deepEqual(await Promise.all([look.latest(1), look.latest(1)]), [undefined, undefined])
    resolve(fine)
    assert.equal(await look.latest(1000), fine)
    assert.equal(await look.latest(0), fine)
    assert.equal(looks, 1)
  })
})
