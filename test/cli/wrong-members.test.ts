// A list that is refused says which of its members is wrong.
import assert from 'node:assert/strict'
import { attackStored } from '../attacks/installed.ts'

const client = 'client create --name Map'
const good = '--redirect-uri https://a.test/back'

attackStored('a refused list says which of its members is wrong', async (norn) => {
  const run = (line: string) => norn.run(line.split(' '))
  await norn.json('group', 'create', 'staff')
  await norn.json('server', 'add', 'survival')
  await norn.json('neighbour', 'add', 'own', '--kind', 'vendor')
  const { client_id } = await norn.json(...`${client} ${good}`.split(' '))
  const webhook = await norn.json('webhook', 'create', '--url', 'https://203.0.113.9/hook')
  for (const [line, member, sentence] of [
    [`${client} ${good} --redirect-uri http://b.test/`, 'http://b.test/', /not encrypted/],
    [
      `${client} ${good} --redirect-uri https://c.test/#x --redirect-uri http://d.test/`,
      'https://c.test/#x',
      /fragment/,
    ],
    [`client set ${client_id} ${good} --redirect-uri ftp://e.test/`, 'ftp://e.test/', /scheme/],
    [`client set ${client_id} --post-logout-redirect-uri https://f.test/*`, 'https://f.test/*', /malformed/],
    [`client set ${client_id} --group staff --group ghosts --group others`, 'ghosts', /group does not exist/],
    [`server set survival --group staff --group phantoms`, 'phantoms', /group does not exist/],
    [`server set survival --neighbour nobody`, 'nobody', /neighbour does not exist/],
    [
      `webhook set ${webhook.id} --event account.created --event account.eaten`,
      'account.eaten',
      /list of events is not allowed; use events, patterns/,
    ],
    ['neighbour set own --texture-host a.test --texture-host b/c', 'b/c', /./],
  ] as const) {
    const { status, stderr } = await run(line)
    assert.equal(status, 1, `${line}: ${stderr}`)
    assert.match(stderr, sentence, line)
    assert.ok(stderr.includes(`"${member}": `), `${line}: ${stderr}`)
  }
  const secret = await run(`${client} --redirect-uri https://me:hunter2@g.test/`)
  assert.deepEqual([secret.status, secret.stderr.includes('hunter2')], [1, false], secret.stderr)
  assert.match(secret.stderr, /g\.test/)
})
