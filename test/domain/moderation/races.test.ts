// Taking down at the moment in which somebody puts the texture on, on two instances.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFormerSkin } from '../../../src/domain/game/former-skins.ts'
import { setTexture, uploadTexture } from '../../../src/domain/game/set-textures.ts'
import { reportTexture } from '../../../src/domain/moderation/report.ts'
import { restoreTexture, takeDownTexture } from '../../../src/domain/moderation/take-down.ts'
import type { Actor } from '../../../src/model/accounts/actor.ts'
import { Refused } from '../../../src/model/errors/refusal.ts'
import { isTakenDown } from '../../../src/storage/wardrobe/taken-down.ts'
import { kinds, migrated } from '../../databases.ts'
import { makePng, noise } from '../../png.ts'
import { operator, type RunningService, startService } from '../../service.ts'

const bad = makePng(64, 64, noise(1))

const ownActor = ({ id, username }: { id: string; username: string }): Actor => ({
  kind: 'account',
  id,
  name: username,
})

async function worn({ context }: RunningService, hash: string): Promise<string[]> {
  const rows = await context.db.query
    .selectFrom('account')
    .select('username')
    .where((or) => or.or([or('skin_hash', '=', hash), or('cape_hash', '=', hash)]))
    .execute()
  return rows.map(({ username }) => username)
}

const isRefused = (error: unknown): boolean =>
  error instanceof Refused && ['texture_taken_down', 'texture_unknown'].includes(error.reason)

for (const kind of kinds()) {
  test(`a texture is on no player after it was taken down in the middle of an upload (${kind})`, async (t) => {
    const database = await migrated[kind]()
    const [here, there] = [await startService(database.url), await startService(database.url)]
    t.after(async () => {
      await here.close()
      await there.close()
      await database.drop()
    })
    const [first, second, third] = [await here.account(), await here.account(), await here.account()]
    await uploadTexture(here.context, ownActor(first), first.id, 'skin', bad)
    const hash = (await here.stored(first)).textures.skin?.hash ?? ''
    await uploadTexture(here.context, ownActor(second), second.id, 'skin', bad)
    await setTexture(here.context, ownActor(second), second.id, 'skin', makePng(64, 64, noise(2)))
    const reporter = await here.stored(third)

    for (let round = 0; round < 8; round++) {
      const trying = [
        () => uploadTexture(there.context, ownActor(third), third.id, 'skin', bad),
        () => setFormerSkin(there.context, ownActor(second), second.id, hash),
        () => setTexture(there.context, operator, first.id, 'skin', bad),
        () =>
          reportTexture(there.context, ownActor(third), reporter, {
            player: first.username,
            kind: 'skin',
            reason: `round ${round}`,
          }),
      ]
      const taking = () => takeDownTexture(here.context, operator, hash)
      const order = round % 2 === 0 ? [taking, ...trying] : [...trying, taking]
      const ends = await Promise.allSettled(order.map((work) => work()))
      for (const [at, end] of ends.entries()) {
        if (end.status === 'fulfilled') continue
        const isReport = end.reason instanceof Refused && end.reason.reason.startsWith('report_')
        assert.ok(isRefused(end.reason) || isReport, `round ${round}, ${at}: ${end.reason}`)
      }
      assert.ok(await isTakenDown(here.context.db, hash))
      assert.deepEqual(await worn(here, hash), [], `round ${round}`)
      const open = await here.context.db.query
        .selectFrom('texture_report')
        .select('id')
        .where('hash', '=', hash)
        .where('state', '=', 'open')
        .execute()
      assert.deepEqual(open, [], `round ${round}`)
      assert.equal((await there.get(`/textures/${hash}`)).status, 404)
      await restoreAndWear(here, first, hash)
    }
  })
}

/** Brings the texture back for the next round, worn by its first player again, and asks each instance for it. */
async function restoreAndWear(
  service: RunningService,
  player: { id: string; username: string },
  hash: string,
): Promise<void> {
  await restoreTexture(service.context, operator, hash)
  await setTexture(service.context, operator, player.id, 'skin', bad)
  assert.equal((await service.get(`/textures/${hash}`)).status, 200)
}
