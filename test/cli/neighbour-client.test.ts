// The client that this service is at a neighbour, and operators who unlink players, by command.
import assert from 'node:assert/strict'
import { fold } from '../../src/lib/text/fold.ts'
import { insertLinkedPlayer } from '../../src/storage/community/linked-players.ts'
import { attackStored } from '../attacks/installed.ts'
import { uuid } from '../domain/neighbours/scene.ts'
import { startAuthorizationServer } from '../neighbours/authorization-server.ts'

const variables = { NORN_BASE_URL: 'https://accounts.example.org' }
const secret = 'kept:for nobody'

attackStored('a client at a neighbour is set, kept secret, encrypted again and forgotten', async (norn) => {
  const mock = await startAuthorizationServer(Date.now)
  try {
    const run = (line: string, stdin = '', more: Record<string, string> = {}) =>
      norn.run(line.split(' '), { variables: { ...variables, ...more }, stdin })
    const json = async (line: string, stdin = '', more: Record<string, string> = {}) => {
      const { status, stdout, stderr } = await run(`${line} --json`, stdin, more)
      assert.equal(status, 0, stderr)
      assert.ok(!(stdout + stderr).includes(secret))
      return JSON.parse(stdout)
    }
    const refused = async (line: string, stdin: string, expected: number, reason: RegExp) => {
      const { status, stderr } = await run(line, stdin)
      assert.deepEqual([status, reason.test(stderr)], [expected, true], `${line}: ${stderr}`)
      assert.ok(!stderr.includes(secret))
    }
    const add = `neighbour add friends --kind authlib-injector --root ${mock.root} --private`
    assert.deepEqual((({ clientId, issuer }) => [clientId, issuer])(await json(add)), [null, null])
    const shown = await json('neighbour show friends')
    assert.equal(shown.redirectUri, 'https://accounts.example.org/account/linked/friends/callback')
    const set = 'neighbour set friends --client-id norn --client-secret-stdin'
    await refused('neighbour set friends --client-id norn', '', 1, /the client is not allowed/)
    await refused('neighbour set friends --client-secret-stdin', secret, 1, /the client is not allowed/)
    await refused(set, '', 1, /the client is not allowed/)
    await refused(set, `${secret}\n${secret}`, 1, /the client is not allowed/)
    await refused(set, 'x'.repeat(501), 1, /the client is not allowed/)
    await refused(`${set} --no-client`, secret, 2, /--no-client excludes/)
    await refused('neighbour set nobody --client-id norn --client-secret-stdin', secret, 1, /does not exist/)
    await json('neighbour add own --kind vendor')
    await refused(set.replace('friends', 'own'), secret, 1, /its kind has to be authlib-injector/)
    assert.equal((await json('neighbour show own')).redirectUri, null)
    mock.metadata = { meta: {} }
    await refused(set, secret, 1, /its metadata has to name an OpenID discovery document/)
    mock.metadata = {}

    assert.deepEqual((({ clientId, issuer }) => [clientId, issuer])(await json(set, `${secret}\r\n`)), [
      'norn',
      mock.url,
    ])
    const db = await norn.db()
    const stored = async () =>
      (
        await db.query.selectFrom('neighbour').select('client_secret').where('id', '=', 'friends').execute()
      )[0]?.client_secret
    assert.equal(await stored(), secret)
    // The same id reads the addresses again and keeps the secret. Another id needs its own.
    assert.equal((await json('neighbour set friends --client-id norn --trust 7')).trust, 7)
    await refused('neighbour set friends --client-id other', '', 1, /the secret again with another client id/)
    assert.equal(await stored(), secret)

    const doctor = async () => {
      const { stdout } = await run('doctor')
      return stdout
        .split('\n')
        .filter((line) => line.includes('friends'))
        .join('\n')
    }
    assert.doesNotMatch(await doctor(), /other addresses/)
    mock.discovery = { token_endpoint: `${mock.url}/elsewhere` }
    assert.match(await doctor(), /friends names other addresses than before for signing in/)
    mock.discovery = {}

    const [first, second] = ['Zk3v8zr1x7w5n2m9b4c6qjh0t8y5u1i2', 'p0o9i8u7y6t5r4e3w2q1a9s8d7f6g5h4']
    await json('account create --username Steve --no-password', '', { NORN_SECRET: first })
    const encrypted = await stored()
    assert.ok(encrypted && encrypted !== secret)
    await json('secret rotate', '', { NORN_SECRET: first, NORN_NEW_SECRET: second })
    assert.ok((await stored()) !== encrypted && (await stored()) !== secret)
    await json('secret remove', '', { NORN_SECRET: second })
    assert.equal(await stored(), secret)

    const gone = await json('neighbour set friends --no-client')
    assert.deepEqual([gone.clientId, gone.issuer, await stored()], [null, null, null])
    const changes = (await json('audit list')).filter(
      ({ event }: { event: string }) => event === 'neighbour.changed',
    )
    assert.deepEqual(
      changes.map(({ details }: { details: { changed: string[] } }) => details.changed),
      [['client'], ['trust', 'client'], ['client']],
    )
  } finally {
    await mock.close()
  }
})

attackStored('an operator unlinks a player by name or by UUID', async (norn) => {
  const { id } = await norn.steve()
  await norn.json('neighbour', 'add', 'friends', '--kind', 'vendor')
  await norn.json('neighbour', 'add', 'others', '--kind', 'vendor')
  const db = await norn.db()
  const link = (neighbour: string, number: number, name: string) =>
    db.transaction((tx) =>
      insertLinkedPlayer(tx, {
        account_id: id,
        neighbour_id: neighbour,
        uuid: uuid(number),
        name,
        name_key: fold(name),
        proof: 'code',
        at: number,
      }),
    )
  await link('friends', 1, 'Steve_2')
  await link('friends', 2, 'Twice')
  await link('friends', 3, 'twice')
  await link('others', 1, 'Steve_2')
  const linked = async () =>
    (await norn.json('account', 'show', 'Steve')).linkedPlayers.map(
      ({ neighbour, name }: Record<string, string>) => `${name}@${neighbour}`,
    )
  assert.deepEqual(await linked(), ['Steve_2@friends', 'Steve_2@others', 'Twice@friends', 'twice@friends'])
  for (const wrong of [
    'Steve_2',
    'Nobody@friends',
    'Steve_2@nobody',
    'twice@friends',
    `${uuid(1)}`,
    '@',
    'Steve_2@friends@',
  ]) {
    const { status, stderr } = await norn.run(['account', 'unlink', 'Steve', wrong])
    assert.deepEqual([status, /the account has no such player/.test(stderr)], [1, true], stderr)
  }
  const { linkedAt, ...player } = await norn.json('account', 'unlink', 'Steve', 'STEVE_2@friends')
  assert.deepEqual(player, { neighbour: 'friends', id: uuid(1), name: 'Steve_2' })
  assert.match(linkedAt, /^1970-/)
  await norn.json('account', 'unlink', 'Steve', `${uuid(3)}@friends`)
  assert.deepEqual(await linked(), ['Steve_2@others', 'Twice@friends'])
  const events = await norn.json('audit', 'list')
  assert.equal(events.filter(({ event }: { event: string }) => event === 'account.unlinked').length, 2)
  const mails = await db.query.selectFrom('mail').selectAll().execute()
  assert.equal(mails.length, 2)
})
