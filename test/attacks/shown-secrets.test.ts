// A new secret, kept in the browser until its page has shown it, is shown to the administrator who made it, and to nobody
// else who signs in there; nobody can plant one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'

async function administrator(service: RunningService) {
  const account = await service.account()
  await grantRole(service.context, operator, await service.stored(account), 'admin')
  return account
}

onEveryDatabase('secrets that a page shows once', (start) => {
  test('are for the administrator who made them, within a minute, and cannot be planted', async () => {
    const service = await start()
    const [first, second] = [await administrator(service), await administrator(service)]
    const player = await service.account()
    const path = `/admin/accounts/${player.id}`
    const browser = browserOf(service)
    await browser.signIn(first)
    /** Makes a link, whose page is not opened. */
    const make = async () => {
      const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.get(path)).text)?.[1] ?? ''
      const answer = await browser.post(`${path}/link`, {
        csrf,
        for: 'password',
        lasts: '1h',
        current: first.password,
      })
      assert.equal(answer.status, 303, answer.text)
      return browser.cookies.get('norn-secret') ?? ''
    }
    const shows = async () => /\/link\/[\w-]{16,}/.test((await browser.get(path)).text)

    assert.ok((await make()).startsWith('enc'))
    assert.ok(await shows())
    assert.ok(!(await shows()), 'once')

    const sealed = await make()
    service.advance(60_000)
    browser.cookies.set('norn-secret', sealed)
    assert.ok(!(await shows()), 'not after a minute')

    const other = await make()
    browser.cookies.delete('norn-session')
    await browser.signIn(second)
    browser.cookies.set('norn-secret', other)
    assert.ok(!(await shows()), 'not to another administrator')
    assert.equal(browser.cookies.has('norn-secret'), false)

    for (const planted of [
      `${player.id}.${service.now() + 1000}.abcdefghijklmnopqrstuv`,
      'enc:v1:AAAA',
      '{}',
    ]) {
      browser.cookies.set('norn-secret', planted)
      assert.ok(!(await shows()), planted)
    }
  })
})
