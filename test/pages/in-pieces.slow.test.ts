// A page of which a part arrives later: what has been shown does not move.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { onEveryDatabase } from '../service.ts'
import { openTab, phone } from './browser.ts'

/** The time in which the browser shows what it has. */
const paintMs = 300

/** Passes GET requests on. A page ends after each of the `places` for a while. Returns the address. */
async function inPieces(t: TestContext, baseUrl: string, places: readonly RegExp[]): Promise<string> {
  const server = createServer(async ({ url = '/' }, response) => {
    const answer = await fetch(new URL(url, baseUrl), { headers: { accept: 'text/html' } })
    const body = Buffer.from(await answer.arrayBuffer())
    const type = answer.headers.get('content-type') ?? ''
    response.writeHead(answer.status, { 'content-type': type })
    let sent = 0
    for (const place of type.startsWith('text/html') ? places : []) {
      const found = place.exec(body.toString('latin1'))
      assert.ok(found, `${url} has no ${place}`)
      const end = found.index + found[0].length
      response.write(body.subarray(sent, end))
      sent = end
      await sleep(paintMs)
    }
    response.end(body.subarray(sent))
  })
  const port = await freePort()
  await new Promise<void>((listening) => void server.listen(port, '127.0.0.1', listening))
  t.after(() => server.closeAllConnections())
  t.after(() => server.close())
  return `http://127.0.0.1:${port}`
}

onEveryDatabase('a page in pieces', (start, _shared, kind) => {
  // The database does not change a page.
  if (kind !== 'sqlite') return
  test('does not move what it has shown', async (t) => {
    const service = await start({ NORN_REGISTRATION: 'open' })
    const places = [/<main.*?<\/h1>/s, /<footer.*?<\/form>/s, /<footer.*(?=<a )/s]
    const slow = await inPieces(t, service.baseUrl, places)
    const tab = await openTab(t, slow, phone)
    if (!tab) return
    for (const path of ['/', '/sign-in', '/register', '/recover']) {
      await tab.page.goto(path)
      await tab.page.getByRole('contentinfo').waitFor()
      assert.equal(await tab.shift(), 0, path)
    }
    await tab.close()
  })
})
