import { first, type Queries, type Transaction, writes } from '../engine/database.ts'
import { inserts } from '../engine/rows.ts'
import type { InviteRow } from '../schema/schema.ts'

export const insertInvite = inserts('invite')

/** Returns the invites, the newest first. */
export function invites(db: Queries): Promise<InviteRow[]> {
  return db.query.selectFrom('invite').selectAll().orderBy('created_at', 'desc').orderBy('id').execute()
}

export function deleteInvite(tx: Transaction, code: string): Promise<InviteRow | undefined> {
  return tx.query.deleteFrom('invite').where('code', '=', code).returningAll().executeTakeFirst()
}

// An update that changes nothing locks the row, so that of two concurrent requests the second sees what the first has
// taken.
const lock = writes<InviteRow>(
  'lock_invite',
  `update invite set uses = uses where code = $1 and uses > 0 and (expires_at is null or expires_at > $2)
   returning *`,
)

/** Returns the invite, locked until the transaction ends, if it allows one more registration than those that wait. */
export async function inviteLeft(tx: Transaction, code: string, now: number): Promise<InviteRow | undefined> {
  const invite = await first(tx, lock, [code, now])
  if (!invite) return undefined
  const { waiting } = await tx.query
    .selectFrom('registration')
    .select((row) => row.fn.countAll<number>().as('waiting'))
    .where('invite_id', '=', invite.id)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return waiting < invite.uses ? invite : undefined
}

/** Counts one use. Does nothing if the invite was revoked meanwhile. */
export async function useInvite(tx: Transaction, id: string): Promise<void> {
  await tx.query
    .updateTable('invite')
    .set((row) => ({ uses: row('uses', '-', 1) }))
    .where('id', '=', id)
    .where('uses', '>', 0)
    .execute()
}
