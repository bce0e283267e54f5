// The link in the email to the former address, which gives the account this address back
// (docs/decisions/0101-what-gives-access.md).
import { fold } from '../../lib/text/fold.ts'
import { bedrock } from '../../model/community/bedrock.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { updateAccount } from '../../storage/accounts/accounts.ts'
import { deleteEmailChanges } from '../../storage/accounts/email-changes.ts'
import { linkedPlayersOfPlayers } from '../../storage/community/linked-players.ts'
import { endCredentials } from '../../storage/credentials/end-credentials.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { bedrockLinksOfPlayers } from '../../storage/game/bedrock-links.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import {
  deleteUndosOf,
  hasCodesUndo,
  hasEmailUndo,
  insertChangeUndo,
} from '../../storage/sign-in/change-undos.ts'
import { passkeysOf } from '../../storage/sign-in/passkeys.ts'
import { toAccount } from '../accounts/account-row.ts'
import { unlinkFromAnyIn } from '../linking/unlink.ts'
import { removePasskeysIn } from '../passkeys/passkeys.ts'
import { removeCodes } from './undo-codes.ts'
import { turnAppOff } from './undo-factor.ts'
import { newUndoLink, type UndoDeps } from './undo-links.ts'

/**
 * Makes a link with which the owner of the former address gets it back. Returns a function that seals the link's token
 * for the email to that address. Returns undefined if the account had none, or if an earlier address has such a link:
 * otherwise a thief who changed the address first could undo what its owner does about it.
 */
export async function offerEmailUndo(
  context: UndoDeps,
  tx: Transaction,
  { id, email }: Pick<AccountRow, 'id' | 'email'>,
): Promise<((mailId: string) => string) | undefined> {
  const since = context.clock()
  if (email === null || (await hasEmailUndo(tx, id, since))) return undefined
  const { digest, expiresAt, sealToken } = await newUndoLink(context, tx)
  const change = { email, neighbour_id: null, player_id: null, app_password_id: null, provider: null, since }
  await insertChangeUndo(tx, { digest, account_id: id, ...change, expires_at: expiresAt })
  return sealToken
}

/**
 * Gives the account its former address back, removes what was added to it since, whose emails went to the other
 * address, and ends all tokens, grants, pending joins, and other such links since. Throws UniqueViolation if another account
 * has the address.
 */
export async function undoEmailIn(
  tx: Transaction,
  row: AccountRow,
  { email, since, now }: { email: string; since: number; now: number },
): Promise<AuditEvent[]> {
  const { id } = row
  const email_folded = fold(email)
  await endCredentials(tx, id)
  await updateAccount(tx, id, { email, email_folded, email_confirmed: email_folded })
  await deleteEmailChanges(tx, id)
  const hasNewCodes = row.totp_secret !== null && (await hasCodesUndo(tx, id, since))
  await deleteUndosOf(tx, id, since)
  const passkeys = (await passkeysOf(tx, id)).filter(({ created_at }) => created_at >= since)
  const players = (await linkedPlayersOfPlayers(tx, id)).filter(({ at }) => at >= since)
  const ofBedrock = (await bedrockLinksOfPlayers(tx, id)).filter(({ at }) => at >= since)
  const hasNewApp = row.totp_secret !== null && (row.totp_since ?? 0) >= since
  // With the app its codes go.
  const hasCodesOnly = hasNewCodes && !hasNewApp
  return [
    { event: 'account.email_changed', account: id, details: {}, owner: toAccount(row, now) },
    ...(hasNewApp ? await turnAppOff(tx, id) : []),
    ...(hasCodesOnly ? await removeCodes(tx, id) : []),
    ...(await removePasskeysIn(
      tx,
      row,
      passkeys.map((passkey) => passkey.id),
    )),
    ...(await unlinkFromAnyIn(tx, [
      ...players.map(({ neighbour_id: neighbour, uuid, account_id: of }) => ({ neighbour, id: uuid, of })),
      ...ofBedrock.map(({ xuid, account_id: of }) => ({ neighbour: bedrock, id: xuid, of })),
    ])),
  ]
}
