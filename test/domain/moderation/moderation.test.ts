import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { setFormerSkin } from '../../../src/domain/game/former-skins.ts'
import { hideCape } from '../../../src/domain/game/hidden-cape.ts'
import { setTexture, setTextures, uploadTexture } from '../../../src/domain/game/set-textures.ts'
import { keepReported, keepTexture } from '../../../src/domain/moderation/keep.ts'
import { listReports, ownReports, reportQueue } from '../../../src/domain/moderation/queue.ts'
import { maxOpenReports, reportTexture } from '../../../src/domain/moderation/report.ts'
import { restoreTexture, takeDownTexture } from '../../../src/domain/moderation/take-down.ts'
import { allowUploads, suspendUploads } from '../../../src/domain/moderation/uploads.ts'
import { sweep } from '../../../src/jobs/sweep.ts'
import { type Actor, accountActor } from '../../../src/model/accounts/actor.ts'
import { Refused } from '../../../src/model/errors/refusal.ts'
import { textureByHash } from '../../../src/storage/textures/textures.ts'
import { makePng, noise, type Paint } from '../../png.ts'
import { onEveryDatabase, operator, type RunningService } from '../../service.ts'

const day = 86_400_000

const refusedAs = (subject: string) => (error: unknown) =>
  error instanceof Refused && error.subject === subject

const actorOf = ({ id, username }: { id: string; username: string }): Actor => ({
  kind: 'account',
  id,
  name: username,
})

/** Lets a player wear a texture, and returns its hash. */
async function wears(
  { context, stored }: RunningService,
  player: { id: string; username: string },
  kind: 'skin' | 'cape',
  png: Buffer,
): Promise<string> {
  await uploadTexture(context, actorOf(player), player.id, kind, png)
  return (await stored(player)).textures[kind]?.hash ?? ''
}

async function mailsAbout({ context }: RunningService, about: string) {
  const rows = await context.db.query.selectFrom('mail').select(['recipient', 'content']).execute()
  const mails = rows.map(({ recipient, content }) => ({ to: recipient, ...JSON.parse(content) }))
  return mails.filter(({ notice }) => notice?.about === about)
}

