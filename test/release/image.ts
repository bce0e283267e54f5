// The image: through a registry on loopback, with its file system started as a container engine would.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, closeSync, globSync, mkdirSync, openSync, readFileSync, readSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { tool } from '../../scripts/release/tools.ts'
import { freePort } from '../free-port.ts'
import { inSpaces, run } from './spaces.ts'

interface ImageConfig {
  readonly architecture: string
  readonly os: string
  readonly config: {
    readonly User: string
    readonly Env: readonly string[]
    readonly Entrypoint: readonly string[]
    readonly Volumes: object
    readonly Labels: Readonly<Record<string, string>>
    readonly Healthcheck: { readonly Test: readonly string[] }
  }
}

export async function tryImage(layoutTar: string, version: string, work: string): Promise<void> {
  const crane = (...line: string[]) => run(tool('crane'), line)
  const layout = join(work, 'layout')
  mkdirSync(layout)
  run('tar', ['--extract', '--file', layoutTar], layout)
  const port = await freePort()
  const registry = spawn(tool('crane'), ['registry', 'serve', '--address', `127.0.0.1:${port}`], {
    stdio: 'ignore',
  })
  try {
    await answers(`http://127.0.0.1:${port}/v2/`, registry)
    const image = `127.0.0.1:${port}/norn:${version}`
    crane('push', layout, image)
    const [manifest] = JSON.parse(readFileSync(join(layout, 'index.json'), 'utf8')).manifests
    assert.equal(crane('digest', image).trim(), manifest.digest)
    crane('validate', '--remote', image)
    for (const architecture of ['amd64', 'arm64']) {
      const config = configOf(crane('config', '--platform', `linux/${architecture}`, image))
      assert.deepEqual([config.os, config.architecture], ['linux', architecture])
      assert.equal(config.config.User, '65532:65532')
      assert.deepEqual(config.config.Volumes, { '/data': {} })
      assert.equal(config.config.Labels['org.opencontainers.image.version'], version)
    }
    tryMachineCode(crane, image, work)
    const root = join(work, 'image')
    mkdirSync(root)
    const tar = join(work, 'image.tar')
    crane('export', '--platform', 'linux/amd64', image, tar)
    run('tar', ['--extract', '--file', tar], root)
    start(root, configOf(crane('config', '--platform', 'linux/amd64', image)), work)
  } finally {
    registry.kill()
  }
}

/** ELF's numbers for them. */
const machines = { amd64: 62, arm64: 183 }

/** Each architecture has its own Node.js, native modules and libraries, and none of the other architecture. */
function tryMachineCode(crane: (...line: string[]) => string, image: string, work: string): void {
  for (const [architecture, machine] of Object.entries(machines)) {
    const tar = join(work, `${architecture}.tar`)
    const directory = join(work, architecture)
    mkdirSync(directory)
    crane('export', '--platform', `linux/${architecture}`, image, tar)
    run('tar', ['--extract', '--file', tar], directory)
    const programs = globSync('**', { cwd: directory, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => machineOf(path) !== undefined)
    assert.ok(programs.some((path) => path.endsWith('/node/bin/node')))
    assert.equal(programs.filter((path) => path.endsWith('.node')).length, 3, programs.join('\n'))
    assert.deepEqual(
      programs.filter((path) => machineOf(path) !== machine),
      [],
      architecture,
    )
    rmSync(directory, { recursive: true })
    rmSync(tar)
  }
}

/** Undefined for a file that is neither a program nor a library. */
function machineOf(path: string): number | undefined {
  const head = Buffer.alloc(20)
  const file = openSync(path, 'r')
  readSync(file, head)
  closeSync(file)
  return head.subarray(0, 4).toString('latin1') === '\x7fELF' ? head.readUInt16LE(18) : undefined
}

const configOf = (text: string): ImageConfig => JSON.parse(text)

/** Serves, creates an account in a second process, signs in, and runs the health check. The image has no shell. */
function start(root: string, { config }: ImageConfig, work: string): void {
  const data = join(work, 'image-data')
  mkdirSync(data, { mode: 0o700 })
  const [uid = 0, gid = 0] = config.User.split(':').map(Number)
  chownSync(data, uid, gid)
  const [node = ''] = config.Entrypoint
  const probe = readFileSync(new URL('probe.cjs', import.meta.url), 'utf8')
  const output = inSpaces('image.sh', root, data, config.User, node, '--eval', probe, JSON.stringify(config))
  assert.match(output, /image ok/)
}

async function answers(url: string, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error('the registry has ended')
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isUp) return
    await sleep(50)
  }
}
