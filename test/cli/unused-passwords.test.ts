// With NORN_PASSWORD_SIGN_IN=off, operators who give an account a password are told that it counts nowhere.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { attackStored } from '../attacks/installed.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { browserOf } from '../web/browser.ts'

attackStored(
  'commands say that a password counts nowhere, and where that of an administrator does',
  async (norn) => {
    const said = async (setting: 'on' | 'off', ...line: string[]) => {
      const variables = { NORN_PASSWORD_SIGN_IN: setting, NORN_BASE_URL: 'https://accounts.example.org' }
      const { status, stderr } = await norn.run(line, { variables })
      assert.equal(status, 0, stderr)
      return stderr
    }
    const create = (name: string, ...more: string[]) => ['account', 'create', '--username', name, ...more]
    const password = ['--password', 'a sentence to remember']
    const change = ['account', 'password', 'Steve', ...password]
    assert.equal(await said('on', ...create('Steve', ...password)), '')
    assert.match(
      await said('off', ...create('Alex', ...password)),
      /counts nowhere.*lets Alex in through a provider/,
    )
    assert.equal(await said('off', ...create('Efe', '--no-password')), '')
    assert.equal(await said('on', ...change), '')
    assert.match(
      await said('off', ...change),
      /the password counts nowhere, because NORN_PASSWORD_SIGN_IN is off/,
    )
    await said('on', 'account', 'grant', 'Steve', 'admin')
    assert.match(await said('off', ...change), /counts only at \/sign-in\?local/)
  },
)

onEveryDatabase('the form for a new account', (start) => {
  test('says whose password counts', async () => {
    for (const [setting, hint] of [
      ['on', /Without one, the player needs a link to choose one/],
      ['off', /Nobody but administrators signs in with a password here/],
    ] as const) {
      const service = await start({ NORN_PASSWORD_SIGN_IN: setting })
      const boss = await service.account()
      await grantRole(service.context, operator, await service.stored(boss), 'admin')
      const browser = browserOf(service)
      const page = await browser.get('/sign-in?local')
      await browser.send(page, '/sign-in', { login: boss.username, password: boss.password })
      assert.match((await browser.get('/admin/accounts')).text, hint)
    }
  })
})
