// The commands for neighbours, and reading the metadata of one.
import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attackStored } from '../attacks/installed.ts'
import { neighbourKeys } from '../neighbours/keys.ts'
import { startNeighbour } from '../neighbours/mock.ts'
import { scratch } from '../scratch.ts'

const variables = { NORN_BASE_URL: 'https://accounts.example.org', NORN_GAME: 'word' }
const id = '0123456789ab4cde8f0123456789abcd'

attackStored('commands add a neighbour, change it, test it and remove it', async (norn) => {
  const mock = await startNeighbour({ players: [['Visitor', { id }]], skinHost: 'skins.neighbour.test' })
  try {
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
    const add = `neighbour add other --kind authlib-injector --root ${mock.root}`
    await refused(add, 1, /belongs to this machine or its network; --private/)
    await refused('neighbour add Other --kind vendor', 1, /1 to 16 of the characters/)
    await refused('neighbour add other', 2, /--kind is missing/)
    await refused('neighbour add other --kind drasl', 2, /authlib-injector, vendor or urls/)
    await refused('neighbour add other --kind urls', 1, /needs --has-joined/)
    await refused('neighbour add other --kind authlib-injector', 1, /needs --root/)
    await refused('neighbour add other --kind vendor --profile https://a.example/', 1, /do not fit the kind/)
    await refused('neighbour add other --kind vendor --root http://a.example/', 1, /write https:/)
    await refused('neighbour add other --kind vendor --root https://a:b@a.example/', 1, /without user name/)
    await refused('neighbour add other --kind vendor --trust 101', 2, /--trust is "101"/)
    await refused('neighbour add other --kind vendor --limit 0', 2, /--limit is "0"/)
    await refused('neighbour add other --kind vendor --who friends', 2, /--who is "friends"/)
    await refused(
      'neighbour add other --kind vendor --names (',
      1,
      /the pattern of names is not allowed; use a regular expression/,
    )
    await refused(`${add}/nothing --private`, 0, /not used/)
    await run('neighbour', 'remove', 'other')

    const shown = {
      id: 'other',
      kind: 'authlib-injector',
      root: mock.root,
      hasJoined: `${mock.root}/sessionserver/session/minecraft/hasJoined`,
      profile: `${mock.root}/sessionserver/session/minecraft/profile/`,
      namesUrl: `${mock.root}/api/profiles/minecraft`,
      trust: 50,
      who: 'listed',
      textures: 'mirror',
      textureHosts: ['skins.neighbour.test'],
      names: '[A-Za-z0-9_]{3,16}',
      limit: 60,
      private: true,
      forwardAddress: false,
      lookups: true,
      chatKeys: true,
      clientId: null,
      issuer: null,
      paused: false,
    }
    const { createdAt, ...added } = await json(...add.split(' '), '--private', '--accept-hosts')
    assert.deepEqual(added, shown)
    assert.equal(Number.isNaN(Date.parse(createdAt)), false)
    const lastDay = { questions: 0, admitted: 0, refused: 0, unsure: 0 }
    assert.deepEqual(await json('neighbour', 'list'), [{ ...shown, createdAt, lastAnswer: null, lastDay }])
    await refused(`${add} --private`, 1, /with this id already exists/)

    const vendor = await json('neighbour', 'add', 'vendor', '--kind', 'vendor')
    assert.deepEqual(
      [vendor.trust, vendor.textures, vendor.private, vendor.root, vendor.hasJoined],
      [80, 'pass', false, null, 'https://sessionserver.mojang.com/session/minecraft/hasJoined'],
    )
    await run('neighbour', 'remove', 'vendor')
    const replaced = await json(
      'neighbour',
      'add',
      'vendor',
      '--kind',
      'vendor',
      '--root',
      mock.url,
      '--private',
    )
    assert.equal(replaced.namesUrl, `${mock.url}/users/profiles/word/`)

    const urls = ['--kind', 'urls', '--private', '--has-joined', shown.hasJoined, '--profile', shown.profile]
    const own = ['neighbour', 'add', 'own', ...urls, '--names-url', shown.namesUrl]
    const file = join(mkdtempSync(join(scratch(), 'key-')), 'key')
    const key = neighbourKeys.publicKey
    await refused([...own, '--textures-key', file].join(' '), 1, /cannot be read \(ENOENT\)/)
    for (const wrong of [
      '',
      'MIIB',
      generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }),
    ]) {
      writeFileSync(file, wrong)
      await refused(
        [...own, '--textures-key', file].join(' '),
        1,
        /textures key is not allowed; use a public RSA key/,
      )
    }
    await refused([...own, '--texture-host', '*.example.test'].join(' '), 1, /write https:/)
    await refused(`${add} --private --textures-key ${file}`, 1, /do not fit the kind/)
    const der = key.export({ type: 'spki', format: 'der' })
    for (const form of [der, der.toString('base64'), key.export({ type: 'spki', format: 'pem' })]) {
      writeFileSync(file, form)
      const hosts = ['--texture-host', 'skins.example.test', '--texture-host', 'capes.example.test']
      const added = await json(...own, '--textures-key', file, ...hosts, '--no-chat-keys')
      assert.deepEqual(added.textureHosts, ['skins.example.test', 'capes.example.test'])
      assert.deepEqual([added.chatKeys, added.lookups, added.forwardAddress], [false, true, false])
      const { keys, ...health } = await json('neighbour', 'show', 'own')
      const fingerprint = createHash('sha256').update(der).digest('hex')
      assert.deepEqual(keys, [{ use: 'textures', fingerprint, firstSeen: added.createdAt, state: 'trusted' }])
      assert.deepEqual([health.lastAnswer, health.lastDay], [null, lastDay])
      await run('neighbour', 'remove', 'own')
    }

    const changes = ['--trust', '90', '--who', 'everyone', '--forward-address', '--no-lookups']
    const changed = await json('neighbour', 'set', 'other', ...changes)
    const settings = { trust: 90, who: 'everyone', forwardAddress: true, lookups: false }
    assert.deepEqual(changed, { ...shown, ...settings, createdAt })
    const back = await json('neighbour', 'set', 'other', '--no-forward-address', '--lookups')
    assert.deepEqual([back.forwardAddress, back.lookups, back.trust], [false, true, 90])
    await refused('neighbour set other --lookups --no-lookups', 2, /exclude each other/)
    const moved = ['--texture-host', 'new.neighbour.test', '--texture-host', 'new.neighbour.test']
    const hostsAfter = async (...line: string[]) =>
      (await json('neighbour', 'set', 'other', ...line)).textureHosts
    assert.deepEqual(await hostsAfter(...moved), ['new.neighbour.test'])
    await refused('neighbour set other --texture-host a --no-texture-hosts', 2, /exclude each other/)
    await refused('neighbour set other --texture-host https://a.test', 1, /write https:|host/)
    assert.deepEqual(await hostsAfter('--trust', '90'), ['new.neighbour.test'], 'stays as it is')
    assert.deepEqual(await hostsAfter('--no-texture-hosts'), [])
    assert.equal((await json('neighbour', 'pause', 'other')).paused, true)
    assert.equal((await json('neighbour', 'resume', 'other')).paused, false)
    for (const action of ['show', 'set', 'pause', 'resume', 'test', 'remove']) {
      await refused(`neighbour ${action} nobody`, 1, /the neighbour does not exist.*norn neighbour list/)
    }

    const tested = async (...line: string[]) => {
      const { milliseconds, ...outcome } = await json('neighbour', 'test', ...line)
      assert.equal(typeof milliseconds, 'number')
      return outcome
    }
    const player = { id, name: 'Visitor' }
    assert.deepEqual(await tested('other', 'visitor'), { id: 'other', says: 'yes', problem: null, player })
    assert.deepEqual(await tested('vendor'), { id: 'vendor', says: 'no', problem: null, player: null })
    mock.behaveForNames('html')
    const unsure = { id: 'other', says: 'unsure', problem: 'not_json', player: null }
    assert.deepEqual(await tested('other', 'Visitor'), unsure)
    // A command that only reads leaves nothing behind.
    assert.equal((await json('neighbour', 'show', 'other')).lastAnswer, null)
    await refused('neighbour test other a/b', 1, /the username is not allowed/)

    await json('server', 'add', 'lobby', '--neighbour', 'other', '--neighbour', 'vendor')
    assert.deepEqual((await json('server', 'show', 'lobby')).neighbours, ['other', 'vendor'])
    assert.deepEqual((await json('server', 'set', 'lobby', '--neighbour', 'vendor')).neighbours, ['vendor'])
    await refused('server set lobby --neighbour nobody', 1, /neighbour does not exist/)
    await refused('server set lobby --neighbour other --no-neighbours', 2, /exclude each other/)
    await run('neighbour', 'remove', 'vendor')
    assert.deepEqual((await json('server', 'show', 'lobby')).neighbours, [])
    assert.deepEqual((await json('server', 'set', 'lobby', '--no-neighbours')).neighbours, [])

    const at = Date.parse('2026-11-24T20:00:00Z')
    const refusal = { digest: 'a', at, server: 'lobby', name: 'Loki', reason: 'two_sources' } as const
    await (await norn.db()).query.insertInto('refused_visit').values(refusal).execute()
    assert.deepEqual(await json('visitor', 'refused'), [
      { at: '2026-11-24T20:00:00.000Z', server: 'lobby', name: 'Loki', reason: 'two_sources' },
    ])

    await mock.close()
    const silent = await run(...add.replace('other', 'another').split(' '), '--private')
    assert.deepEqual(
      [silent.status, /add the neighbour without metadata: --offline/.test(silent.stderr)],
      [1, true],
    )
    const offline = await json(...add.replace('other', 'another').split(' '), '--private', '--offline')
    assert.deepEqual(offline.textureHosts, [])
    const rows = await (await norn.db()).query
      .selectFrom('audit_entry')
      .select(['event'])
      .where('event', 'like', 'neighbour.%')
      .execute()
    const counts = Object.groupBy(rows, ({ event }) => event)
    assert.deepEqual(
      ['neighbour.added', 'neighbour.changed', 'neighbour.removed'].map((event) => counts[event]?.length),
      [8, 7, 6],
    )
  } finally {
    await mock.close()
  }
})
