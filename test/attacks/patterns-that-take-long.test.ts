// Patterns of operators that a stranger's name could make run for minutes.
import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { ConfigRefused, loadConfig } from '../../src/config/load.ts'
import { neighbourhood, uuid } from '../domain/neighbours/scene.ts'
import { onEveryDatabase } from '../service.ts'
import { adminClient } from '../wire/admin/api.ts'

const slow = [
  '([A-Za-z]+[0-9_]*)+',
  '((a|a)+)+b',
  '([a-z]+_?)+',
  '(\\w+\\.?)+',
  '(x+x+)+y',
  // Only after something else, and only in letters that no other pattern has.
  '[A-Z][0-9]_([m-z]+)+',
  'mc_([a-z]*)*',
  '(?:k|[j-l])+',
  '\\u007a(\\x7a|z)*z!',
  'a*a*a*a*a*a*a*a*b',
]
const quick = [
  '[A-Za-z0-9_]{3,16}',
  '[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*',
  '(?!admin)[A-Za-z0-9_]{3,16}',
  '[\\p{L}\\p{N}_]{2,16}',
  'Steve|Alex|[A-Z][a-z]{2,15}(_[0-9]{1,4})?',
  '.{1,21}',
]

onEveryDatabase('patterns of neighbours', (start) => {
  test('a pattern that some name makes slow is refused, and one that is quick is taken', async (t) => {
    const service = await start({ NORN_NEIGHBOURS: 'on' })
    const { send } = await adminClient(service)
    const { ask } = await neighbourhood(t, service, { other: { players: { Visitor: uuid(1) } } })
    for (const names of slow) {
      const { status, json } = await send('PATCH', '/neighbours/other', { names })
      assert.deepEqual([status, json.code], [422, 'neighbour_pattern_slow'], names)
    }
    for (const names of ['(', '[z-a]', '', 'x'.repeat(201)]) {
      const { json } = await send('PATCH', '/neighbours/other', { names })
      assert.equal(json.code, 'malformed', names)
    }
    assert.equal((await send('GET', '/neighbours/other')).json.names, quick[0])
    assert.equal((await ask('Visitor')).status, 200)
    for (const names of quick) {
      const { status, json } = await send('PATCH', '/neighbours/other', { names })
      assert.deepEqual([status, json.names], [200, names])
    }
  })
})

test('a setting with such a pattern stops the start, with a sentence that says what to do', () => {
  const load = (text: string) => loadConfig({ NORN_USERNAME_PATTERN: text }, tmpdir())
  for (const text of slow) {
    assert.throws(
      () => load(text),
      (error) =>
        error instanceof ConfigRefused &&
        error.message.includes(JSON.stringify(text)) &&
        /fast with every name: without repetitions of repetitions/.test(error.message),
      text,
    )
  }
  for (const text of quick) assert.equal(load(text).config.usernamePattern.source, `^(?:${text})$`)
})
