// A list that is refused says which of its members is wrong: in the API, and on the pages with the same lists.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../../src/domain/accounts/roles.ts'
import { createGroup } from '../../../src/domain/community/groups.ts'
import { addServer } from '../../../src/domain/community/servers.ts'
import { onEveryDatabase, operator } from '../../service.ts'
import { browserOf } from '../../web/browser.ts'
import { adminClient } from './api.ts'

onEveryDatabase('wrong members', (start) => {
  test('a refused list says in the API which of its members is wrong', async () => {
    const service = await start({ NORN_WEBHOOK_PRIVATE: 'on' })
    const { context } = service
    await createGroup(context, operator, { name: 'staff' })
    await addServer(context, operator, { name: 'survival' })
    const { send } = await adminClient(service)
    const back = 'https://a.test/back'
    const application = { client_name: 'Map', redirect_uris: [back] }
    const { client_id } = (await send('POST', '/clients', application)).json
    for (const uri of [
      'https://u:hunter2@c.test/',
      'https:u:hunter2@c.test',
      'https:\\\\u:hunter2@c.test/',
      'ftp:u:hunter2@c.test',
    ]) {
      const answer = await send('POST', '/clients', { ...application, redirect_uris: [back, uri] })
      assert.deepEqual([answer.status, answer.text.includes('hunter2')], [422, false], answer.text)
      assert.match(answer.json.value, /c\.test/)
    }
    for (const [method, path, body, code, value] of [
      [
        'POST',
        '/clients',
        { ...application, redirect_uris: [back, 'http://b.test/'] },
        'redirect_uri_insecure',
        'http://b.test/',
      ],
      [
        'POST',
        '/clients',
        { ...application, redirect_uris: [back, 'https://u:hunter2@c.test/'] },
        'redirect_uri_malformed',
        'https://c.test/',
      ],
      ['POST', '/clients', { ...application, groups: ['staff', 'ghosts'] }, 'unknown', 'ghosts'],
      [
        'PATCH',
        `/clients/${client_id}`,
        { redirect_uris: ['https://d.test/#', back] },
        'redirect_uri_fragment',
        'https://d.test/#',
      ],
      [
        'PATCH',
        `/clients/${client_id}`,
        { post_logout_redirect_uris: [back, 'nowhere'] },
        'redirect_uri_malformed',
        'nowhere',
      ],
      ['PATCH', '/servers/survival', { groups: ['staff', 'phantoms'] }, 'unknown', 'phantoms'],
      ['PATCH', '/servers/survival', { neighbours: ['nobody'] }, 'unknown', 'nobody'],
      [
        'POST',
        '/webhooks',
        { url: 'http://127.0.0.1:9/', events: ['account.*', 'bread.*'] },
        'malformed',
        'bread.*',
      ],
      [
        'PUT',
        '/settings/links',
        { value: 'https://a.test/ Map\nhttp://b.test/ Forum' },
        'malformed',
        'http://b.test/ Forum',
      ],
    ] as const) {
      // biome-ignore format: one a line reads as a table
      const answer = await send(method, path, body)
      assert.deepEqual(
        [answer.status >= 400, answer.json.code, answer.json.value],
        [true, code, value],
        answer.text,
      )
      assert.ok(!JSON.stringify(await service.logLine(answer)).includes(value), 'not in the log')
      assert.ok(!answer.text.includes('hunter2'))
    }
  })

  test('a refused list says on its page which of its members is wrong', async () => {
    const service = await start()
    const { context } = service
    await addServer(context, operator, { name: 'survival' })
    const administrator = await service.account()
    await grantRole(context, operator, await service.stored(administrator), 'admin')
    const browser = browserOf(service)
    await browser.signIn(administrator)
    for (const [path, action, fields, alert] of [
      [
        '/admin/clients',
        '/admin/clients',
        { client_name: 'Map', redirect_uris: 'https://a.test/b http://b.test/"<' },
        /^http:\/\/b\.test\/"<: /,
      ],
      [
        '/admin/clients',
        '/admin/clients',
        { client_name: 'Map', redirect_uris: 'https://a.test/b', groups: 'ghosts' },
        /^ghosts: /,
      ],
      [
        '/admin/neighbours',
        '/admin/neighbours',
        { id: 'own', kind: 'vendor', textureHosts: 'a.test\nb/c' },
        /^b\/c: /,
      ],
      [
        '/admin/settings',
        '/admin/settings',
        { links: 'https://a.test/ Map\nftp://b.test/ Forum' },
        /^ftp:\/\/b\.test\/ Forum: /,
      ],
    ] as const) {
      // biome-ignore format: one a line reads as a table
      const refused = await browser.send(await browser.get(path), action, fields)
      assert.equal(refused.status, 422)
      assert.match(refused.alert ?? 'no alert', alert)
    }
  })
})
