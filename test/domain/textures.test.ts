import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import * as fc from 'fast-check'
import { removeTexture, setTexture, setTextures } from '../../src/domain/game/set-textures.ts'
import { pngSize } from '../../src/lib/files/png.ts'
import { processAsker } from '../../src/lib/queue/fair-gate.ts'
import { Refused } from '../../src/model/errors/refusal.ts'
import { ImageWork } from '../../src/state/textures/image-work.ts'
import { lockAccount } from '../../src/storage/accounts/accounts.ts'
import { profileById } from '../../src/storage/game/profiles.ts'
import { rememberCurrentSkin } from '../../src/storage/textures/former-skins.ts'
import { sweepTextures } from '../../src/storage/textures/sweep-textures.ts'
import { textureByHash } from '../../src/storage/textures/textures.ts'
import { migrated, withoutPostgres } from '../databases.ts'
import { chunk, header, imageData, makePng, noise, type Paint, pixels, pngOf, readPng } from '../png.ts'
import { onEveryDatabase, operator, type RunningService, startService } from '../service.ts'
import { lockWaits } from '../storage/lock-waits.ts'
import { until } from '../until.ts'

const refusedAs = (reason: string) => (error: unknown) => error instanceof Refused && error.reason === reason

/** Like a skin drawn for thin arms: the fourth column of the right arm is empty. */
const slim: Paint = (x, y) => (x >= 54 && x < 56 && y >= 20 && y < 32 ? [0, 0, 0, 0] : noise(3)(x, y))

async function worn({ context }: RunningService, id: string) {
  const row = await profileById(context.db, id)
  assert.ok(row)
  const { skin_hash, skin_model, cape_hash } = row
  return { skin_hash, skin_model, cape_hash }
}

