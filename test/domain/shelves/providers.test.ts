// A provider made somebody a member: when it no longer says so, what the group has comes off.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unlinkIdentity } from '../../../src/domain/identities/unlink.ts'
import { removeProvider, setProvider } from '../../../src/domain/providers/providers.ts'
import { addToShelf, shelvesOf } from '../../../src/domain/wardrobe/shelves.ts'
import { wearFromWardrobe } from '../../../src/domain/wardrobe/wear.ts'
import { makePng, noise } from '../../png.ts'
import { askAll, linked, staffRole, startGuild } from '../../providers/guild.ts'
import { onEveryDatabase, operator, type RunningService } from '../../service.ts'

const hour = 3_600_000
const steve = '80351110224678912'

type Guild = Awaited<ReturnType<typeof startGuild>>['all']

const endings: Record<string, (service: RunningService, all: Guild, id: string) => Promise<unknown>> = {
  'a role is lost': async (service, all) => {
    all.guild.roles[steve] = []
    service.advance(6 * hour + 1)
    await askAll(service)
  },
  'the account is unlinked': async (service, _, id) =>
    unlinkIdentity(service.context, operator, await service.stored({ id }), 'discord'),
  'the bot is taken away': ({ context }) => setProvider(context, operator, 'discord', { guild: null }),
  'the provider is removed': ({ context }) => removeProvider(context, operator, 'discord', { force: true }),
}

onEveryDatabase('textures of a group, for members by a provider', (start) => {
  for (const [how, end] of Object.entries(endings))
    test(`comes off when ${how}`, async (t) => {
      const service = await start()
      const { context } = service
      const { all } = await startGuild(t, service)
      const account = await linked(service, steve)
      all.guild.roles[steve] = [staffRole]
      await askAll(service)
      await addToShelf(context, operator, 'staff', { png: makePng(64, 64, noise(1)), name: 'Suit' })
      const [texture] = await shelvesOf(context, await service.stored(account), { limit: 1 })
      await wearFromWardrobe(context, operator, account, texture?.id ?? '')
      assert.ok((await service.stored(account)).textures.skin)
      await end(service, all, account.id)
      const inStaff = context.db.query.selectFrom('group_member').where('group_name', '=', 'staff')
      assert.deepEqual(await inStaff.selectAll().execute(), [])
      assert.equal((await service.stored(account)).textures.skin, undefined)
      assert.deepEqual(await context.db.query.selectFrom('shelf_wearer').selectAll().execute(), [])
    })
})
