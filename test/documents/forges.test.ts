// What a contributor finds where GitHub and Forgejo look for it, and what docs/clients.md says of each client.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('the workflow runs what continuous integration runs, on each change that is proposed', () => {
  const workflow = read('.github/workflows/ci.yml')
  assert.match(workflow, /^ +- run: \.ci\/run$/m)
  assert.match(workflow, /^ {2}pull_request:$/m)
  for (const command of ['.ci/debian', 'npm ci', 'npm test']) assert.ok(read('.ci/run').includes(command))
})

test('a report of something wrong comes with what doctor says, and a proposal with its tests', () => {
  const fields = read('.github/ISSUE_TEMPLATE/bug.yml').split(/^ {2}- type: /m)
  const doctor = fields.find((field) => field.includes('label: norn doctor'))
  assert.match(doctor ?? '', /required: true/)
  const proposal = read('.github/pull_request_template.md')
  assert.match(proposal, /- \[ \] A test fails without it/)
  assert.ok(proposal.split('\n').length < 15, 'a few lines')
})

test('each row of docs/clients.md says whether the client was tried or its source was read', () => {
  const rows = read('docs/clients.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (-|launcher|program|version|library)/.test(line))
  assert.ok(rows.length > 30, String(rows.length))
  const without = rows.filter((row) => !/\| (tried|read)(, by its requests)? \|$/.test(row))
  assert.deepEqual(without, [])
  for (const client of ['Loki', 'Minestom', 'Cuberite', 'Pumpkin', 'MultiLogin', 'CustomSkinLoader', 'PCL'])
    assert.ok(
      rows.some((row) => row.startsWith(`| ${client}`)),
      client,
    )
  const signOn = read('docs/recipes/single-sign-on.md')
  for (const client of ['oauth2-proxy', 'mod_auth_openidc', 'Passport']) {
    assert.match(signOn, new RegExp(`^\\| ${client}[^\\n]*\\| (tried|read)`, 'm'))
  }
})
