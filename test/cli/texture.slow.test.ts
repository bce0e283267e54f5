import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { makePng, noise } from '../png.ts'
import { createSteve, type Installation, install } from './norn.ts'

let norn: Installation
before(async () => {
  norn = await install()
  await norn.json(...createSteve())
  const files = {
    'skin.png': makePng(64, 64, noise(1)),
    'old.png': makePng(64, 32, noise(2)),
    'cape.png': makePng(22, 17, noise(3)),
    'large.png': Buffer.alloc(2_000_000),
    'notes.txt': Buffer.from('not a picture'),
  }
  for (const [name, file] of Object.entries(files)) writeFileSync(join(norn.directory, name), file)
})
after(() => norn.remove())

interface Worn {
  id: string
  username: string
  skin: string
  model: string
  cape: string
}

const sha256 = /^[0-9a-f]{64}$/

test('texture set and remove work while the service runs', async () => {
  const service = await norn.serve()
  try {
    const skin = await norn.json<Worn>('texture', 'set', 'steve', '--skin', 'skin.png')
    assert.match(skin.skin, sha256)
    assert.deepEqual(
      [skin.username, skin.model, skin.cape, Object.keys(skin)],
      ['Steve', 'default', null, ['id', 'username', 'skin', 'model', 'cape']],
    )
    const seen = async () => {
      const response = await fetch(`${service.baseUrl}/skinsystem/textures/steve`)
      return response.status === 204 ? {} : ((await response.json()) as Record<string, unknown>)
    }
    assert.deepEqual(await seen(), { SKIN: { url: `${service.baseUrl}/textures/${skin.skin}` } })
    const both = await norn.json<Worn>(
      ...`texture set ${skin.id} --skin skin.png --model slim --cape cape.png`.split(' '),
    )
    assert.deepEqual([both.skin, both.model], [skin.skin, 'slim'])
    assert.match(both.cape, sha256)
    assert.deepEqual(await seen(), {
      SKIN: { url: `${service.baseUrl}/textures/${both.skin}`, metadata: { model: 'slim' } },
      CAPE: { url: `${service.baseUrl}/textures/${both.cape}` },
    })
    const classic = ['texture', 'set', 'Steve', '--skin', 'skin.png', '--model', 'classic']
    assert.equal((await norn.json<Worn>(...classic)).model, 'default')
    const { stdout } = await norn.run(['texture', 'remove', 's@example.org', '--skin'])
    assert.match(stdout, /^skin: +-$/m)
    assert.deepEqual(Object.keys(await seen()), ['CAPE'])
    await norn.json('texture', 'remove', 'Steve', '--skin', '--cape')
    assert.deepEqual(await seen(), {})
  } finally {
    service.kill('SIGTERM')
    await service.ended
  }
})

test('an invalid texture is refused with advice, and changes nothing', async () => {
  const before = await norn.json('texture', 'set', 'Steve', '--skin', 'old.png')
  const refusals: [RegExp, number, ...string[]][] = [
    [/not a PNG image/, 1, '--skin', 'notes.txt'],
    [/larger than 1 MiB/, 1, '--skin', 'large.png'],
    [/64x64 or 64x32/, 1, '--skin', 'cape.png'],
    [/64x64 or 64x32/, 1, '--skin', 'skin.png', '--cape', 'skin.png'],
    [/nothere.png cannot be read \(ENOENT\)/, 1, '--skin', 'nothere.png'],
    [/cannot be read \(EISDIR\)/, 1, '--cape', '.'],
    [/give --skin FILE, --cape FILE or both/, 2],
    [/--model needs --skin/, 2, '--cape', 'cape.png', '--model', 'slim'],
    [/must be default, classic or slim/, 2, '--skin', 'skin.png', '--model', 'thin'],
  ]
  for (const [expected, status, ...options] of refusals) {
    const ended = await norn.run(['texture', 'set', 'Steve', ...options])
    assert.match(ended.stderr, expected)
    assert.match(ended.stderr, /^norn: [^\n]+\n$/)
    assert.deepEqual([ended.status, ended.stdout], [status, ''])
  }
  assert.equal((await norn.run(['texture', 'set', 'Nobody', '--skin', 'skin.png'])).status, 1)
  assert.equal((await norn.run(['texture', 'remove', 'Steve'])).status, 2)
  assert.deepEqual(await norn.json('texture', 'remove', 'Steve', '--cape'), before)
})
