import type { Actor } from '../../model/accounts/actor.ts'
import { type OauthClient, sharedClientId } from '../../model/community/oauth.ts'
import { noSuch } from '../../model/errors/families.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { clientFields } from '../../model/fields/client.ts'
import { withChanges } from '../../model/fields/field.ts'
import { deleteWaiting } from '../../storage/oauth/artifacts.ts'
import { clientById, updateClient } from '../../storage/oauth/clients.ts'
import { change } from '../change.ts'
import { requireGroups } from '../community/groups.ts'
import type { ChangeContext } from '../context.ts'
import { type ClientChanges, checkClientFields } from './client-fields.ts'
import { columnsOf, toClient } from './clients.ts'
import { endTokensOfOthers } from './membership.ts'

/** The fields that decide where a code goes and who can use it. */
const decidesAboutCodes: readonly string[] = ['redirect_uris', 'pkce'] satisfies (keyof ClientChanges)[]

/**
 * Changes the given fields of a client. Its id, secret, consents and tokens stay. Sign-ins that wait for an answer
 * to an earlier address, and codes that were sent there, end, and so do access tokens of players who are in none of
 * newly named groups. Throws Refused as `createClient` does, and `unknown`, `client_shared`.
 */
export function changeClient(
  context: ChangeContext,
  by: Actor,
  clientId: string,
  fields: ClientChanges,
): Promise<OauthClient> {
  return change(context, by, async (tx) => {
    const row = await clientById(tx, clientId)
    if (!row) throw noSuch('client')
    if (clientId === sharedClientId) throw new Refused('client_shared')
    const before = toClient(row)
    checkClientFields(fields, before.public)
    // A deleted group may stay in the list, because removing the last one would open the application to everybody.
    await requireGroups(tx, fields.groups?.filter((group) => !before.groups.includes(group)) ?? [])
    const columns = columnsOf(withChanges(clientFields, before, fields))
    const result = toClient({ ...row, ...columns })
    const changed = Object.keys(fields).filter(
      (field) => shown(result[field as keyof ClientChanges]) !== shown(before[field as keyof ClientChanges]),
    )
    if (changed.length === 0) return { events: [], result }
    await updateClient(tx, clientId, columns)
    if (changed.some((field) => decidesAboutCodes.includes(field))) await deleteWaiting(tx, clientId)
    if (changed.includes('groups')) await endTokensOfOthers(tx, clientId, result.groups)
    const details = { id: clientId, name: result.client_name, changed }
    return { events: [{ event: 'client.changed', account: null, details }], result }
  })
}

const shown = (value: string | readonly string[] | undefined): string => JSON.stringify(value)
