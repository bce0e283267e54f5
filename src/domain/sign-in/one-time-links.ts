// One-time links with which an administrator lets a player in again (docs/decisions/0067-one-time-links.md).
import { minuteMs } from '../../lib/measure/units.ts'
import { isoTime } from '../../lib/text/instant.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { digestOfLink } from '../../model/accounts/credential.ts'
import { type OneTimeLinkPurpose, oneTimeLinkLifetimeMs } from '../../model/accounts/one-time-link.ts'
import { rolesText } from '../../model/accounts/role.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { accountByOneTimeLink, insertOneTimeLink } from '../../storage/sign-in/one-time-links.ts'
import { toAccount } from '../accounts/account-row.ts'
import { change } from '../change.ts'
import { lockedOwner } from '../characters/account-only.ts'
import type { ChangeContext, ReadContext } from '../context.ts'
import type { StoreAnswer } from '../idempotency.ts'
import { takeFromNetwork } from '../registration/network-budget.ts'
import { isPasswordGood } from './password.ts'

const tokenBytes = 16

/** The number of invalid links that one network may open. */
export const deadLinks = { size: 60, refillMs: minuteMs }

interface WantedLink {
  purpose: OneTimeLinkPurpose
  /** Epoch milliseconds; after a day unless given. */
  expiresAt?: number | undefined
}

/** A new link. Its token is known only now, because the database has only a digest. */
export interface MadeOneTimeLink {
  token: string
  /** Epoch milliseconds. */
  expiresAt: number
}

/** Returns true if a link for this purpose leads to something: the one for a second factor asks for the password. */
export const isOneTimeLinkGood = (
  context: Pick<ReadContext, 'config'>,
  account: Pick<Account, 'roles'>,
  purpose: OneTimeLinkPurpose,
): boolean => isPasswordGood(context, account, purpose !== 'second-factor')

/**
 * Makes a link that replaces the account's current one. It becomes invalid when all credentials of the account end,
 * when the account's password, second factor or roles change, and when `by` loses the right to make links. Throws
 * Refused `link_too_long`, `link_of_suspended`, `link_password_off`, `account_only`, `account_unknown`.
 */
export function createOneTimeLink(
  context: ChangeContext,
  by: Actor,
  account: Account,
  wanted: WantedLink,
  keep?: StoreAnswer<MadeOneTimeLink>,
): Promise<MadeOneTimeLink> {
  return change(context, by, async (tx) => {
    const { link, events } = await createOneTimeLinkIn(context, tx, by, account, wanted)
    await keep?.(tx, link)
    return { events, result: link }
  })
}

/**
 * Makes a link like `createOneTimeLink` as part of a larger change and returns the events. Throws Refused `link_too_long`,
 * `link_of_suspended`, `link_password_off`, `account_only`, `account_unknown`.
 */
export async function createOneTimeLinkIn(
  context: ChangeContext,
  tx: Transaction,
  by: Actor,
  { id }: Pick<Account, 'id'>,
  { purpose, expiresAt }: WantedLink,
): Promise<{ link: MadeOneTimeLink; events: AuditEvent[] }> {
  const { clock, random } = context
  const now = clock()
  const link = {
    token: random.bytes(tokenBytes).toString('base64url'),
    expiresAt: expiresAt ?? now + oneTimeLinkLifetimeMs.default,
  }
  if (link.expiresAt > now + oneTimeLinkLifetimeMs.most)
    throw new Refused('link_too_long', { field: 'expiresAt' })
  const row = await lockedOwner(tx, id)
  const account = toAccount(row, now)
  if (account.suspension) throw new Refused('link_of_suspended', { about: account })
  if (!isOneTimeLinkGood(context, account, purpose))
    throw new Refused('link_password_off', { about: account })
  await insertOneTimeLink(tx, {
    digest: digestOfLink('one-time', link.token),
    account_id: id,
    purpose,
    credentials_version: row.credentials_version,
    secrets_version: row.secrets_version,
    roles: rolesText(account.roles) ?? '',
    maker_kind: by.kind,
    maker_id: by.id ?? null,
    expires_at: link.expiresAt,
  })
  const details = { for: purpose, until: isoTime(link.expiresAt) }
  return { link, events: [{ event: 'link.created', account: id, details }] }
}

/**
 * Returns the account and the purpose of a link. Invalid links are charged to the network of `address`, but a valid one
 * always works. Throws Refused `link_dead`, `too_many_links`.
 */
export async function openOneTimeLink(
  context: ReadContext,
  token: string,
  address: string,
): Promise<{ account: Account; purpose: OneTimeLinkPurpose }> {
  const { clock, db } = context
  const now = clock()
  const row = await accountByOneTimeLink(db, digestOfLink('one-time', token), now)
  const account = row && toAccount(row, now)
  if (account && isOneTimeLinkGood(context, account, row.purpose)) return { account, purpose: row.purpose }
  throw await deadLink(context, address)
}

/** Counts a link or a code that is not good, and returns the refusal: `link_dead`, or `too_many_links` for its network. */
export async function deadLink({ clock, db }: ReadContext, address: string): Promise<Refused> {
  const waitMs = await takeFromNetwork(db, 'links', address, clock(), deadLinks)
  if (waitMs === 0) return new Refused('link_dead')
  return new Refused('too_many_links', { retryAfter: Math.ceil(waitMs / 1000) })
}
