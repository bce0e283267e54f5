// Game servers that move to another database and back, and out of a backup, with everything that their roots need.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createGroup } from '../../src/domain/community/groups.ts'
import { addMembers } from '../../src/domain/community/members.ts'
import { rotateServer } from '../../src/domain/community/server-keys.ts'
import { addServer, pauseServer } from '../../src/domain/community/servers.ts'
import { type Installation, install } from '../cli/norn.ts'
import { databases, type Kind, kinds } from '../databases.ts'
import { operator, type RunningService, startService, type TestAccount } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { choose, chosen, linkTo } from '../web/links.ts'
import { withDatabase } from './stolen-database.ts'

const NORN_SECRET = 'a secret of more than thirty-two characters'
const NORN_BASE_URL = 'https://accounts.example.org'
const settings = { NORN_SECRET }
const hour = 3_600_000

/** The data that is moved. Roots are paths. */
interface Scene {
  /** A member of the group, and somebody else. */
  readonly alex: TestAccount
  readonly robin: TestAccount
  readonly roots: Record<'open' | 'closed' | 'paused' | 'inGrace' | 'ended', string>
  readonly link: string
}

const pathOf = ({ root }: { root: string }): string => new URL(root).pathname

async function prepare(url: string): Promise<Scene> {
  const service = await startService(url, settings)
  const { context } = service
  try {
    const [alex, robin] = [
      await service.account({ username: 'Alex' }),
      await service.account({ username: 'Robin' }),
    ]
    await createGroup(context, operator, { name: 'builders', title: 'Builders', colour: '1f7a5c' })
    await addMembers(context, operator, 'builders', [alex])
    const add = async (name: string, groups: string[] = []) =>
      pathOf(await addServer(context, operator, { name, groups }))
    const [open, paused, ended] = [
      await add('survival'),
      await add('paused'),
      await add('creative', ['builders']),
    ]
    await pauseServer(context, operator, 'paused', true)
    const inGrace = pathOf(await rotateServer(context, operator, 'creative', 0))
    const closed = pathOf(await rotateServer(context, operator, 'creative', hour))
    return { alex, robin, roots: { open, closed, paused, inGrace, ended }, link: await linkTo(service, alex) }
  } finally {
    await service.close()
  }
}

async function joins(service: RunningService, player: TestAccount, root: string): Promise<number> {
  const accessToken = await service.signIn(player)
  const join = { accessToken, selectedProfile: player.id, serverId: 'hash' }
  assert.equal((await service.post('/session/join', join)).status, 200)
  return (await service.get(`${root}/session/hasJoined?username=${player.username}&serverId=hash`)).status
}

/** Fails unless everything works as before. */
async function assertMoved(service: RunningService, { alex, robin, roots }: Scene): Promise<void> {
  const answers: Record<string, number[]> = {}
  for (const [name, root] of Object.entries(roots))
    answers[name] = [await joins(service, alex, root), await joins(service, robin, root)]
  assert.deepEqual(answers, {
    open: [200, 200],
    closed: [200, 401],
    paused: [401, 401],
    inGrace: [200, 401],
    // An unknown root is worded like a player who has not joined.
    ended: [401, 401],
  })
}

async function installed(t: TestContext) {
  const norn = await install()
  t.after(() => norn.remove())
  const fresh = async (kind: Kind) => {
    const database = await databases[kind]()
    t.after(() => database.drop())
    return database.url
  }
  const on = async <Result>(
    url: string,
    use: (service: RunningService) => Promise<Result>,
    secret = NORN_SECRET,
  ) => {
    const service = await startService(url, { NORN_SECRET: secret })
    try {
      return await use(service)
    } finally {
      await service.close()
    }
  }
  return { norn, fresh, on }
}

async function done(norn: Installation, line: string[], variables: Record<string, string>) {
  const { status, stdout, stderr } = await norn.run([...line, '--json'], {
    variables: { ...settings, NORN_BASE_URL, ...variables },
  })
  assert.equal(status, 0, stderr)
  return JSON.parse(stdout)
}

for (const kind of kinds()) {
  const other = kind === 'sqlite' && kinds().includes('postgres') ? 'postgres' : 'sqlite'
  test(`a copy and its way back keep roots, graces, pauses and links (${kind})`, async (t) => {
    const { norn, fresh, on } = await installed(t)
    const [first, second, third] = [await fresh(kind), await fresh(other), await fresh(kind)]
    const scene = await prepare(first)
    await done(norn, ['copy', '--to', second], { NORN_DATABASE_URL: first })
    await on(second, async (service) => {
      await assertMoved(service, scene)
      assert.equal((await browserOf(service).get(scene.link)).status, 200)
    })
    const shown = await done(norn, ['server', 'show', 'creative'], { NORN_DATABASE_URL: second })
    assert.equal(new URL(shown.root).pathname, scene.roots.closed)
    const wrong = await norn.run(['server', 'show', 'creative'], {
      variables: { NORN_DATABASE_URL: second, NORN_SECRET: 'another secret of thirty-two characters' },
    })
    assert.deepEqual([wrong.status, wrong.stdout], [1, ''])
    assert.match(wrong.stderr, /NORN_SECRET/)

    await done(norn, ['copy', '--to', third], { NORN_DATABASE_URL: second })
    await on(third, async (service) => {
      await assertMoved(service, scene)
      const [group] = await service.context.db.query.selectFrom('player_group').selectAll().execute()
      assert.deepEqual([group?.title, group?.colour], ['Builders', '#1f7a5c'])
      assert.equal((await choose(service, scene.link)).path, '/sign-in')
      const alex = { ...scene.alex, password: chosen }
      const { inGrace, closed } = scene.roots
      assert.equal(await joins(service, alex, inGrace), 200)
      service.advance(hour)
      const answers = [await joins(service, alex, inGrace), await joins(service, alex, closed)]
      assert.deepEqual(answers, [401, 200])
    })
    await withDatabase(third, async ({ query }) => {
      const rows = JSON.stringify(await query.selectFrom('game_server_key').selectAll().execute())
      for (const root of Object.values(scene.roots)) assert.ok(!rows.includes(root.slice('/at/'.length)))
    })
  })
}

test('a restored backup has the servers of its time, and no link', async (t) => {
  const { norn, fresh, on } = await installed(t)
  const url = await fresh('sqlite')
  const scene = await prepare(url)
  const NORN_DATABASE_URL = url
  await done(norn, ['backup', 'b.gz'], { NORN_DATABASE_URL })
  await done(norn, ['group', 'remove', 'builders', 'Alex'], { NORN_DATABASE_URL })
  await done(norn, ['server', 'rotate', 'survival', '--grace', '0s'], { NORN_DATABASE_URL })
  const NORN_DATA_DIR = join(norn.directory, 'restored')
  const restored = `sqlite:${join(NORN_DATA_DIR, 'norn.sqlite')}`
  const where = { NORN_DATA_DIR, NORN_DATABASE_URL: restored }
  const ended = await norn.run(['restore', 'b.gz', '--verify'], { variables: { ...settings, ...where } })
  assert.equal(ended.status, 0, ended.stderr)
  await on(restored, async (service) => {
    await assertMoved(service, scene)
    assert.equal((await browserOf(service).get(scene.link)).status, 410)
  })
})