onEveryDatabase('moderation', (start) => {
  test('a texture is reported, kept, reported again and taken down for everybody', async () => {
    const service = await start()
    const { context, account, stored } = service
    const [bad, other, reporter, second] = [
      await account(),
      await account(),
      await account(),
      await account(),
    ]
    const hash = await wears(service, bad, 'skin', makePng(64, 64, noise(1)))
    await wears(service, other, 'skin', makePng(64, 64, noise(1)))
    const report = (by: typeof reporter, reason: string) =>
      stored(by).then((from) =>
        reportTexture(context, actorOf(by), from, {
          player: bad.username.toUpperCase(),
          kind: 'skin',
          reason,
        }),
      )
    await report(reporter, 'shows something bad')
    await assert.rejects(report(reporter, 'once more'), refusedAs('report_repeated'))
    service.advance(1)
    await report(second, 'I think so, too')
    const { entries, next } = await reportQueue(context)
    assert.equal(next, undefined)
    const [entry] = entries
    assert.equal(entries.length, 1)
    assert.equal(entry?.hash, hash)
    assert.equal(entry?.worn, 2)
    assert.deepEqual(entry?.wearers.map(({ name }) => name).sort(), [bad.username, other.username].sort())
    assert.deepEqual(
      entry?.reports.map(({ reporter, reason }) => [reporter, reason]),
      [
        [reporter.username, 'shows something bad'],
        [second.username, 'I think so, too'],
      ],
    )

    const [first] = await listReports(context, { state: 'open', limit: 10 })
    await keepReported(context, operator, first?.id ?? '')
    assert.deepEqual((await reportQueue(context)).entries, [])
    assert.equal((await stored(bad)).textures.skin?.hash, hash)
    await assert.rejects(keepTexture(context, operator, hash), refusedAs('unknown report'))
    await assert.rejects(keepReported(context, operator, first?.id ?? ''), refusedAs('unknown report'))
    const own = await ownReports(context, await stored(reporter))
    assert.deepEqual(
      own.reports.map(({ state, player }) => [state, player.name]),
      [['kept', bad.username]],
    )

    await report(reporter, 'it is still there')
    await takeDownTexture(context, operator, hash, { reason: 'not here' })
    await takeDownTexture(context, operator, hash, { reason: 'twice' })
    for (const player of [bad, other]) assert.equal((await stored(player)).textures.skin, undefined)
    assert.equal((await service.get(`/textures/${hash}`)).status, 404)
    const told = await mailsAbout(service, 'texture_taken_down')
    assert.deepEqual(told.map(({ to }) => to).sort(), [bad.email, other.email].sort())
    assert.deepEqual(told[0]?.notice, { about: 'texture_taken_down', texture: 'skin', reason: 'not here' })
    const closed = await reportQueue(context, { state: 'closed' })
    assert.equal(closed.entries[0]?.reportCount, 3)
    assert.deepEqual(closed.entries[0]?.takenDown?.canRestore, true)
    const states = (await ownReports(context, await stored(reporter))).reports.map(({ state }) => state)
    assert.deepEqual(states.sort(), ['kept', 'taken_down'])
    const audited = await context.db.query
      .selectFrom('audit_entry')
      .select(['event', 'details'])
      .where('event', 'like', 'texture.%')
      .where('event', 'not like', '%.set')
      .orderBy('id')
      .execute()
    assert.deepEqual(audited.map(({ event }) => event.replace('texture.', '')).sort(), [
      'kept',
      'reported',
      'reported',
      'reported',
      'taken_down',
    ])
    const taken = audited.find(({ event }) => event === 'texture.taken_down')
    assert.deepEqual(JSON.parse(taken?.details ?? ''), {
      texture: 'skin',
      hash,
      worn: 2,
      reason: 'not here',
    })
  })

  test('no form of the same pixels is taken again, by any route, until it is restored', async () => {
    const service = await start()
    const { context, account, stored } = service
    const player = await account()
    const small = makePng(22, 17, noise(2))
    const cape = await wears(service, player, 'cape', small)
    await hideCape(context, actorOf(player), player.id)
    const skin = await wears(service, player, 'skin', makePng(64, 64, noise(3)))
    await wears(service, player, 'skin', makePng(64, 64, noise(4)))
    const old = await wears(service, player, 'skin', makePng(64, 32, noise(5)))
    for (const hash of [cape, skin, old]) await takeDownTexture(context, operator, hash)

    const after = await stored(player)
    assert.deepEqual([after.hiddenCape, after.textures.skin], [undefined, undefined])
    const again = refusedAs('texture_taken_down')
    const padded: Paint = (x, y) => (x < 22 && y < 17 ? noise(2)(x, y) : [0, 0, 0, 0])
    const asSkin = { skin: { png: makePng(64, 64, noise(3)), model: 'slim' as const } }
    for (const by of [operator, actorOf(player)]) {
      await assert.rejects(setTexture(context, by, player.id, 'cape', small), again)
      await assert.rejects(setTexture(context, by, player.id, 'cape', makePng(64, 32, padded)), again)
      await assert.rejects(setTexture(context, by, player.id, 'skin', makePng(64, 32, padded)), again)
      await assert.rejects(setTexture(context, by, player.id, 'cape', makePng(64, 32, noise(5))), again)
      await assert.rejects(setTextures(context, by, player.id, asSkin), again)
    }
    await assert.rejects(
      setFormerSkin(context, actorOf(player), player.id, skin),
      refusedAs('texture_unknown'),
    )
    const token = await service.signIn(player)
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(makePng(64, 64, noise(3)))], { type: 'image/png' }), 'x.png')
    const launcher = await service.request(`/api/user/profile/${player.id}/skin`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    assert.deepEqual(
      [launcher.status, launcher.json.error, launcher.json.errorMessage],
      [403, 'ForbiddenOperationException', 'This picture was taken down.'],
    )

    service.advance(29 * day)
    await sweep(context)
    await restoreTexture(context, operator, skin)
    await restoreTexture(context, operator, old)
    assert.equal(
      createHash('sha256')
        .update((await textureByHash(context.db, skin))?.png ?? '')
        .digest('hex'),
      skin,
    )
    assert.equal((await stored(player)).textures.skin, undefined)
    await setFormerSkin(context, actorOf(player), player.id, old)
    assert.equal((await stored(player)).textures.skin?.hash, old)
    assert.equal((await service.get(`/textures/${old}`)).status, 200)
    service.advance(2 * day)
    await sweep(context)
    await assert.rejects(restoreTexture(context, operator, cape), refusedAs('unknown hidden-texture'))
    await assert.rejects(setTexture(context, operator, player.id, 'cape', small), again)
  })

  test('a report of nothing, of oneself or without a reason is refused, and so are too many', async () => {
    const service = await start()
    const { context, account, stored } = service
    const [bad, reporter] = [await account(), await account()]
    const from = await stored(reporter)
    const report = (player: string, reason = 'bad picture', kind: 'skin' | 'cape' = 'skin') =>
      reportTexture(context, actorOf(reporter), from, { player, kind, reason })
    await assert.rejects(report(bad.username), refusedAs('report_nothing_worn'))
    await assert.rejects(report('nobody_at_all'), refusedAs('account_unknown'))
    await assert.rejects(report(bad.email), refusedAs('account_unknown'))
    await assert.rejects(report(reporter.username), refusedAs('report_own'))
    await wears(service, bad, 'skin', makePng(64, 64, noise(1)))
    for (const reason of ['', 'no', ' a ', 'x'.repeat(1001), 'a\u202eb c', 'a\u0000bc'])
      await assert.rejects(
        report(bad.username, reason),
        refusedAs('malformed reason'),
        JSON.stringify(reason),
      )
    await report(`  ${bad.id} `, 'x'.repeat(1000))
    const others = await Promise.all(Array.from({ length: 20 }, () => account()))
    let reported = 1
    for (const [number, other] of others.entries()) {
      await wears(service, other, 'skin', makePng(64, 64, noise(10 + number)))
      await report(other.username).then(
        () => reported++,
        (error: unknown) => assert.ok(refusedAs('too_many_reports')(error), String(error)),
      )
    }
    assert.equal(reported, 20)
    service.advance(day)
    const full = Array.from({ length: maxOpenReports.account - reported }, (_, number) => ({
      id: `f${number}`,
      subject: `f${number}`,
      hash: null,
      kind: 'skin' as const,
      model: null,
      player_id: bad.id,
      player_name: 'x',
      is_visitor: 0 as const,
      reporter_id: reporter.id,
      is_system: 0 as const,
      reason: 'x',
      state: 'open' as const,
      at: 1,
      decided_by: null,
      decided_at: null,
    }))
    await context.db.query.insertInto('texture_report').values(full).execute()
    await assert.rejects(report(others.at(-1)?.username ?? ''), refusedAs('too_many_reports'))
  })

  test('many accounts of one network do not fill the queue, and others still find room', async () => {
    const service = await start()
    const { context, account, stored } = service
    const worn = await Promise.all(Array.from({ length: 20 }, () => account()))
    for (const [number, player] of worn.entries())
      await setTexture(context, operator, player.id, 'skin', makePng(64, 64, noise(number)))
    const report = async (reporter: { id: string }, address: string, player: string) => {
      const from = await stored(reporter)
      const given = { player, kind: 'skin', reason: 'bad picture' } as const
      await reportTexture(context, accountActor(from, address), from, given)
    }
    let reported = 0
    for (let number = 0; number < 4; number++) {
      const crowd = await account()
      for (const { username } of worn)
        await report(crowd, '192.0.2.7', username).then(
          () => reported++,
          (error: unknown) => assert.ok(refusedAs('too_many_reports')(error), String(error)),
        )
    }
    assert.equal(reported, 60)
    const [first] = worn
    await report(await account(), '198.51.100.9', first?.username ?? '')
    const { entries } = await reportQueue(context)
    assert.equal(entries.length, 20, 'a texture once, however many reported it')
  })

  test('the queue has a texture once, 24 a page, and a reported file is kept if nobody wears it any longer', async () => {
    const service = await start()
    const { context, account, stored } = service
    const [player, reporter] = [await account(), await account()]
    const from = await stored(reporter)
    const hashes: string[] = []
    for (let number = 0; number < 26; number++) {
      service.advance(3 * 60_000)
      hashes.push(await wears(service, player, 'skin', makePng(64, 64, noise(number))))
      const given = { player: player.username, kind: 'skin' as const, reason: 'bad picture' }
      await reportTexture(context, actorOf(reporter), from, given)
    }
    const first = await reportQueue(context)
    const second = await reportQueue(context, { after: first.next })
    assert.deepEqual([first.entries.length, second.entries.length, second.next], [24, 2, undefined])
    assert.deepEqual(
      [...first.entries, ...second.entries].map(({ hash }) => hash),
      hashes,
    )
    assert.equal(first.entries[0]?.worn, 0)
    assert.ok(await textureByHash(context.db, hashes[0] ?? ''))
    await keepTexture(context, operator, hashes[0] ?? '')
    assert.equal((await reportQueue(context, { state: 'closed' })).entries[0]?.hash, hashes[0])
    service.advance(91 * day)
    await sweep(context)
    assert.deepEqual((await reportQueue(context, { state: 'closed' })).entries, [])
  })

  test('suspended uploads keep a player from uploading, and from nothing else', async () => {
    const service = await start()
    const { context, account, stored } = service
    const player = await account()
    const one = await wears(service, player, 'skin', makePng(64, 64, noise(1)))
    await wears(service, player, 'skin', makePng(64, 64, noise(2)))
    await suspendUploads(context, operator, await stored(player), { reason: 'three bad skins' })
    await assert.rejects(
      wears(service, player, 'skin', makePng(64, 64, noise(3))),
      refusedAs('uploads_suspended'),
    )
    await assert.rejects(
      wears(service, player, 'cape', makePng(64, 32, noise(3))),
      refusedAs('uploads_suspended'),
    )
    await setFormerSkin(context, actorOf(player), player.id, one)
    await setTexture(context, operator, player.id, 'skin', makePng(64, 64, noise(4)))
    assert.deepEqual((await stored(player)).uploadsSuspension?.reason, 'three bad skins')
    const [mail] = await mailsAbout(service, 'uploads_suspended')
    assert.deepEqual([mail?.to, mail?.notice.reason], [player.email, 'three bad skins'])
    await allowUploads(context, operator, await stored(player))
    await wears(service, player, 'skin', makePng(64, 64, noise(3)))
    assert.equal((await mailsAbout(service, 'uploads_allowed')).length, 1)
  })

  test('a picture that resembles one that was taken down is accepted, and is in the queue once', async () => {
    const service = await start()
    const { context, account } = service
    const [bad, copies] = [await account(), await account()]
    const hash = await wears(service, bad, 'skin', makePng(64, 64, noise(1)))
    await takeDownTexture(context, operator, hash)
    const changed =
      (at: number): Paint =>
      (x, y) =>
        x === 10 + at && y === 10 ? [255, 0, 255, 255] : noise(1)(x, y)
    await wears(service, copies, 'skin', makePng(64, 64, noise(77)))
    assert.deepEqual((await reportQueue(context)).entries, [])
    for (let at = 0; at < 8; at++) {
      for (const by of [copies, bad]) {
        if (at === 0 || by === copies) await wears(service, by, 'skin', makePng(64, 64, changed(at % 6)))
      }
    }
    const { entries } = await reportQueue(context)
    assert.equal(entries.length, 5)
    assert.deepEqual(
      entries[0]?.reports.map(({ reporter, reason }) => [reporter, reason]),
      [['system', 'Resembles a picture that was taken down']],
    )
    const [first] = entries
    await keepTexture(context, operator, first?.subject ?? '')
    await wears(service, copies, 'skin', makePng(64, 64, changed(0)))
    assert.ok(!(await reportQueue(context)).entries.some(({ hash }) => hash === first?.hash))
  })
})
