// Accounts without a skin of their own wear one of {NORN_DATA_DIR}/default-skins, wherever games and pages see it.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, symlink, unlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { defaultSkins as doctorLooks } from '../../../src/cli/doctor/installation/default-skins.ts'
import { hideCape } from '../../../src/domain/game/hidden-cape.ts'
import { removeTexture, setTexture } from '../../../src/domain/game/set-textures.ts'
import { reportTexture } from '../../../src/domain/moderation/report.ts'
import { Refused } from '../../../src/model/errors/refusal.ts'
import { chunk, makePng, noise } from '../../png.ts'
import { scratch } from '../../scratch.ts'
import { onEveryDatabase, operator, type RunningService } from '../../service.ts'

interface Worn {
  url: string
  metadata?: { model: string }
}

const folderOf = async (files: Record<string, Buffer>) => {
  const data = await mkdtemp(join(scratch(), 'default-skins-'))
  await mkdir(join(data, 'default-skins'))
  for (const [name, png] of Object.entries(files)) await writeFile(join(data, 'default-skins', name), png)
  return { data, folder: join(data, 'default-skins') }
}

const four = {
  'a.png': makePng(64, 64, noise(1)),
  'b.png': makePng(64, 64, noise(2)),
  'c-slim.png': makePng(64, 64, noise(3)),
  'd.PNG': makePng(64, 32, noise(4)),
}

const decoded = (answer: { json: any }) =>
  JSON.parse(Buffer.from(answer.json.properties[0].value, 'base64').toString())

/** Returns the textures of the signed profile by UUID. */
async function wornBy(
  service: RunningService,
  { id }: { id: string },
): Promise<{ SKIN?: Worn; CAPE?: Worn }> {
  const answer = await service.get(`/session/profile/${id}?unsigned=false`)
  assert.equal(answer.status, 200)
  assert.ok(answer.json.properties[0].signature)
  return decoded(answer).textures
}

const hashOf = (worn: Worn | undefined) => worn?.url.split('/').at(-1)

