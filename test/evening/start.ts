// Runs next to a fresh Debian (test/evening/start.sh): types the commands of one page of docs/start, until two
// friends have joined a server and a backup exists.
//
//   start.ts ORIGIN ROOT
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Friend } from './friends.ts'
import { Page } from './pages.ts'
import { until } from './server.ts'
import { Terminal } from './terminal.ts'

const [origin, debian = ''] = process.argv.slice(2)
const address = 'https://accounts.example.org'
const authority = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'

const login = [
  'unshare',
  '--mount',
  '--propagation=private',
  'sh',
  join(import.meta.dirname, 'login.sh'),
  debian,
]
const root = new Terminal('/', process.env, login)
await root.type('for program in node npm caddy podman; do ! command -v $program; done')

const output = new Map<string, string>()
for (const block of new Page(`docs/start/${origin}.md`).all()) {
  output.set(block, await root.type(block))
  // No public authority certifies this name. Commands of containers find the file among the data.
  if (block.includes('systemctl reload caddy'))
    await root.type(`until [ -s ${authority} ]; do sleep 0.1; done
for copy in /tmp/caddy.crt /var/lib/norn/caddy.crt; do install --mode=0644 ${authority} $copy; done
export NODE_EXTRA_CA_CERTS=/tmp/caddy.crt`)
}
const printedBy = (command: string): string =>
  [...output].find(([block]) => block.includes(command))?.[1] ?? assert.fail(`${command} was not typed`)

const [, link = ''] = /^url: +(\S+)$/m.exec(printedBy('norn invite create')) ?? []
assert.ok(link.startsWith(`${address}/register?`), link)
assert.match(
  printedBy('norn client-setup'),
  /-javaagent:authlib-injector\.jar=https:\/\/accounts\.example\.org/,
)
const friends = ['Alex', 'Robin'].map((name) => new Friend(address, join(debian, authority), name))
const [host] = friends
for (const friend of friends) {
  await until(() => friend.register(link))
  await friend.signIn()
  await friend.join(host)
}
assert.match(await root.type('norn account list'), /Alex[^]*Robin|Robin[^]*Alex/)
assert.match(readdirSync(join(debian, 'var/backups/norn')).join(' '), /^norn-\d{8}T\d{6}Z\.sqlite\.gz$/)
await root.interrupt()
