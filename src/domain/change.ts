import type { Actor } from '../model/accounts/actor.ts'
import { mayAs } from '../model/accounts/role.ts'
import { taken } from '../model/errors/families.ts'
import type { NounName } from '../model/errors/nouns.ts'
import { type Refusal, Refused } from '../model/errors/refusal.ts'
import type { AuditEvent } from '../model/records/audit.ts'
import { lockAccount } from '../storage/accounts/accounts.ts'
import { lockApiToken } from '../storage/credentials/api-tokens.ts'
import { sessionByDigest } from '../storage/credentials/web-sessions.ts'
import { type Transaction, UniqueViolation } from '../storage/engine/database.ts'
import { toAccount } from './accounts/account-row.ts'
import { recordAll } from './audit/record.ts'
import type { ChangeContext } from './context.ts'

/** The result of a change and its events for the audit log. There are no events if `work` changed nothing. */
export interface ChangeResult {
  events: readonly AuditEvent[]
}

/**
 * Every change goes through this function. It runs `work` in a transaction, records the events that `work` returns, and
 * notifies the owner of the account as `noticeRules` says. Either all of it is written or nothing. Resolves to the
 * `result`. Throws Refused `session_ended` or `api_token_invalid` if the actor's session or token has ended since the
 * request began, and `character_suspended` for a character that nobody may change.
 */
export function change<Result>(
  context: ChangeContext,
  by: Actor,
  work: (tx: Transaction) => Promise<ChangeResult & { result: Result }>,
): Promise<Result>
export function change(
  context: ChangeContext,
  by: Actor,
  work: (tx: Transaction) => Promise<ChangeResult>,
): Promise<void>
export function change(
  context: ChangeContext,
  by: Actor,
  work: (tx: Transaction) => Promise<ChangeResult & { result?: unknown }>,
): Promise<unknown> {
  return context.db.transaction(async (tx) => {
    await lockActor(context, tx, by)
    const { events, result } = await work(tx)
    await recordAll(context, tx, by, events)
    return result
  })
}

/** Handles the error of a change that gives something a name or an address: throws Refused if another has it. */
export const ifTaken =
  (reason: Refusal) =>
  (error: unknown): never => {
    throw error instanceof UniqueViolation ? new Refused(reason, { cause: error }) : error
  }

/** Handles the error of a change that gives a thing of administrators its name: throws Refused `taken`. */
export const ifTakenBy =
  (noun: NounName) =>
  (error: unknown): never => {
    throw error instanceof UniqueViolation ? taken(noun, error) : error
  }

/**
 * Checks that the actor may still act, and locks their credential until the transaction ends. A request may have waited
 * to hash a password while the owner recovered the account or an operator revoked the token, and must not take effect
 * afterwards. Throws Refused `session_ended`, `role_missing`, `api_token_invalid`, and those of `lockCharacter`.
 */
async function lockActor(context: ChangeContext, tx: Transaction, by: Actor): Promise<void> {
  const { clock } = context
  const { kind, id, session, role, character } = by
  if (id === undefined) return
  if (kind === 'api' && !(await lockApiToken(tx, id, clock()))) throw new Refused('api_token_invalid')
  if (session === undefined) return
  await lockAccount(tx, id)
  const row = await sessionByDigest(tx, session, clock())
  if (!row) throw new Refused('session_ended', { about: { id } })
  if (role && !mayAs(toAccount(row, clock()), role)) throw new Refused('role_missing', { about: { id } })
  if (character) await lockCharacter(context, tx, id, character)
}

/**
 * Locks the character that its account changes, after the account. Throws Refused `account_unknown` if it has become
 * somebody else's, and `character_suspended`.
 */
async function lockCharacter(
  { clock }: ChangeContext,
  tx: Transaction,
  ownerId: string,
  { id, mayBeSuspended }: NonNullable<Actor['character']>,
): Promise<void> {
  const row = await lockAccount(tx, id)
  if (row?.owner_id !== ownerId) throw new Refused('account_unknown', { about: { id } })
  if (!mayBeSuspended && toAccount(row, clock()).suspension) {
    throw new Refused('character_suspended', { about: { id } })
  }
}
