import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { browserOf } from './browser.ts'

onEveryDatabase('admin forms', (start) => {
  test('show a new secret on its own page, whichever page is opened before', async () => {
    const service = await start()
    const admin = await service.account()
    await grantRole(service.context, operator, await service.stored(admin), 'admin')
    const browser = browserOf(service)
    await browser.signIn(admin)
    const fields = { client_name: 'Forum', redirect_uris: 'https://forum.example/' }
    const first = await browser.send(await browser.get('/admin/clients'), '/admin/clients', fields)
    assert.match(first.text, /Client secret/)
    const page = await browser.get('/admin/clients')
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(page.text) ?? []
    const made = await browser.post('/admin/clients', { ...fields, csrf, client_name: 'Wiki' })
    assert.equal(made.status, 303)
    assert.doesNotMatch((await browser.get(first.path)).text, /Client secret/)
    assert.match((await browser.get(made.headers.get('location') ?? '')).text, /Client secret/)
    assert.doesNotMatch((await browser.get(made.headers.get('location') ?? '')).text, /Client secret/, 'once')
  })

  test('announce that they will ask for the password again if they will', async () => {
    const service = await start()
    const admin = await service.account()
    await grantRole(service.context, operator, await service.stored(admin), 'admin')
    const browser = browserOf(service)
    await browser.signIn(admin)
    for (const [minutes, isAsked] of [
      [0, false],
      [16, true],
    ] as const) {
      service.advance(minutes * 60_000)
      for (const path of ['/admin/clients', '/admin/webhooks', `/admin/accounts/${admin.id}`]) {
        const { text } = await browser.get(path)
        assert.equal(
          text.includes('ask for your password again'),
          isAsked,
          `${path} after ${minutes} minutes`,
        )
        assert.equal(text.includes('name="current"'), isAsked)
      }
    }
  })
})