test('a file with changed bytes is refused, or is an image of the stated size', async () => {
  const work = new ImageWork(() => 2, { all: 1000, group: 1000 })
  const good = makePng(64, 32, noise(1))
  const place = fc.record({ at: fc.nat(good.length - 1), byte: fc.nat(255) })
  const changes = fc.array(place, { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(changes, fc.boolean(), async (places, withChecksums) => {
      const file = Buffer.from(good)
      for (const { at, byte } of places) file[at] = byte
      const size = pngSize(file)
      if (size?.width !== 64 || size.height !== 32) return
      try {
        const image = await work.decode(withChecksums ? withValidChecksums(file) : file, size, processAsker)
        assert.equal(image.pixels.length, 64 * 32 * 4)
      } catch (error) {
        assert.ok(error instanceof Refused && error.reason.startsWith('texture_'), String(error))
      }
    }),
    { numRuns: 300 },
  )
})

/** With corrected checksums, so that the decoder sees the content. */
function withValidChecksums(file: Buffer): Buffer {
  const copy = Buffer.from(file)
  for (let at = 8; at + 12 <= copy.length; ) {
    const end = at + 12 + copy.readUInt32BE(at)
    if (end > copy.length) break
    copy.writeUInt32BE(crc32(copy.subarray(at + 4, end - 4)), end - 4)
    at = end
  }
  return copy
}

test('a texture that is being set at this moment is not swept', { skip: withoutPostgres() }, async (t) => {
  const database = await migrated.postgres()
  const service = await startService(database.url)
  t.after(async () => {
    await service.close()
    await database.drop()
  })
  const { context } = service
  const { db } = context
  const { id } = await service.account()
  const [skin, cape] = [makePng(64, 64, noise(1)), makePng(64, 32, noise(2))]
  await setTextures(context, operator, id, { skin: { png: skin }, cape: { png: cape } })
  const { skin_hash, cape_hash } = await worn(service, id)
  assert.ok(skin_hash && cape_hash)
  const [first, second] = [skin_hash, cape_hash].sort() as [string, string]
  await removeTexture(context, operator, id, 'skin')
  await removeTexture(context, operator, id, 'cape')
  await db.query.deleteFrom('texture').where('hash', '=', second).execute()
  const sweep = () => sweepTextures(db, { after: '', now: service.now(), unwornSince: service.now() })
  await sweep()

  // The first is marked, due, and being set by a transaction that waits for this one.
  const other = await db.query.startTransaction().execute()
  const empty = { png: '', worn_by: '', worn_at: 0, place: 'database', bytes: null } as const
  await other
    .insertInto('texture')
    .values({ ...empty, hash: second })
    .execute()
  const wearing = setTextures(context, operator, id, { skin: { png: skin }, cape: { png: cape } })
  await until('the account that sets it waits', async () => (await lockWaits(db)) === 1)
  let isSwept = false
  const sweeping = sweep().finally(() => (isSwept = true))
  await until('the sweep waits too, or has passed', async () => isSwept || (await lockWaits(db)) === 2)
  await other.rollback().execute()
  await Promise.all([wearing, sweeping])
  assert.deepEqual(await worn(service, id), { skin_hash, skin_model: 'default', cape_hash })
  for (const hash of [first, second]) assert.ok(await textureByHash(db, hash), hash)

  await removeTexture(context, operator, id, 'skin')
  await removeTexture(context, operator, id, 'cape')
  await sweep()
  await sweep()
  for (const hash of [first, second]) assert.equal(await textureByHash(db, hash), undefined)
})

test('setting a skin while another is removed locks the account first', {
  skip: withoutPostgres(),
}, async (t) => {
  const database = await migrated.postgres()
  const service = await startService(database.url)
  t.after(async () => {
    await service.close()
    await database.drop()
  })
  const { context } = service
  const { db } = context
  const player = { kind: 'account', id: '', name: 'Player' } as const
  const { id } = await service.account()
  const wear = (seed: number) =>
    setTexture(context, { ...player, id }, id, 'skin', makePng(64, 64, noise(seed)))
  await wear(1)
  let wearing: Promise<void> | undefined
  const outside = AsyncLocalStorage.snapshot()
  // Like takeOffTexture: the account first, and then its textures. In another order the two would deadlock.
  await db.transaction(async (tx) => {
    await lockAccount(tx, id)
    wearing = outside(() => wear(2))
    await until('it waits', () => outside(async () => (await lockWaits(db)) === 1))
    await rememberCurrentSkin(tx, id, service.now())
  })
  await wearing
})

onEveryDatabase('wearTexture', (start) => {
  test('only pixels survive, and the same pixels always give the same file', async () => {
    const service = await start()
    const { context } = service
    const { id } = await service.account()
    const script = Buffer.from('<script>alert(1)</script><?php system($_GET["c"]); ?>')
    const extra = [
      chunk('gAMA', Buffer.from([0, 0, 1, 2])),
      chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(4096, 1))])),
      chunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), script])),
      chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(50_000_000))])),
      chunk('eXIf', script),
      chunk('prIv', script),
    ]
    const plain = makePng(64, 64, noise(1))
    const [raw, end] = [imageData(64, 64, noise(1)), chunk('IEND')]
    const hostile = {
      plain,
      'code behind the end': Buffer.concat([plain, script]),
      'code behind the image data': pngOf(
        header(64, 64),
        chunk('IDAT', Buffer.concat([deflateSync(raw), script])),
        end,
      ),
      'more image data than pixels': pngOf(
        header(64, 64),
        chunk('IDAT', deflateSync(Buffer.concat([raw, Buffer.alloc(100_000, 'A')]))),
        end,
      ),
      'chunks of all sorts': makePng(64, 64, noise(1), extra),
      'many small pieces, not compressed': pngOf(
        header(64, 64),
        ...Array.from({ length: Math.ceil(deflateSync(raw, { level: 0 }).length / 1000) }, (_, i) =>
          chunk('IDAT', deflateSync(raw, { level: 0 }).subarray(i * 1000, (i + 1) * 1000)),
        ),
        end,
      ),
    }
    const hashes = new Set<string>()
    for (const [what, file] of Object.entries(hostile)) {
      await assert.doesNotReject(setTexture(context, operator, id, 'skin', file), what)
      const { skin_hash } = await worn(service, id)
      assert.ok(skin_hash)
      hashes.add(skin_hash)
    }
    assert.equal(hashes.size, 1)
    const [hash = ''] = hashes
    const file = (await textureByHash(context.db, hash))?.png
    assert.ok(file)
    assert.equal(createHash('sha256').update(file).digest('hex'), hash)
    const read = readPng(file)
    assert.deepEqual([read.width, read.height, ...new Set(read.chunks)], [64, 64, 'IHDR', 'IDAT', 'IEND'])
    assert.ok(read.pixels.equals(pixels(64, 64, noise(1))))
    for (const word of ['script', 'php', 'Comment']) assert.ok(!file.includes(word))
  })

  test('an invalid skin or cape is refused, and changes nothing', async () => {
    const service = await start()
    const { context } = service
    const { id } = await service.account()
    await setTextures(context, operator, id, { skin: { png: makePng(64, 64, noise(1)) } })
    const before = await worn(service, id)
    const good = makePng(64, 64, noise(2))
    const end = chunk('IEND')
    const animation = chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))
    const data = chunk('IDAT', deflateSync(imageData(64, 64, noise(2))))
    const comment = chunk('tEXt', Buffer.from('Comment\0x'))
    const wrongChecksum = makePng(64, 64, noise(2), [comment.fill(0, comment.length - 4)])
    const cases: [string, string, Buffer][] = [
      ['nothing', 'texture_malformed', Buffer.alloc(0)],
      ['one byte', 'texture_malformed', Buffer.from([0x89])],
      ['another kind of file', 'texture_malformed', Buffer.from('GIF89a'.padEnd(200, 'x'))],
      ['a picture as SVG', 'texture_malformed', Buffer.from('<svg width="64" height="64"/>'.padEnd(99))],
      ['30,000 x 30,000', 'texture_size_unknown', pngOf(header(30_000, 30_000), data, end)],
      ['2^31 x 2^31', 'texture_size_unknown', pngOf(header(2 ** 31, 2 ** 31), data, end)],
      ['0 x 0', 'texture_size_unknown', pngOf(header(0, 0), data, end)],
      ['larger than the setting allows', 'texture_size_unknown', makePng(128, 128, noise(1))],
      ['a cape for a skin', 'texture_size_unknown', makePng(22, 17, noise(1))],
      ['animated', 'texture_animated', pngOf(header(64, 64), animation, data, end)],
      ['a bit flipped', 'texture_malformed', Buffer.from(good).fill(0x55, 60, 61)],
      ['no image data', 'texture_malformed', pngOf(header(64, 64), end)],
      ['an unknown critical chunk', 'texture_malformed', pngOf(header(64, 64), chunk('EVIL'), data, end)],
      ['a comment with a wrong checksum', 'texture_malformed', wrongChecksum],
      ['an invalid bit depth', 'texture_malformed', pngOf(header(64, 64, 6, 3), data, end)],
      [
        'half the rows',
        'texture_malformed',
        pngOf(header(64, 64), chunk('IDAT', deflateSync(imageData(64, 32, noise(1)))), end),
      ],
      ['too large', 'texture_too_large', Buffer.concat([good, Buffer.alloc(1024 * 1024)])],
    ]
    for (let cut = 1; cut < good.length; cut += Math.ceil(good.length / 40)) {
      cases.push([`cut off after ${cut}`, 'texture_malformed', good.subarray(0, cut)])
    }
    for (const [what, reason, file] of cases) {
      await assert.rejects(setTexture(context, operator, id, 'skin', file), refusedAs(reason), what)
    }
    const both = { skin: { png: good }, cape: { png: good } }
    await assert.rejects(setTextures(context, operator, id, both), refusedAs('texture_size_unknown'))
    assert.deepEqual(await worn(service, id), before)
    const nobody = '0'.repeat(32)
    await assert.rejects(setTexture(context, operator, nobody, 'skin', good), refusedAs('account_unknown'))
    await assert.rejects(removeTexture(context, operator, nobody, 'skin'), refusedAs('account_unknown'))
    const kept = await context.db.query.selectFrom('texture').select('hash').execute()
    assert.deepEqual(kept, [{ hash: before.skin_hash }])
  })

  test('the model is the given one, or detected from the pixels', async () => {
    const service = await start({ NORN_TEXTURE_MAX_SCALE: '2' })
    const { context } = service
    const { id } = await service.account()
    const large: Paint = (x, y) => slim(x >> 1, y >> 1)
    const cases = [
      [makePng(64, 64, slim), undefined, 'slim'],
      [makePng(64, 64, noise(1)), undefined, 'default'],
      [makePng(64, 32, slim), undefined, 'default'],
      [makePng(128, 128, large), undefined, 'slim'],
      [makePng(64, 64, slim), 'default', 'default'],
      [makePng(64, 64, noise(1)), 'slim', 'slim'],
    ] as const
    for (const [file, given, expected] of cases) {
      await setTexture(context, operator, id, 'skin', file, given)
      assert.equal((await worn(service, id)).skin_model, expected)
    }
    await assert.rejects(
      setTexture(context, operator, id, 'skin', makePng(192, 192, noise(1))),
      refusedAs('texture_size_unknown'),
    )
  })

  test('a cape of 22x17 is placed in the corner of a 64x32 one', async () => {
    const service = await start()
    const { context } = service
    const { id } = await service.account()
    await setTexture(context, operator, id, 'cape', makePng(22, 17, noise(5)))
    const { cape_hash, skin_hash } = await worn(service, id)
    assert.equal(skin_hash, null)
    const read = readPng((await textureByHash(context.db, cape_hash ?? ''))?.png ?? Buffer.alloc(0))
    const expected: Paint = (x, y) => (x < 22 && y < 17 ? noise(5)(x, y) : [0, 0, 0, 0])
    assert.deepEqual([read.width, read.height], [64, 32])
    assert.ok(read.pixels.equals(pixels(64, 32, expected)))
    await setTexture(context, operator, id, 'cape', makePng(64, 32, expected))
    assert.equal((await worn(service, id)).cape_hash, cape_hash)
  })

  test('takeOffTexture removes one texture and leaves the other', async () => {
    const service = await start()
    const { context } = service
    const { id } = await service.account()
    await setTextures(context, operator, id, {
      skin: { png: makePng(64, 64, slim) },
      cape: { png: makePng(64, 32, noise(1)) },
    })
    const { cape_hash } = await worn(service, id)
    await removeTexture(context, operator, id, 'skin')
    assert.deepEqual(await worn(service, id), { skin_hash: null, skin_model: null, cape_hash })
    await removeTexture(context, operator, id, 'cape')
    assert.deepEqual(await worn(service, id), { skin_hash: null, skin_model: null, cape_hash: null })
  })

  test('pixels of every colour type are read alike', async () => {
    const service = await start()
    const { context } = service
    const { id } = await service.account()
    const grey: Paint = (x, y) => [(x + y) & 127, (x + y) & 127, (x + y) & 127, 255]
    const levels = pixels(64, 64, grey).filter((_, i) => i % 4 === 0)
    const rows = (bytes: Buffer, width: number) =>
      Buffer.concat(
        Array.from({ length: 64 }, (_, y) =>
          Buffer.concat([Buffer.from([0]), bytes.subarray(y * width, (y + 1) * width)]),
        ),
      )
    const palette = Buffer.from(Array.from({ length: 128 }, (_, i) => [i, i, i]).flat())
    const file = (colorType: number, data: Buffer, ...extra: Buffer[]) =>
      pngOf(header(64, 64, colorType), ...extra, chunk('IDAT', deflateSync(data)), chunk('IEND'))
    const level = Buffer.from(levels)
    const files = {
      rgba: makePng(64, 64, grey),
      grey: file(0, rows(level, 64)),
      greyAlpha: file(4, rows(Buffer.from([...level].flatMap((it) => [it, 255])), 128)),
      deep: pngOf(
        header(64, 64, 0, 16),
        chunk('IDAT', deflateSync(rows(Buffer.from([...level].flatMap((it) => [it, it])), 128))),
        chunk('IEND'),
      ),
      rgb: file(2, rows(Buffer.from([...level].flatMap((it) => [it, it, it])), 192)),
      palette: file(3, rows(level, 64), chunk('PLTE', palette)),
    }
    const hashes: Record<string, string | null> = {}
    for (const [name, png] of Object.entries(files)) {
      await setTexture(context, operator, id, 'skin', png)
      hashes[name] = (await worn(service, id)).skin_hash
    }
    assert.equal(new Set(Object.values(hashes)).size, 1, JSON.stringify(hashes))
  })
})
