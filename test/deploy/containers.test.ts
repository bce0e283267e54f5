import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** Uses a YAML parser that the machine may have; undefined if it has none. */
function parsed(path: string): any {
  const program = 'import sys, json, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))))'
  try {
    return JSON.parse(
      execFileSync('python3', ['-c', program, new URL(path, root).pathname], {
        encoding: 'utf8',
        stdio: 'pipe',
      }),
    )
  } catch {
    return undefined
  }
}

describe('containers', () => {
  test('the image copies existing files, and starts the service without npm or root', () => {
    const file = read('deploy/container/Containerfile')
    const instructions = file
      .replaceAll(/^#.*\n/gm, '')
      .replaceAll('\\\n', '')
      .split('\n')
      .filter((line) => line.trim() !== '')
    const known = /^(FROM|WORKDIR|ENV|COPY|RUN|VOLUME|USER|EXPOSE|STOPSIGNAL|HEALTHCHECK|ENTRYPOINT|CMD) /
    for (const line of instructions) assert.match(line, known)
    const [, entry = ''] = /^ENTRYPOINT (.+)$/m.exec(file) ?? []
    assert.deepEqual(JSON.parse(entry), ['node', '--max-semi-space-size=8', 'bin/norn.cjs'])
    const [, health = ''] = /\n {2}CMD (\[.+\])\n/.exec(file) ?? []
    const probe = JSON.parse(health) as string[]
    assert.throws(() => execFileSync(process.execPath, probe.slice(1), { stdio: 'pipe' }), { status: 1 })
    assert.equal(file.indexOf('\nUSER node') > file.indexOf('\nRUN npm ci'), true)
    for (const line of read('.dockerignore')
      .split('\n')
      .filter((each) => each.startsWith('!')))
      assert.ok(existsSync(new URL(line.slice(1), root)), line)
  })

  test('compose starts Norn behind Caddy only, and stops it in time', (t) => {
    const compose = parsed('deploy/container/compose.yaml')
    if (compose === undefined) return t.skip('this machine has no python3 with PyYAML')
    const { norn, database, caddy } = compose.services
    assert.equal(norn.ports, undefined)
    assert.equal(database.ports, undefined)
    assert.deepEqual(caddy.ports, ['80:80', '443:443', '443:443/udp'])
    const shared = (a: string[], b: string[]) => a.filter((network) => b.includes(network))
    assert.deepEqual(shared(norn.networks, caddy.networks), ['front'])
    assert.deepEqual(shared(norn.networks, database.networks), ['back'])
    assert.deepEqual(shared(caddy.networks, database.networks), [])
    assert.equal(norn.environment.NORN_TRUST_PROXY, compose.networks.front.ipam.config[0].subnet)
    assert.equal(norn.depends_on.database.condition, 'service_healthy')
    assert.ok(Number.parseInt(norn.stop_grace_period) > 10)
    for (const { volumes } of [norn, database, caddy])
      for (const volume of volumes as string[]) {
        const [from = ''] = volume.split(':')
        if (from.startsWith('.'))
          assert.ok(existsSync(new URL(from, new URL('deploy/container/', root))), from)
        else assert.ok(from in compose.volumes, from)
      }
    // Every variable is a setting.
    const settings = read('docs/configuration.md')
    for (const name of Object.keys(norn.environment)) assert.ok(settings.includes(`\`${name}\``), name)
    // Each variable of the Caddyfile is set.
    const variables = [...read('deploy/caddy/Caddyfile').matchAll(/\{\$(\w+)/g)].map(([, name = '']) => name)
    assert.deepEqual(variables, Object.keys(caddy.environment))
    assert.equal(variables.length, 2)
  })
})
