import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../service.ts'
import { browserOf } from '../web/browser.ts'

const accept = { accept: 'text/html,*/*;q=0.8' }

onEveryDatabase('refused pages', (start) => {
  for (const base of ['', '/norn']) {
    test(`refused pages show who is signed in and link to the home page, below "${base}"`, async () => {
      const settings: Record<string, string> =
        base === '' ? {} : { NORN_BASE_URL: `http://127.0.0.1:1${base}` }
      const service = await start(settings)
      const browser = browserOf(service)
      const account = await service.account()
      const first = `<a href="${base}/">`
      const guest = await browser.get('/nowhere', accept)
      assert.deepEqual([guest.status, guest.heading], [404, 'Page not found'])
      assert.ok(guest.text.includes(`<a href="${base}/sign-in">Sign in</a>`))
      assert.ok(guest.text.includes(first), guest.text)
      const chinese = await browser.send(guest, '/language', { language: 'zh-CN' })
      assert.deepEqual(
        [chinese.path, chinese.heading, chinese.flash],
        ['/nowhere', '找不到页面', '页面现在以简体中文显示。'],
      )
      assert.equal((await browser.get('/nowhere', accept)).flash, undefined)

      await browser.signIn(account)
      for (const [path, status] of [
        ['/nowhere', 404],
        ['/account/nowhere', 404],
        ['/sign-out', 405],
        ['/language', 405],
      ] as const) {
        const page = await browser.get(path, accept)
        assert.equal(page.status, status, path)
        assert.ok(page.text.includes(`action="${base}/sign-out"`), path)
        assert.ok(!page.text.includes(`href="${base}/sign-in"`), path)
        assert.ok(page.text.includes(first), path)
      }
      const { headers } = await service.request('/sign-out', { method: 'PUT', body: 'x' })
      assert.equal(headers.get('allow'), 'POST')
    })
  }
})
