// A guild at the stand-in of Discord, and accounts that are linked to its members.
import type { TestContext } from 'node:test'
import { createGroup } from '../../src/domain/community/groups.ts'
import { askMembers, type Sync } from '../../src/domain/providers/sync.ts'
import { systemActor } from '../../src/model/accounts/actor.ts'
import { fixedServers } from '../../src/state/providers/presets.ts'
import { botTokenPlace } from '../../src/storage/schema/encryption.ts'
import type { ProviderRow } from '../../src/storage/schema/rows/providers.ts'
import { operator, type RunningService, type TestAccount } from '../service.ts'
import { addProvider } from '../web/provider.ts'
import { type StandIns, startStandIns } from './stand-ins.ts'

export const staffRole = '80351110224678901'

export interface Guild {
  all: StandIns
  /** The path of a request about somebody. */
  placeOf(subject: string): string
}

/** Adds Discord as `discord`, with a guild, the token of a bot and a map: a role makes staff, and being there members. */
export async function startGuild(
  t: TestContext,
  service: RunningService,
  given: Partial<ProviderRow> = {},
): Promise<Guild> {
  const all = await startStandIns()
  t.after(() => all.close())
  all.turn(t)
  for (const name of ['staff', 'members']) await createGroup(service.context, operator, { name })
  await addProvider(service, 'https://discord.com', {
    name: 'discord',
    preset: 'discord',
    server: JSON.stringify(fixedServers.discord),
    title: 'Discord',
    is_private: 0,
    guild: all.guild.id,
    bot_token: service.context.secrets.seal(botTokenPlace('discord'), all.guild.botToken),
    group_map: JSON.stringify({ [staffRole]: 'staff', member: 'members' }),
    ...given,
  })
  const placeOf = (subject: string) => `discord.com/api/v10/guilds/${all.guild.id}/members/${subject}`
  return { all, placeOf }
}

/** Links a new account to a subject. */
export async function linked(service: RunningService, subject: string): Promise<TestAccount> {
  const account = await service.account()
  const row = { provider: 'discord', subject, account_id: account.id, linked_at: service.now() }
  await service.context.db.query.insertInto('linked_identity').values(row).execute()
  return account
}

/** Lets the job ask until nobody is due or somebody has to wait, as time goes by. */
export function askAll(service: RunningService, most = 1000): Promise<Sync> {
  let left = most
  return askMembers(service.context, 'discord', {
    by: systemActor,
    isOver: () => left <= 0,
    pause: async (ms) => {
      left -= 1
      service.advance(ms)
    },
  })
}
