// docs/recipes/friends.md: a group and two game servers, of which one admits its members alone; by command, and once
// more in a browser.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { createServer } from 'node:tls'
import { openBrowser } from './browser.ts'
import { Friend } from './friends.ts'
import type { Page } from './pages.ts'
import { until } from './server.ts'
import type { Terminal } from './terminal.ts'

const address = 'https://accounts.example.org'

interface Scene {
  readonly recipe: Page
  /** A terminal of root, with the service running. */
  readonly root: Terminal
  /** The PEM file of the authority that signed the certificate. */
  readonly authority: string
  readonly certificate: { readonly chain: string; readonly key: string }
}

/** Answers what was left out, if anything was. */
export async function openServers({
  recipe,
  root,
  authority,
  certificate,
}: Scene): Promise<string | undefined> {
  const front = await listen(certificate)
  try {
    for (const name of ['Alex', 'Robin'])
      await root.type(
        `norn account create --username ${name} --email ${name}@example.org --password "correct horse"`,
      )
    const [alex, robin] = ['Alex', 'Robin'].map((name) => new Friend(address, authority, name))
    assert.ok(alex && robin)
    for (const friend of [alex, robin]) await friend.signIn()

    const printed = await root.type(recipe.block('A server for some of them'))
    const [open = '', closed = ''] = [...printed.matchAll(/^root: +(\S+)$/gm)].map(([, found = '']) => found)
    assert.ok(printed.includes(`-javaagent:authlib-injector.jar=${closed}/authlib-injector/`), printed)
    await theyJoin({ alex, robin }, { open, closed })
    await until(async () => assert.match(await root.type('norn why Robin'), /creative[^]*builders/))
    assert.match(await root.type('norn doctor || true'), /game servers +all 2 roots answer/)

    const browser = await openBrowser(address)
    if (typeof browser === 'string') return browser
    await browser.signIn('Steve', 'correct horse')
    await browser.createGroup('staff', 'Alex')
    await theyJoin(
      { alex, robin },
      { open: await browser.addServer('lobby'), closed: await browser.addServer('backstage', 'staff') },
    )
    await browser.close()
    await until(async () => assert.match(await root.type('norn why Robin'), /backstage[^]*staff/))
    return undefined
  } finally {
    front.close()
  }
}

async function theyJoin(
  { alex, robin }: Record<'alex' | 'robin', Friend>,
  { open, closed }: Record<'open' | 'closed', string>,
): Promise<void> {
  assert.deepEqual([await alex.joinBelow(open), await robin.joinBelow(open)], [true, true])
  assert.deepEqual([await alex.joinBelow(closed), await robin.joinBelow(closed)], [true, false])
}

/** Stands in for the proxy, which comes later and which this machine may not have. */
async function listen({ chain, key }: Scene['certificate']) {
  const server = createServer({ cert: readFileSync(chain), key: readFileSync(key) }, (socket) => {
    const behind = connect(8080, '127.0.0.1')
    for (const end of [socket, behind]) end.on('error', () => end.destroy())
    socket.pipe(behind).pipe(socket)
  }).listen(443, '127.0.0.1')
  await once(server, 'listening')
  return server
}
