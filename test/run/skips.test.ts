import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { judgeSkips } from './skips.ts'

const skipped = (why: string) => [{ file: 'test/deploy/proxies.slow.test.ts', name: 'nginx', why }]

test('a program that could have been installed excuses no skip', () => {
  const nginx = skipped('this machine has no nginx')
  assert.equal(judgeSkips(nginx, 'all', 'nginx,caddy').refused, '')
  assert.match(judgeSkips(nginx, 'all', 'caddy').refused, /proxies.*nginx\n {4}skipped, though/)
  assert.notEqual(judgeSkips(nginx, 'all', '').refused, '')
})

test('without a list of what is missing, each known program may be', () => {
  assert.equal(judgeSkips(skipped('there is no pgbouncer on this machine'), 'all', undefined).refused, '')
  assert.notEqual(judgeSkips(skipped('no time today'), 'all', undefined).refused, '')
  assert.equal(judgeSkips(skipped('no time today'), undefined, undefined).refused, '')
})

test('a test that needs no program may be skipped, whatever is installed', () => {
  assert.equal(judgeSkips(skipped('SQLite has it always'), 'all', '').refused, '')
})

test('.ci/debian installs each program whose absence is excused', () => {
  const installer = readFileSync(new URL('../../.ci/debian', import.meta.url), 'utf8')
  const programs = readFileSync(new URL('skips.ts', import.meta.url), 'utf8').matchAll(
    /\\b\(([a-z0-9|_-]+)\)/g,
  )
  const named = [...programs].flatMap(([, names = '']) => names.split('|'))
  assert.ok(named.length > 10)
  for (const name of named) assert.match(installer, new RegExp(`[ (]${name}:`), name)
})
