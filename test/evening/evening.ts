// On the machine of test/evening/machine.ts: runs everything possible in README, docs/deploy.md and
// docs/recipes/friends.md, by the documents' own commands.
//   evening.ts quick|whole NPM...     NPM: npm-cli.js of each version to try
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeAuthority } from '../deploy/debian.ts'
import { assertNoWarnings, clone, firstPlayer } from './checkout.ts'
import { openServers } from './game-servers.ts'
import { twoInstances } from './instances.ts'
import { has } from './machine.ts'
import { Page } from './pages.ts'
import {
  backUpAndRestore,
  installPackage,
  move,
  putCaddyBefore,
  putNginxBefore,
  serveCheckout,
  setUpService,
  update,
} from './server.ts'
import { Terminal } from './terminal.ts'

const [form, ...npms] = process.argv.slice(2)
const isWhole = form === 'whole'
const readme = new Page('README.md')
const deploy = new Page('docs/deploy.md')
const recipe = new Page('docs/recipes/friends.md')

async function step(title: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  const note = await work()
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${seconds.padStart(6)} s  ${title}${typeof note === 'string' ? ` (${note})` : ''}`)
}

const missing = (program: string) => console.log(`       -  this machine has no ${program}: not tried`)

const directory = mkdtempSync(join(tmpdir(), 'evening-'))
// The service's user reads the authority's certificate too.
chmodSync(directory, 0o755)
const { root: authority, issue } = await makeAuthority(directory)
const certificate = await issue('accounts.example.org')
const variables = (npm: string, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${join(import.meta.dirname, 'programs')}:${process.env['PATH']}`,
  HOME: '/root',
  NPM: npm,
  NODE_EXTRA_CA_CERTS: authority,
  CERTIFICATE_CHAIN: certificate.chain,
  CERTIFICATE_KEY: certificate.key,
  ...more,
})

const start = readme.block('Run it', 'npm ci')
for (const [index, npm] of npms.entries()) {
  const checkout = `/srv/norn-${index}`
  clone(checkout)
  const name = isWhole ? npm.replace(/^.*\/(npm\d+)\/.*$/, '$1') : 'npm'
  const production = { NODE_ENV: 'production' }
  if (isWhole) {
    await step(`${name}: README`, () => firstPlayer(readme, checkout, start, variables(npm)))
    await step(
      `${name}: scripts, on ${execFileSync('node', ['--version'], { encoding: 'utf8' }).trim()}`,
      async () => {
        const second = new Terminal(checkout, variables(npm))
        await second.type('npm run --silent types && npm run --silent lock -- --check')
        await second.interrupt()
      },
    )
    const omit = start.replace('npm ci', deploy.inline('npm ci --omit=dev'))
    await step(`${name}: npm ci --omit=dev && npm start`, () =>
      firstPlayer(readme, checkout, omit, variables(npm)),
    )
  }
  await step(`${name}: README with NODE_ENV=production`, () =>
    firstPlayer(readme, checkout, start, variables(npm, production)),
  )
  const root = new Terminal(checkout, variables(npm))
  await step(`${name}: a package, installed`, async () =>
    assertNoWarnings(await installPackage({ page: deploy, root })),
  )
  if (index < npms.length - 1) {
    await root.interrupt()
    continue
  }
  const evening = { page: deploy, root, authority }
  await step('a service', () => setUpService(evening))
  await step('a backup, restored', () => backUpAndRestore(evening))
  await step('game servers for some friends', () => openServers({ recipe, root, authority, certificate }))
  if (has('nginx')) {
    await step('nginx', () => putNginxBefore(evening))
    if (isWhole) await step('an update while friends play', () => update(evening))
    await step('another machine', () => move(evening))
  } else missing('nginx')
  if (has('caddy')) await step('Caddy', () => putCaddyBefore(evening))
  else missing('caddy')
  if (isWhole) await step('a checkout as the service', () => serveCheckout(evening))
  if (isWhole) await step('two instances on PostgreSQL', () => twoInstances(variables(npm)))
  await root.interrupt()
}

/** The first words of each block that cannot run on this machine. */
const elsewhere = [
  // There is no container engine.
  'Containers: cd deploy/container',
  // test/deploy/backups.slow.test.ts, with Debian's PostgreSQL.
  'Backups: cp /usr/local/lib/node_modules/norn/deploy/systemd/norn-backup-postgres.service',
  ...(has('nginx') ? [] : ['nginx: ', 'Updating: ', 'Moving to another machine: ']),
  ...(has('caddy') ? [] : ['Caddy: ']),
  // It installs again, which takes a long time.
  ...(isWhole ? [] : ['Updating: ']),
]
const untyped = [readme, deploy, recipe]
  .flatMap((page) => page.unseen())
  .filter((block) => !elsewhere.some((words) => block.startsWith(words)))
assert.deepEqual(untyped, [], 'commands that were not run')
