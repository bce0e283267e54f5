// The commands for game servers, and the lines that they print.
import assert from 'node:assert/strict'
import { attackStored } from './installed.ts'

const baseUrl = 'https://accounts.example.org/norn'
const variables = { NORN_BASE_URL: baseUrl }

attackStored('commands add a game server, change it, give it a new root and remove it', async (norn) => {
  const run = (...line: string[]) => norn.run(line, { variables })
  const json = async (...line: string[]) => {
    const { status, stdout, stderr } = await run(...line, '--json')
    assert.equal(status, 0, stderr)
    return JSON.parse(stdout)
  }
  const refused = async (line: string, expected: number, reason: RegExp) => {
    const { status, stderr } = await run(...line.split(' '))
    assert.deepEqual([status, reason.test(stderr)], [expected, true], `${line}: ${stderr}`)
  }
  for (const group of ['staff', 'vip']) await json('group', 'create', group)
  const shown = {
    name: 'survival',
    title: 'Survival',
    address: 'play.example.org:25566',
    groups: ['staff'],
    neighbours: [],
    paused: false,
    lastAskedAt: null,
  }
  const named = [
    '--title',
    'Survival',
    '--address',
    'play.example.org:25566',
    '--group',
    'staff',
    '--group',
    'staff',
  ]
  const { root, ...added } = await json('server', 'add', 'survival', ...named)
  assert.deepEqual(added, shown)
  assert.ok(root.startsWith(`${baseUrl}/at/`) && /^[\w-]{22,}$/.test(root.split('/').at(-1)), root)
  assert.deepEqual(await json('server', 'list'), [shown])
  assert.deepEqual(await json('server', 'show', 'survival'), { ...shown, root })

  await refused('server add survival', 1, /with this name already exists/)
  await refused('server add Survival', 1, /1 to 32 of the characters a-z/)
  await refused('server add other --address a/b', 1, /use HOST, HOST:PORT/)
  await refused('server add other --group nobody', 1, /group/)
  for (const action of ['show', 'set', 'pause', 'resume', 'rotate', 'remove']) {
    await refused(`server ${action} other`, 1, /the game server does not exist.*norn server list/)
  }
  await refused('server set survival --group vip --no-groups', 2, /exclude each other/)
  await refused('server set survival --address a --no-address', 2, /exclude each other/)
  await refused('server set survival --groups-property maybe', 2, /groups-property/)
  for (const grace of ['1', '-1h', '4000d', '2w']) {
    await refused(`server rotate survival --grace=${grace}`, 2, /--grace is ".*a duration from 0s/)
  }
  assert.deepEqual(await json('server', 'show', 'survival'), { ...shown, root }, 'nothing has changed')

  const set = ['server', 'set', 'survival']
  assert.deepEqual((await json(...set, '--group', 'vip', '--group', 'staff')).groups, ['staff', 'vip'])
  assert.deepEqual(await json(...set, '--no-address', '--title', 'S'), {
    ...shown,
    title: 'S',
    address: null,
    groups: ['staff', 'vip'],
  })
  assert.deepEqual((await json(...set, '--no-groups', '--groups-property', 'on')).groups, [])
  const told = await json(...set, '--source-property', 'on')
  assert.deepEqual([told.groupsProperty, told.sourceProperty], [true, true])
  const usual = await json(...set, '--groups-property', 'off', '--source-property', 'off')
  assert.deepEqual(['groupsProperty' in usual, 'sourceProperty' in usual], [false, false])
  assert.equal((await json('server', 'pause', 'survival')).paused, true)
  assert.equal((await json('server', 'resume', 'survival')).paused, false)

  const rotated = await json('server', 'rotate', 'survival', '--grace', '15m')
  assert.deepEqual([rotated.name, Number.isNaN(Date.parse(rotated.until))], ['survival', false])
  assert.notEqual(rotated.root, root)
  assert.equal((await json('server', 'show', 'survival')).root, rotated.root)
  const portless = { variables: { NORN_PORT: '0' } }
  const { stdout: path } = await norn.run(['server', 'show', 'survival', '--json'], portless)
  assert.equal(
    `${baseUrl}${JSON.parse(path).root}`,
    rotated.root,
    'the port is not known: only the path is shown',
  )
  const all = '--groups-property on --source-property on --who nobody --links as_account --title Whole'
  const { root: _, ...whole } = await json('server', 'add', 'whole', ...all.split(' '))
  const { root: __, ...again } = await json('server', 'set', 'survival', ...all.split(' '))
  assert.deepEqual({ ...whole, name: 'survival' }, again, 'add takes all that set takes')
  await run('server', 'remove', 'whole')
  const { stdout } = await run('server', 'remove', 'survival')
  assert.match(stdout, /survival was removed/)
  assert.deepEqual(await json('server', 'list'), [])
  const db = await norn.db()
  const rows = await db.query
    .selectFrom('audit_entry')
    .selectAll()
    .where('event', 'like', 'server.%')
    .execute()
  assert.equal(rows.length, 13)
  for (const each of [root, rotated.root]) assert.ok(!JSON.stringify(rows).includes(each.split('/').at(-1)))
})

attackStored('client-setup prints the lines for one game server', async (norn) => {
  const run = (...line: string[]) => norn.run(line, { variables })
  await run('server', 'add', 'survival')
  const { root } = JSON.parse((await run('server', 'show', 'survival', '--json')).stdout)
  const { stdout } = await run('client-setup', '--server', 'survival', '--json')
  assert.deepEqual(JSON.parse(stdout), {
    javaAgent: `-javaagent:authlib-injector.jar=${root}/authlib-injector/`,
    discovery: `-Dminecraft.api.discovery.host=${root}/authlib-injector/discovery`,
    hosts: [
      `-Dminecraft.api.auth.host=${root}/auth`,
      `-Dminecraft.api.account.host=${root}/api`,
      `-Dminecraft.api.profiles.host=${root}/api`,
      `-Dminecraft.api.session.host=${root}`,
      `-Dminecraft.api.services.host=${root}/authlib-injector/minecraftservices`,
      `-Dminecraft.api.discovery.host=${root}/authlib-injector/discovery`,
    ],
    velocity: `-Dmojang.sessionserver=${root}/session/minecraft/hasJoined`,
    waterfall: `-Dwaterfall.auth.url="${root}/session/minecraft/hasJoined?username=%s&serverId=%s%s"`,
  })
  const text = await run('client-setup', '--server', 'survival')
  assert.match(text.stdout, /^Only for the game server survival\. Keep these lines secret/)
  assert.ok(text.stdout.includes(`-javaagent:authlib-injector.jar=${root}/authlib-injector/`))
  const needs = /from version 1\.19 on this game server needs authlib-injector\.\nWithout it/
  assert.doesNotMatch(text.stdout, needs)
  await run('neighbour', 'add', 'vendor', '--kind', 'vendor')
  await run('server', 'set', 'survival', '--neighbour', 'vendor', '--links', 'as_account')
  const linked = await run('client-setup', '--server', 'survival')
  assert.match(linked.stdout, needs)
  const unknown = await run('client-setup', '--server', 'other')
  assert.deepEqual([unknown.status, /the game server does not exist/.test(unknown.stderr)], [1, true])
})
