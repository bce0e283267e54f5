// norn character: the players of an account, by command.
import assert from 'node:assert/strict'
import { attackStored } from '../attacks/installed.ts'

attackStored('commands list, make and choose characters', async (norn) => {
  await norn.steve()
  const { json, run } = norn
  const steve = await json('account', 'show', 'Steve')
  const made = await json('character', 'create', 'STEVE', 'Builder')
  assert.deepEqual(made, await json('account', 'show', 'builder'))
  assert.deepEqual(
    [made.owner, made.characters, made.primary, made.email],
    [{ id: steve.id, username: 'Steve' }, [], false, null],
  )
  const player = ({ id, username, createdAt }: typeof steve, primary: boolean) => ({
    id,
    username,
    primary,
    createdAt,
    suspended: false,
    deletesAt: null,
  })
  const listed = [player(steve, true), player(made, false)]
  for (const name of ['Steve', 'Builder'])
    assert.deepEqual(await json('character', 'list', name), listed, name)
  const chosen = await json('character', 'primary', 'Builder')
  assert.deepEqual([chosen.id, chosen.primary], [made.id, true])
  const { stdout } = await run(['character', 'primary', 'Steve'])
  assert.equal(stdout, 'The email address of the account signs in Steve from now on.\n')

  const id = 'ab'.repeat(16)
  const given = await json('character', 'create', 'Steve', 'Admin', '--reserved', '--id', id)
  assert.equal(given.id, id)
  const refused = async (line: string, words: RegExp) => {
    const { status, stderr } = await run(line.split(' '))
    assert.equal(status, 1, line)
    assert.match(stderr, words)
  }
  await refused('character create Steve Root', /^norn: "Root": the username is reserved/)
  await refused('character create Steve Builder', /^norn: "Builder": the username is taken/)
  await refused(`character create Steve Other --id ${id}`, /the UUID belongs to another account/)
  await refused('character create Builder Other', /this is a character itself; name its account instead/)
  await refused('character list Nobody', /there is no account "Nobody"/)
  await refused('account delete Steve', /has characters, .*; --characters deletes them all/)
  await refused('account delete Steve --later', /has characters, .*; --characters deletes them all/)
  await run(['account', 'delete', 'Admin'])
  assert.deepEqual((await json('account', 'show', 'Steve')).characters, [
    { id: made.id, username: 'Builder' },
  ])
  const { status } = await run(['account', 'delete', 'Steve', '--characters'])
  assert.deepEqual([status, await json('account', 'list')], [0, []])
})
