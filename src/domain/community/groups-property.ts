import type { Profile } from '../../model/accounts/account.ts'
import type { PictureContext, ReadContext } from '../context.ts'

/** Returns the property that tells a game server, which has asked for it, the groups of a player who has joined. */
export const groupsProperty = (
  { clock, texturesProperties }: ReadContext & PictureContext,
  { id: profileId }: Profile,
  { groups, server }: { groups: readonly string[]; server: string },
) => texturesProperties.statement('norn_groups', { profileId, timestamp: clock(), server, groups }, true)
