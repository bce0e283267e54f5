import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { createGroup } from '../../src/domain/community/groups.ts'
import { addServer, pauseServer, setServer } from '../../src/domain/community/servers.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { browserOf } from './browser.ts'

const line = (name: string, host = 'cdn.modrinth.com') =>
  `https://${host}/data/AANobbMI/${name} 1234 ${'A'.repeat(40)} ${'0f'.repeat(64)}`

/** The files of an archive, as its directory lists them. */
function filesOf(archive: Buffer): Record<string, Buffer> {
  const files: Record<string, Buffer> = {}
  const end = archive.length - 22
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size, name] = [
      archive.readUInt16LE(at + 10),
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
    ]
    const file = archive.readUInt32LE(at + 42)
    const body = file + 30 + archive.readUInt16LE(file + 26) + archive.readUInt16LE(file + 28)
    const stored = archive.subarray(body, body + size)
    files[archive.toString('utf8', at + 46, at + 46 + name)] = method === 0 ? stored : inflateRawSync(stored)
    at += 46 + name
  }
  return files
}

onEveryDatabase('files for launchers', (start) => {
  test('are offered to players who may join, and contain the version, the server and addresses of mods', async () => {
    const service = await start()
    const { context, baseUrl } = service
    const browser = browserOf(service)
    const account = await service.account()
    const stranger = await browser.get('/account/servers/open/pack')
    assert.match(stranger.path, /^\/sign-in/)
    await browser.signIn(account)
    await createGroup(context, operator, { name: 'builders' })
    const address = 'play.example.org:25566'
    await addServer(context, operator, { name: 'open', title: 'Zoë’s "😀', address })
    await addServer(context, operator, {
      name: 'closed',
      address,
      gameVersion: '1.21.4',
      groups: ['builders'],
    })
    const shown = async () => (await browser.get('/account/servers')).text
    assert.doesNotMatch(await shown(), /servers\/[a-z]+\/(pack|instance)/, 'no version is known')
    await setServer(context, operator, 'open', {
      gameVersion: '1.21.4',
      loader: 'fabric-loader 0.16.9',
    })
    assert.match(await shown(), /servers\/open\/pack"[\s\S]*servers\/open\/instance"/)
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
    const fetched = async (path: string) => {
      const answer = await fetch(`${baseUrl}/account/servers/${path}`, { headers: { cookie } })
      return { answer, files: answer.status === 200 ? filesOf(Buffer.from(await answer.arrayBuffer())) : {} }
    }
    const instance = await fetched('open/instance')
    assert.equal(instance.answer.headers.get('content-disposition'), 'attachment; filename="open.zip"')
    assert.deepEqual(Object.keys(instance.files), [
      'open/instance.cfg',
      'open/mmc-pack.json',
      'open/.minecraft/servers.dat',
    ])
    assert.match(String(instance.files['open/instance.cfg']), /^name="Zo\\xeb\\x2019s \\"\\xd83d\\xde00"$/m)
    const { components } = JSON.parse(String(instance.files['open/mmc-pack.json']))
    assert.deepEqual(components[1], { uid: 'net.fabricmc.fabric-loader', version: '0.16.9' })

    await setServer(context, operator, 'open', {
      mods: `${line('sodium.jar')}\r\n\n${line('Iris%20x.jar', 'github.com')}`,
    })
    assert.doesNotMatch(await shown(), /servers\/open\/instance/, 'an instance would lack the mods')
    const play = (await browser.get('/account/play')).text
    assert.match(play, /href="\/account\/servers\/open\/pack" download/)
    assert.doesNotMatch(play, /open\/instance|closed\/pack/)
    assert.match(play, /The file can’t choose your account[^<]*<a href="#launchers">/)
    const pack = await fetched('open/pack')
    const index = JSON.parse(String(pack.files['modrinth.index.json']))
    assert.deepEqual(index.dependencies, { minecraft: '1.21.4', 'fabric-loader': '0.16.9' })
    assert.deepEqual(
      index.files.map(({ path, hashes, fileSize }: Record<string, unknown>) => [path, hashes, fileSize]),
      ['mods/sodium.jar', 'mods/Iris x.jar'].map((path) => [
        path,
        { sha1: 'a'.repeat(40), sha512: '0f'.repeat(64) },
        1234,
      ]),
    )
    const list = pack.files['overrides/servers.dat'] ?? Buffer.alloc(0)
    assert.ok(list.includes(`ip\0\x16${address}`) && list.includes(Buffer.from('eda0bdedb880', 'hex')))

    for (const path of ['closed/pack', 'closed/instance', 'unknown/pack'])
      assert.equal((await fetched(path)).answer.status, 404, path)
    await pauseServer(context, operator, 'open', true)
    assert.equal((await fetched('open/pack')).answer.status, 404)
  })

  test('take mods at few hosts alone, with both hashes, and no name that leads elsewhere', async () => {
    const { context } = await start()
    await addServer(context, operator, { name: 'open' })
    const wrong = [
      line('a.jar', 'evil.test'),
      line('a.jar', 'github.com:8443'),
      line('a.jar', 'github.com.evil.test'),
      line('a.jar', 'me:you@github.com'),
      line('a.jar').replace('https', 'http'),
      line('a.jar').replace(/ [0f]+$/, ''),
      line('a.exe'),
      line('a.jar?x=1'),
      line('..%2F..%2Fa.jar'),
      line('..%5Ca.jar'),
      line('C%3Aa.jar'),
      line('%00a.jar'),
      line('.jar'),
      line('%zz.jar'),
      `${line('a.jar')}\n${line('A.jar')}`,
      Array.from({ length: 101 }, (_, at) => line(`${at}.jar`)).join('\n'),
    ]
    for (const mods of wrong)
      await assert.rejects(setServer(context, operator, 'open', { mods }), { reason: 'malformed' }, mods)
    for (const loader of ['fabric 1', 'forge', 'forge  1', 'forge 1 2', 'toString 1', 'forge "'])
      await assert.rejects(setServer(context, operator, 'open', { loader }), { reason: 'malformed' }, loader)
    for (const gameVersion of ['', '../1', '1.21"', 'x'.repeat(33)])
      await assert.rejects(setServer(context, operator, 'open', { gameVersion }), { reason: 'malformed' })
    assert.equal(
      (await setServer(context, operator, 'open', { mods: line('a.jar') })).mods,
      line('a.jar').toLowerCase().replace('aanobbmi', 'AANobbMI'),
    )
  })
})
