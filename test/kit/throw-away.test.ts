// The kit aimed at simple servers of other tests: a skin system, with single addresses.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { startUpstream, wellBehaved } from '../upstream.ts'
import { command, file, folder } from './command.ts'
import { assertLevels } from './level.ts'

const places = { textureKey: '/signature-verification-key.der', profile: '/profile/{id}' }

async function checked(t: TestContext, listener = wellBehaved) {
  const upstream = await startUpstream(listener)
  t.after(() => upstream.close())
  const addresses = await file(t, 'addresses.json', places)
  const directory = await folder(t)
  const line = [upstream.url, '--layout', 'urls', '--addresses', addresses, '--report', directory]
  const { status, error } = await command(...line)
  const report = JSON.parse(await readFile(join(directory, 'report.json'), 'utf8'))
  assertLevels(report)
  const resultOf = (id: string): string => report.checks.find((each: { id: string }) => each.id === id).result
  return { status, error, report, resultOf }
}

test('a skin system passes with its key, and missing features count as not offered', async (t) => {
  const { report, resultOf } = await checked(t)
  assert.equal(resultOf('probe.keys.file'), 'pass')
  assert.equal(resultOf('probe.joined.none'), 'not-offered')
  assert.equal(resultOf('probe.refusal.body'), 'not-offered')
  assert.equal(resultOf('oauth.configuration.form'), 'not-offered')
  // It invents a profile for any UUID, which the document of the layout advises against.
  assert.equal(resultOf('probe.profile.unknown'), 'warn')
  assert.equal(report.target.implementation.name, 'unknown')
})

test('a skin system with a broken key fails', async (t) => {
  const { status, resultOf } = await checked(t, (_, response) => void response.end('not a key'))
  assert.equal(status, 1)
  assert.equal(resultOf('probe.keys.file'), 'fail')
})
