// Lists of administration are shown in pages of fifty.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { createGroup } from '../../src/domain/community/groups.ts'
import { addServer } from '../../src/domain/community/servers.ts'
import { createClient } from '../../src/domain/oauth/clients.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { browserOf } from './browser.ts'

onEveryDatabase('lists of administration', (start) => {
  test('show fifty rows and lead to the others', async () => {
    const service = await start()
    const { context } = service
    const owner = await service.account()
    await grantRole(context, operator, await service.stored(owner), 'admin')
    for (let at = 0; at < 101; at++) {
      const name = `n${String(at).padStart(3, '0')}`
      await createGroup(context, operator, { name, title: name, colour: null })
      await addServer(context, operator, { name, title: name })
      await createClient(context, operator, {
        client_name: name,
        redirect_uris: ['https://map.example.org/back'],
      })
    }
    const browser = browserOf(service)
    await browser.signIn(owner)
    const rowsOf = (text: string) => [...text.matchAll(/>(n\d{3})<\/a>/g)].map(([, name]) => name)
    const linksOf = (text: string) =>
      [...text.matchAll(/href="(\?from=\d+)">(\w+)</g)].map((found) => found.slice(1))
    for (const path of ['/admin/groups', '/admin/servers', '/admin/clients']) {
      const seen: (string | undefined)[] = []
      for (let next: string | undefined = ''; next !== undefined; ) {
        const { text } = await browser.get(path + next)
        const rows = rowsOf(text)
        assert.ok(rows.length <= 20, `${path}${next} has ${rows.length} rows`)
        seen.push(...rows)
        const links = linksOf(text)
        assert.equal(
          links.some(([, name]) => name === 'Previous'),
          next !== '',
        )
        next = links.find(([, name]) => name === 'Next')?.[0]
      }
      assert.equal(new Set(seen).size, 101, path)
      assert.equal(seen.length, 101, path)
      const first = rowsOf((await browser.get(path)).text)
      for (const from of ['-1', '1.5', 'x', '500', '']) {
        assert.deepEqual(rowsOf((await browser.get(`${path}?from=${from}`)).text), first, from)
      }
      const second = await browser.get(`${path}?from=40`)
      assert.deepEqual(linksOf(second.text), [
        ['?from=20', 'Previous'],
        ['?from=60', 'Next'],
      ])
    }
  })

  test('of accounts begin with the newest, say how many there are, and show one state alone', async () => {
    const service = await start()
    const { context } = service
    const owner = await service.account({ username: 'Boss' })
    await grantRole(context, operator, await service.stored(owner), 'admin')
    for (let at = 0; at < 35; at++) {
      service.advance(1000)
      await service.account({ username: `Nr_${at}` })
    }
    const browser = browserOf(service)
    await browser.signIn(owner)
    const rowsOf = (text: string) => [...text.matchAll(/>(Nr_\d+|Boss)<\/a>/g)].map(([, name]) => name)
    const first = await browser.get('/admin/accounts')
    assert.match(first.text, />36 accounts</)
    assert.deepEqual(
      rowsOf(first.text),
      Array.from({ length: 25 }, (_, at) => `Nr_${34 - at}`),
    )
    const [, next = ''] = /href="([^"]+)">Next</.exec(first.text) ?? []
    const second = await browser.get(next.replaceAll('&amp;', '&'))
    assert.deepEqual(rowsOf(second.text), [...Array.from({ length: 10 }, (_, at) => `Nr_${9 - at}`), 'Boss'])
    const withRole = await browser.get('/admin/accounts?state=roles')
    assert.deepEqual(rowsOf(withRole.text), ['Boss'])
    assert.match(withRole.text, /<option value="roles" selected>/)
    for (const state of ['x', 'leaving', 'suspended']) {
      const expected = state === 'x' ? 25 : 0
      assert.equal(rowsOf((await browser.get(`/admin/accounts?state=${state}`)).text).length, expected, state)
    }
  })
})
