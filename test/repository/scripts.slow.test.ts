// The scripts of package.json on the machine's Node.js, if that is older than the one that Norn needs, with the npm
// of such a Node.js: it does not link the packaged Node.js into node_modules/.bin.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { clone } from '../evening/checkout.ts'
import { installNpm, isOld, ownNode, ownPath } from '../old-node.ts'
import { installTestPackages } from '../packages.ts'

const version = ownNode()
const skip =
  version && isOld(version) ? false : `this machine's own Node.js is ${version ?? 'missing'}, not old`

const directory = mkdtempSync(join(tmpdir(), 'norn-scripts-'))
const checkout = join(directory, 'norn')
/** Records each program that runs under Node.js, and ends all except those that hand over to another one. */
const notes = join(directory, 'notes')
const noting = join(directory, 'noting.cjs')
let environment: NodeJS.ProcessEnv

before(() => {
  if (skip) return
  environment = {
    PATH: `${installNpm('10.8.2', directory)}:${ownPath}`,
    HOME: process.env['HOME'],
    NODE_ENV: 'production',
    NORN_PORT: '0',
    NORN_METRICS_LISTEN: 'off',
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('npm_config_'))),
  }
  clone(checkout)
  const flags = ['--include=dev', '--prefer-offline', '--no-audit', '--no-fund']
  execFileSync('npm', ['ci', ...flags], { cwd: checkout, env: environment })
  assert.equal(existsSync(join(checkout, 'node_modules/.bin/node')), false, 'npm has linked Node.js')
  // They are large, and the same.
  installTestPackages()
  symlinkSync(new URL('../node_modules', import.meta.url), join(checkout, 'test/node_modules'))
  writeFileSync(
    noting,
    `const [, program = ''] = process.argv
    const isNew = Number(process.version.slice(1).split('.')[0]) > 20
    if (!/\\/npm(-cli\\.js)?$/.test(program)) {
      const handsOver = /\\/(run|norn)\\.cjs$/.test(program) && !isNew
      if (!handsOver) {
        require('node:fs').appendFileSync(${JSON.stringify(notes)}, (isNew ? 'new ' : 'old ') + program + '\\n')
        process.exit(0)
      }
    }`,
  )
})

after(() => rmSync(directory, { recursive: true, force: true }))

async function run(line: string, variables: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = spawn('npm', line.split(' '), { cwd: checkout, env: { ...environment, ...variables } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  }
  const [status] = (await once(child, 'close')) as [number | null]
  assert.equal(status, 0, `npm ${line}:\n${output}`)
  return output
}

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  scripts: Record<string, string>
}
// npm runs two of them on its own Node.js while it packs (test/evening/); `dev` has a test below.
const others = new Set(['prepack', 'postpack', 'dev'])
for (const [name, script] of Object.entries(scripts).filter(([name]) => !others.has(name))) {
  test(`npm run ${name} starts on a new Node.js`, { skip }, async () => {
    rmSync(notes, { force: true })
    await run(`run --silent ${name}`, { NODE_OPTIONS: `--require=${noting}` })
    const started = readFileSync(notes, 'utf8').trim().split('\n')
    assert.deepEqual(
      started.filter((line) => !line.startsWith('new ')),
      [],
    )
    assert.ok(started.length >= script.split('&&').length, started.join('\n'))
  })
}

test('npm run norn -- --version', { skip }, async () => {
  assert.match(await run('run --silent norn -- --version'), /^\d+\.\d+\.\d+/)
})

test('npm run docs and npm run lock', { skip }, async () => {
  for (const name of ['docs', 'lock']) await run(`run ${name} -- --check`)
})

test('npm run test:quick', { skip }, async () => {
  assert.match(await run('run test:quick -- uuid'), /pass [1-9]/)
})

test('npm run dev serves, and ends with npm', { skip }, async () => {
  const npm = spawn('npm', ['run', 'dev'], { cwd: checkout, env: environment, detached: true })
  const ended = once(npm, 'close')
  // A program that failed at its start is still watched.
  const late = setTimeout(() => process.kill(-(npm.pid ?? 0), 'SIGKILL'), 60_000)
  let output = ''
  npm.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  const baseUrl = await new Promise<string>((resolve, reject) => {
    npm.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      const found = /"baseUrl":"([^"]+)"/.exec(output)?.[1]
      if (found) resolve(found)
    })
    npm.once('close', () => reject(new Error(output)))
  })
  assert.equal((await fetch(baseUrl)).status, 200)
  assert.match(output, /create one with: npm run --silent norn -- account create --username NAME/)
  // Ctrl-C in a terminal reaches the whole group.
  process.kill(-(npm.pid ?? 0), 'SIGINT')
  await ended
  clearTimeout(late)
  await assert.rejects(fetch(baseUrl))
})

test('without the packages for development it says so', { skip }, async () => {
  rmSync(join(checkout, 'node_modules/typescript'), { recursive: true })
  await assert.rejects(run('run --silent types'), /run "npm ci --include=dev"/)
})
