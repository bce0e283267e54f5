// Titles and texts in Hebrew and Arabic on an English page, each in its own direction. Usernames are ASCII.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { adminClient } from '../wire/admin/api.ts'
import { openTab, phone } from './browser.ts'
import { enterAs } from './person.ts'

/** Without a direction of its own, the exclamation mark of "שרת!" would stand to the right of it. */
const name = 'שרת (1)!'
const welcome = 'أهلا بكم في الخادم!'

/** Returns the left edges of the first and the last character of `text`, in the element that has it. */
const edges = (page: Page, text: string, within: string) =>
  page.evaluate<[number, number]>(`(() => {
    const walker = document.createTreeWalker(document.querySelector(${JSON.stringify(within)}), NodeFilter.SHOW_TEXT)
    const text = ${JSON.stringify(text)}
    while (walker.nextNode()) {
      const { currentNode } = walker
      const begin = currentNode.data.indexOf(text)
      if (begin < 0) continue
      const left = (at) => {
        const range = document.createRange()
        range.setStart(currentNode, at)
        range.setEnd(currentNode, at + 1)
        return range.getBoundingClientRect().left
      }
      return [left(begin), left(begin + text.length - 1)]
    }
    throw new Error('no element has ' + text)
  })()`)

onEveryDatabase('right-to-left texts', (start) => {
  test('are shown in their own direction, wherever they appear', async (t) => {
    const service = await start({ NORN_SERVER_NAME: name })
    const { send } = await adminClient(service)
    for (const [path, body] of [
      ['/settings/welcome', { value: welcome }],
      ['/settings/rules', { value: `${welcome}\nBe kind.` }],
      ['/groups', { name: 'builders', title: name }],
      ['/servers', { name: 'survival', title: name, address: 'play.example.org' }],
    ] as const) {
      const answer = await send(path.startsWith('/settings') ? 'PUT' : 'POST', path, body)
      assert.ok(answer.status < 300, `${path}: ${answer.text}`)
    }
    const account = await service.account()
    const player = await service.account()
    await grantRole(service.context, operator, await service.stored(account), 'admin')
    assert.ok((await send('PUT', `/groups/builders/members/${player.id}`)).status < 300)
    const tab = await openTab(t, service.baseUrl, phone)
    if (!tab) return
    const reads = async (text: string, within: string) => {
      const [first, last] = await edges(tab.page, text, within)
      assert.ok(last < first, `${tab.page.url()}: ${within}`)
    }
    await tab.page.goto('/')
    for (const within of ['.brand', 'h1']) await reads(name, within)
    await reads(welcome, '.lead')
    await tab.page.locator('summary').click()
    await reads(welcome, 'details')
    await tab.check('/')
    await enterAs(tab, service, account)
    for (const path of [
      '/account/servers',
      '/admin/groups',
      '/admin/servers',
      `/admin/accounts/${player.id}`,
    ]) {
      await tab.page.goto(path)
      await reads(name, '#content')
      await tab.check(path)
    }
    await tab.page.goto('/admin/groups/builders')
    await reads(name, 'h1')
    await tab.close()
  })
})
