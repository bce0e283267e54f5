// The links in emails about lasting changes, which undo them for a day.
import { accountActor } from '../../model/accounts/actor.ts'
import { originOf } from '../../model/community/bedrock.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { lockAccount } from '../../storage/accounts/accounts.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { changeToUndo, deleteChangeUndo } from '../../storage/sign-in/change-undos.ts'
import { factorToUndo } from '../../storage/sign-in/factor-undos.ts'
import { change, ifTaken } from '../change.ts'
import type { ChangeContext, ReadContext } from '../context.ts'
import { undoAppPasswordIn } from './undo-app-password.ts'
import { undoCodesIn } from './undo-codes.ts'
import { undoEmailIn } from './undo-email.ts'
import { undoFactorIn } from './undo-factor.ts'
import { undoIdentityIn } from './undo-identity.ts'
import { digestOfUndo } from './undo-links.ts'
import { undoPlayerIn } from './undo-player.ts'

/** The change that a link would undo. */
export type Undoable = { username: string } & (
  | { what: 'app' | 'passkey' | 'codes' | 'email' }
  | { what: 'player'; name: string; neighbour: string }
  | { what: 'appPassword'; name: string }
  | { what: 'identity'; name: string; provider: string }
)

/** Returns the account and what a link would undo, or undefined if the link is no longer valid. */
export async function undoable({ clock, db }: ReadContext, token: string): Promise<Undoable | undefined> {
  const digest = digestOfUndo(token)
  const factor = await factorToUndo(db, digest, clock())
  if (factor) {
    return { username: factor.username, what: factor.undone_passkey === null ? 'app' : 'passkey' }
  }
  const row = await changeToUndo(db, digest, clock())
  if (!row) return undefined
  const { username, undone_neighbour: neighbour, undone_name: name, undone_app_name: appPassword } = row
  if (appPassword !== null) return { username, what: 'appPassword', name: appPassword }
  const { undone_provider: provider, undone_identity: identity } = row
  if (provider !== null) return { username, what: 'identity', name: identity ?? '', provider }
  if (row.undone_email !== null) return { username, what: 'email' }
  if (neighbour === null || name === null) return { username, what: 'codes' }
  const origin = originOf({ neighbour, id: row.undone_player ?? '' })
  return { username, what: 'player', name, neighbour: origin }
}

/** Undoes a change, and ends all credentials of the account. Throws Refused `link_dead`, `email_taken`. */
export async function undo(context: ChangeContext, token: string, address: string): Promise<void> {
  const { clock, db } = context
  const digest = digestOfUndo(token)
  const owner = (await factorToUndo(db, digest, clock())) ?? (await changeToUndo(db, digest, clock()))
  if (!owner) throw new Refused('link_dead')
  await change(context, accountActor(owner, address), async (tx) => {
    if (owner.owner_id !== null) await lockAccount(tx, owner.owner_id)
    await lockAccount(tx, owner.id)
    const now = clock()
    const events = (await undoFactorIn(tx, digest, now)) ?? (await undoChangeIn(tx, digest, now))
    if (!events) throw new Refused('link_dead')
    return { events }
  }).catch(ifTaken('email_taken'))
}

async function undoChangeIn(tx: Transaction, digest: string, now: number): Promise<AuditEvent[] | undefined> {
  const row = await changeToUndo(tx, digest, now)
  if (!row || !(await deleteChangeUndo(tx, digest))) return undefined
  const { undone_neighbour: neighbour, undone_player: player, undone_email: email, undone_since: since } = row
  const { undone_app_password: id, undone_app_name: name } = row
  if (id !== null) return undoAppPasswordIn(tx, row.id, { id, name: name ?? '' })
  if (row.undone_provider !== null) return undoIdentityIn(tx, row.id, row.undone_provider)
  if (email !== null) return undoEmailIn(tx, row, { email, since, now })
  if (neighbour === null || player === null) return undoCodesIn(tx, row.id)
  return undoPlayerIn(tx, row, { neighbour, id: player })
}
