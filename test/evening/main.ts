// npm run evening [-- --quick]: follows README, docs/deploy.md and docs/recipes/friends.md on a separate machine, with npm
// 10 and 11; with --quick, this machine's npm, production only, and no update. Then, each on a fresh Debian, the pages of
// docs/start: npm run evening -- --from deb|tarball|image [--of DIR], with a new release, or with the one in DIR.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../../scripts/release/checkout.ts'
import { isOld, ownNode, ownPath } from '../old-node.ts'
import { installTestPackages } from '../packages.ts'
import { type Origin, origins, startFrom, whyNoStart } from './from-release.ts'
import { runThere, whyNoMachine } from './machine.ts'

const { values: given } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, from: { type: 'string' }, of: { type: 'string' } },
})
const { quick: isQuick } = given
if (given.from !== undefined) {
  startFromReleases([originOf(given.from)])
  process.exit()
}
const reason = await whyNoMachine()
if (reason !== undefined) {
  console.log(`the evening is skipped: ${reason}`)
  process.exit(0)
}

// A browser, and PostgreSQL's programs; the separate machine has no network.
installTestPackages()

// The environment of an operator, not of `npm run`: the machine's own programs, and npm's access to its registry.
const kept = /^(npm_config_(cache|registry|cafile|userconfig)|https?_proxy|no_proxy|LANG)$/i
const environment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => kept.test(name))),
  npm_config_prefer_offline: 'true',
  PATH: ownPath,
}

const tools = mkdtempSync(join(tmpdir(), 'norn-npms-'))
try {
  const script = join(import.meta.dirname, 'evening.ts')
  if (!isQuick) environment.PATH = `${oldNode()}${environment.PATH}`
  const line = [process.execPath, script, isQuick ? 'quick' : 'whole', ...npms()]
  process.exitCode = await runThere(line, environment)
} finally {
  rmSync(tools, { recursive: true, force: true })
}

// After the evening of a checkout, since both need the whole machine.
if (!isQuick && process.exitCode === 0) startFromReleases(origins)

function startFromReleases(wanted: readonly Origin[]): void {
  const lacking = whyNoStart()
  if (lacking !== undefined) return console.log(`no start from a release: ${lacking}`)
  const made = mkdtempSync(join(tmpdir(), 'norn-release-of-evening-'))
  try {
    const release = given.of ?? made
    if (given.of === undefined)
      execFileSync('npm', ['run', '--silent', 'release', '--', '--out', made], {
        cwd: root,
        stdio: 'inherit',
      })
    const manifest = JSON.parse(readFileSync(join(release, 'manifest.json'), 'utf8')) as { version: string }
    for (const origin of wanted) {
      const began = performance.now()
      startFrom(origin, release, manifest.version)
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      console.log(`${seconds.padStart(6)} s  docs/start/${origin}.md`)
    }
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

function originOf(name: string): Origin {
  const origin = origins.find((each) => each === name)
  if (origin === undefined) throw new Error(`--from is one of ${origins.join(', ')}, not ${name}`)
  return origin
}

function run(program: string, ...line: string[]): string {
  return execFileSync(program, line, { cwd: tools, env: environment, encoding: 'utf8' })
}

/**
 * Returns the oldest Node.js that README allows, to be put first on the PATH, if the machine's own is not that old.
 */
function oldNode(): string {
  const version = ownNode()
  if (version !== undefined && isOld(version)) return ''
  const name = `node-linux-${process.arch}`
  run('npm', 'install', '--no-audit', '--no-fund', '--prefix', join(tools, 'old'), `${name}@20.19`)
  return `${join(tools, 'old', 'node_modules', name, 'bin')}:`
}

/** npm-cli.js of each version to try. */
function npms(): string[] {
  if (isQuick) return [realpathSync(run('sh', '-c', 'command -v npm').trim())]
  const versions = ['npm10', 'npm11']
  run(
    'npm',
    'install',
    '--no-audit',
    '--no-fund',
    ...versions.map((name) => `${name}@npm:npm@${name.slice(3)}`),
  )
  return versions.map((name) => join(tools, 'node_modules', name, 'bin', 'npm-cli.js'))
}
