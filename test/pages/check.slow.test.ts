// The check of a page fails on each of its points; without this test, a check that sees nothing would pass everything.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { openTab } from './browser.ts'

const shifting = `<script>setTimeout(() => {
  const late = document.createElement('p')
  late.id = 'late'
  late.style.height = '400px'
  document.querySelector('main').prepend(late)
}, 200)</script>`

const wide = '<div class="table" style="overflow: auto"><div style="width: 3000px">cut</div></div>'

/** Each page's content, the finding of the check, and the page's policy. */
const pages: Record<string, readonly [content: string, finding: RegExp | undefined, policy?: string]> = {
  clean: ['<p>Nothing is wrong.</p>', undefined],
  heavy: [`<p>${'word '.repeat(12_000)}</p>`, /weighs \d+ bytes/],
  waits: [
    '<link rel="stylesheet" href="/a.css"><link rel="stylesheet" href="/b.css">',
    /waits for more than its style/,
  ],
  shifts: [`<h2>Below</h2><p>${'word '.repeat(400)}</p>${shifting}`, /has shifted/],
  sideways: ['<div style="width: 3000px">wide</div>', /wider than the window/],
  table: [wide, /cuts something off/],
  button: [
    '<button style="width: 4rem; white-space: nowrap">A name of many words</button>',
    /cuts something off/,
  ],
  nameless: ['<input name="login">', /label/],
  pale: ['<p style="color: #ccc">hardly to be read</p>', /color-contrast/],
  asks: ['<img alt="" src="http://127.0.0.2:9/">', /asked http:\/\/127\.0\.0\.2:9/],
  throws: ["<script>throw new Error('a fault')</script>", /thrown: a fault/],
  violates: ['<script>1</script>', /Content Security Policy/, "script-src 'none'"],
}

test('the check of a page fails on each of its points', async (t) => {
  const server = createServer(({ url = '' }, answer) => {
    const [content, , policy] = pages[url.slice(1)] ?? ['']
    if (policy !== undefined) answer.setHeader('content-security-policy', policy)
    answer.setHeader('content-type', url.endsWith('.css') ? 'text/css' : 'text/html')
    answer.end(
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>A page</title><main><h1>A page</h1>${content}</main></html>`,
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  for (const [name, [, finding]] of Object.entries(pages)) {
    const tab = await openTab(t, `http://127.0.0.1:${port}`)
    if (!tab) return
    await tab.page.goto(`/${name}`)
    if (name === 'shifts') await tab.page.locator('#late').waitFor()
    if (finding) await assert.rejects(tab.check(name), (error) => finding.test(String(error)), name)
    else await tab.check(name)
    await tab.close()
  }
})