onEveryDatabase('default skins', (start) => {
  test('an account without a skin wears one, by its UUID, wherever it is seen, and its own goes first', async (t) => {
    const { data } = await folderOf(four)
    t.after(() => rm(data, { recursive: true }))
    const service = await start({ NORN_DATA_DIR: data })
    const again = await start({ NORN_DATA_DIR: data })
    const players = []
    for (let number = 0; number < 40; number++) players.push(await service.account())
    const seen = new Set<string | undefined>()
    for (const player of players) {
      const { SKIN, CAPE } = await wornBy(service, player)
      const hash = hashOf(SKIN)
      assert.ok(hash && !CAPE)
      seen.add(`${hash} ${SKIN?.metadata?.model}`)
      assert.equal(
        again.context.defaultSkins.dressed({ ...player, skin_hash: null, skin_model: null }).skin_hash,
        hash,
      )
      const named = (await service.get(`/skinsystem/textures/${player.username}`)).json
      assert.deepEqual(named, { SKIN })
    }
    assert.equal(seen.size, 4, 'each of the skins is worn by somebody')
    assert.equal([...seen].filter((each) => each?.endsWith('slim')).length, 1)

    const [player] = players
    assert.ok(player)
    const before = await wornBy(service, player)
    const hash = hashOf(before.SKIN) ?? ''
    const file = await service.get(`/textures/${hash}`)
    assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'image/png'])
    assert.equal((await service.get(`/skinsystem/skins/${player.username}.png`)).text, file.text)
    const mod = (await service.get(`/csl/${player.username}.json`)).json
    assert.equal(Object.values(mod.skins ?? {})[0], hash)
    const face = (await service.get(`/skinsystem/face/${player.username}.png`)).headers.get('etag')
    assert.match(face ?? '', new RegExp(hash))
    const token = await service.signIn(player)
    await service.post('/session/join', { accessToken: token, selectedProfile: player.id, serverId: 'x' })
    const joined = await service.get(`/session/hasJoined?username=${player.username}&serverId=x`)
    assert.deepEqual(decoded(joined).textures, before)

    const own = await service.request('/authlib-injector/minecraftservices/game/profile', {
      headers: { authorization: `Bearer ${token}` },
    })
    assert.deepEqual(own.json.skins, [], 'not among the own skins')
    assert.equal((await service.stored(player)).textures.skin, undefined)

    await setTexture(service.context, operator, player.id, 'cape', makePng(64, 32, noise(9)))
    const caped = await wornBy(service, player)
    assert.ok(caped.CAPE)
    assert.deepEqual(caped.SKIN, before.SKIN, 'also with a cape alone')
    await hideCape(service.context, operator, player.id)
    await setTexture(service.context, operator, player.id, 'skin', makePng(64, 64, noise(10)))
    assert.notEqual(hashOf((await wornBy(service, player)).SKIN), hash)
    await removeTexture(service.context, operator, player.id, 'skin')
    assert.deepEqual(await wornBy(service, player), before)
    const rows = await service.context.db.query
      .selectFrom('texture')
      .select('hash')
      .where('hash', '=', hash)
      .execute()
    assert.deepEqual(rows, [], 'they are not stored')

    // Taking it down would change nobody's looks.
    const copy = await service.account()
    await setTexture(service.context, operator, copy.id, 'skin', four['a.png'])
    const worn = (await service.stored(copy)).textures.skin?.hash ?? ''
    assert.ok(service.context.defaultSkins.file(worn))
    const report = { player: copy.username, kind: 'skin', reason: 'I dislike it' } as const
    await assert.rejects(
      reportTexture(service.context, operator, await service.stored(player), report),
      (error) => error instanceof Refused && error.reason === 'report_nothing_worn',
    )
  })

  test('a change shows with the next reading, moves few players, and files that were handed out are still there', async (t) => {
    const { data, folder } = await folderOf(four)
    t.after(() => rm(data, { recursive: true }))
    const service = await start({ NORN_DATA_DIR: data })
    const { defaultSkins } = service.context
    const dressed = (number: number) =>
      defaultSkins.dressed({ id: number.toString(16).padStart(32, '0'), skin_hash: null, skin_model: null })
        .skin_hash
    const of = () => Array.from({ length: 400 }, (_, number) => dressed(number * 7919))
    const before = of()
    await writeFile(join(folder, 'e.png'), makePng(64, 64, noise(5)))
    await defaultSkins.refresh()
    const after = of()
    const moved = after.filter((hash, place) => hash !== before[place])
    assert.ok(moved.length > 40 && moved.length < 140, `${moved.length} of 400 wear another one`)
    assert.equal(new Set(moved).size, 1, 'the new one')
    await unlink(join(folder, 'e.png'))
    await defaultSkins.refresh()
    assert.deepEqual(of(), before)
    assert.equal((await service.get(`/textures/${moved[0]}`)).status, 200)

    for (const name of Object.keys(four)) await unlink(join(folder, name))
    await defaultSkins.refresh()
    const player = await service.account()
    assert.deepEqual(await wornBy(service, player), {})
    assert.equal((await service.get(`/skinsystem/textures/${player.username}`)).status, 204)
    await rm(folder, { recursive: true })
    await defaultSkins.refresh()
    assert.deepEqual(defaultSkins.unused, [])
  })

  test('an unusable file is a warning that names it, in the log once and in doctor', async (t) => {
    const { data, folder } = await folderOf({
      'good.png': four['a.png'],
      'broken.png': Buffer.from('no PNG'),
      'cut.png': four['b.png'].subarray(0, 60),
      'large.png': Buffer.concat([four['b.png'], Buffer.alloc(1024 * 1024)]),
      'animated.png': makePng(64, 64, noise(6), [chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))]),
      'odd.png': makePng(63, 64, noise(7)),
      'cape.png': makePng(22, 17, noise(8)),
      'readme.txt': Buffer.from('not looked at'),
      '.hidden.png': Buffer.from('not looked at'),
    })
    t.after(() => rm(data, { recursive: true }))
    await symlink('/etc/hostname', join(folder, 'elsewhere.png'))
    await mkdir(join(folder, 'folder.png'))
    const service = await start({ NORN_DATA_DIR: data })
    const { config, defaultSkins } = service.context
    const bad = ['animated', 'broken', 'cape', 'cut', 'elsewhere', 'folder', 'large', 'odd'].map(
      (name) => `${name}.png`,
    )
    const told = () =>
      service.log
        .map((line) => JSON.parse(line))
        .filter(({ msg }) => String(msg).startsWith('a default skin is not worn: '))
    assert.deepEqual(
      told()
        .map(({ file }) => file)
        .sort(),
      bad.map((name) => join(folder, name)),
    )
    await defaultSkins.refresh()
    assert.equal(told().length, bad.length, 'once')
    assert.ok((await wornBy(service, await service.account())).SKIN)

    const findings = [await doctorLooks({ config } as Parameters<typeof doctorLooks>[0])].flat()
    assert.deepEqual(
      findings.map(({ state }) => state),
      bad.map(() => 'warning'),
    )
    for (const name of bad)
      assert.ok(
        findings.some(({ message }) => message.includes(join(folder, name))),
        name,
      )

    await writeFile(join(folder, 'broken.png'), await readFile(join(folder, 'good.png')))
    await utimes(join(folder, 'broken.png'), 1, 1)
    await defaultSkins.refresh()
    assert.ok(!defaultSkins.unused.some(({ name }) => name === 'broken.png'))
    assert.equal(defaultSkins.count, 1, 'the same picture counts once')
  })

  test('at most 64, and none with another skin system', async (t) => {
    const many = Object.fromEntries(
      Array.from({ length: 70 }, (_, number) => [
        `${String(number).padStart(3, '0')}.png`,
        makePng(64, 32, noise(number)),
      ]),
    )
    const { data } = await folderOf(many)
    t.after(() => rm(data, { recursive: true }))
    const service = await start({ NORN_DATA_DIR: data })
    assert.equal(service.context.defaultSkins.count, 64)
    assert.deepEqual(
      service.context.defaultSkins.unused.map(({ name }) => name),
      Object.keys(many).slice(64),
    )
    const elsewhere = await start({ NORN_DATA_DIR: data, NORN_SKIN_SYSTEM_URL: 'http://127.0.0.1:1/' })
    assert.equal(elsewhere.context.defaultSkins.count, 0)
    const { id } = await elsewhere.account()
    assert.deepEqual(decoded(await elsewhere.get(`/session/profile/${id}?unsigned=false`)).textures, {})
  })
})
