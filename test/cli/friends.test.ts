// norn friend: friends lists by command.
import assert from 'node:assert/strict'
import { attackStored } from '../attacks/installed.ts'

attackStored('commands show, make and end friendships', async (norn) => {
  const steve = await norn.steve()
  const { json, run } = norn
  const create = (name: string) =>
    json('account', 'create', '--username', name, '--email', `${name}@example.org`, '--password', 'secret')
  const alex = await create('Alex')
  await create('Zoe')
  const said = async (...line: string[]) => {
    const { status, stdout, stderr } = await run(['friend', ...line])
    assert.equal(status, 0, stderr)
    return stdout
  }
  assert.equal(await said('add', 'STEVE', 'alex@example.org'), 'Steve and Alex are friends now.\n')
  assert.equal(await said('add', 'Alex', 'Steve'), 'Alex and Steve were friends already.\n')
  const shown = await json('friend', 'list', 'Steve')
  assert.deepEqual(Object.keys(shown), ['friends', 'incoming', 'outgoing', 'blocked', 'preferences'])
  const [{ since, ...friend }] = shown.friends
  assert.deepEqual(friend, { id: alex.id, username: 'Alex' })
  assert.match(since, /^\d{4}-\d\d-\d\dT.*Z$/)
  assert.deepEqual([shown.incoming, shown.outgoing, shown.blocked], [[], [], 0])
  assert.deepEqual(shown.preferences, { friends: true, acceptInvites: true })
  assert.match(await said('list', 'Steve'), /^friends: +Alex\n[^]*preferences: +friends, acceptInvites$/m)
  assert.equal((await json('account', 'show', 'Steve')).friends, 1)

  const off = { variables: { NORN_FRIENDS: 'off' } }
  const kept = await run(['friend', 'list', 'Steve', '--json'], off)
  assert.deepEqual(JSON.parse(kept.stdout).friends, shown.friends, 'lists are kept')

  const refused = async (line: string, words: RegExp, given = {}) => {
    const { status, stderr } = await run(['friend', ...line.split(' ')], given)
    assert.equal(status, 1, line)
    assert.match(stderr, words)
  }
  await refused('add Steve Nobody', /there is no account "Nobody"/)
  await refused('add Steve steve', /both are the same player; name another one/)
  const full =
    /the list of Steve has as many friends and requests sent as NORN_FRIENDS_LIMIT allows; remove one/
  await refused('add Zoe Steve', full, { variables: { NORN_FRIENDS_LIMIT: '1' } })
  await run(['account', 'delete', 'Zoe', '--later'])
  await refused('add Steve Zoe', /one of them is to be deleted; take that back first: norn account keep/)

  assert.match(await said('remove', 'Alex', 'Steve'), /no longer friends/)
  assert.match(await said('remove', 'Alex', 'Steve'), /were not friends/)
  await run(['friend', 'add', 'Steve', 'Alex'])
  assert.deepEqual(await json('friend', 'clear', 'Steve'), { account: 'Steve', friends: 1, requests: 0 })
  assert.equal(
    await said('clear', 'Steve'),
    'The list of Steve is empty now; it had friends: 0, requests: 0.\n',
  )

  const entries = (await json('audit', 'list', '--account', 'Steve')).filter(({ event }: { event: string }) =>
    event.startsWith('friend.'),
  )
  assert.deepEqual(
    entries.map(({ event, actor, account, details }: any) => [event, actor.kind, account, details]),
    [
      ['friend.cleared', 'cli', steve.id, { friends: 1, requests: 0 }],
      ['friend.added', 'cli', steve.id, { id: alex.id, name: 'Alex' }],
      ['friend.added', 'cli', steve.id, { id: alex.id, name: 'Alex' }],
    ],
  )
})

attackStored(
  'commands at once never exceed the limit, and leave one entry for each friendship',
  async (norn) => {
    const { json, run } = norn
    const names = ['Alex', 'Bob', 'Carl', 'Dora']
    await norn.steve()
    for (const name of names) await json('account', 'create', '--username', name, '--no-password')
    const limit = { variables: { NORN_FRIENDS_LIMIT: '2' } }
    const added = await Promise.all(
      names.map((name, at) => run(['friend', 'add', ...(at % 2 ? ['Steve', name] : [name, 'Steve'])], limit)),
    )
    assert.deepEqual(added.map(({ status }) => status).sort(), [0, 0, 1, 1])
    for (const { stderr } of added.filter(({ status }) => status === 1))
      assert.match(stderr, /the list of Steve has as many friends/)
    assert.equal((await json('friend', 'list', 'Steve')).friends.length, 2)
    assert.equal((await json('audit', 'list', '--event', 'friend.added')).length, 2)
  },
)
