import { parseUuid } from '../../lib/crypto/uuid.ts'
import { fold } from '../../lib/text/fold.ts'
import { type Account, maxLoginLength } from '../../model/accounts/account.ts'
import {
  type AccountPlace,
  type AccountState,
  countAccounts,
  findsParts,
  minPartLength,
  searchedAccounts,
  type WantedText,
} from '../../storage/accounts/account-search.ts'
import { accountByKey } from '../../storage/accounts/accounts.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import type { Context, ReadContext } from '../context.ts'
import { toAccount } from './account-row.ts'

/** The states that a list can be limited to. */
export { accountStates } from '../../storage/accounts/account-search.ts'

/** Returns true if the text is too short for the index of parts. */
export const isShort = (text: string): boolean => Array.from(searchable(text)).length < minPartLength

export interface AccountSearch {
  /** Part of the username or email address in any letter case, or a UUID. */
  text?: string | undefined
  /** If true, email addresses are not searched: their parts would tell what they are. */
  isOfNames?: boolean | undefined
  /** Only accounts in this state are returned. */
  state?: AccountState | undefined
  /** Only the characters of this account are returned. */
  owner?: string | undefined
  /** The page after or before this place, as returned in an earlier answer. If both are given, `after` is used. */
  after?: string | undefined
  before?: string | undefined
  limit: number
}

export interface FoundAccounts {
  accounts: Account[]
  /**
   * True if only the beginnings of names and addresses were searched, because the text has less than three characters
   * or there is no index of parts.
   */
  isByBeginning: boolean
  /** The value for `after` to get the next page, or undefined if this is the last one. */
  next: string | undefined
  /** The value for `before` to get the previous page, or undefined if this is the first one. */
  previous: string | undefined
}

/** Searches accounts and returns one page, the newest first. docs/decisions/0047-account-search.md has its costs. */
export async function searchAccounts(context: ReadContext, search: AccountSearch): Promise<FoundAccounts> {
  const { clock, db } = context
  const text = searchable(search.text ?? '')
  const id = parseUuid(text)
  if (id !== undefined) return byId(context, id, search)
  const { limit } = search
  const [after, before] = [placeOf(search.after), placeOf(search.before)]
  const isBackwards = after === undefined && before !== undefined
  const wanted = text === '' ? undefined : await wantedText(db, text, search.isOfNames ?? false)
  const now = clock()
  const rows = await searchedAccounts(db, {
    wanted,
    state: search.state,
    owner: search.owner,
    now,
    from: after ?? before,
    isBackwards,
    // One more row shows whether there is another page.
    limit: limit + 1,
  })
  const hasMore = rows.length > limit
  const shown = hasMore ? (isBackwards ? rows.slice(1) : rows.slice(0, -1)) : rows
  const hasNext = isBackwards || hasMore
  const hasPrevious = isBackwards ? hasMore : after !== undefined
  return {
    accounts: shown.map((row) => toAccount(row, now)),
    isByBeginning: wanted?.isBeginning ?? false,
    next: hasNext ? textOf(shown.at(-1)) : undefined,
    previous: hasPrevious ? textOf(shown[0]) : undefined,
  }
}

/** Removes control characters and lone surrogates, which no name or address contains and PostgreSQL may reject. */
const searchable = (text: string): string =>
  fold(
    text
      .slice(0, maxLoginLength)
      .replaceAll(/[\p{Cc}\p{Cs}]/gu, '')
      .trim(),
  )

/** Parses a place. Text that no answer has contained is ignored. */
function placeOf(text = ''): AccountPlace | undefined {
  const [, at = '', id = ''] = /^([0-9a-f]{1,12})\.([0-9a-f]{32})$/.exec(text) ?? []
  return id === '' ? undefined : { createdAt: Number.parseInt(at, 16), id }
}

const textOf = (row: AccountRow | undefined): string | undefined =>
  row && `${Math.max(row.created_at, 0).toString(16)}.${row.id}`

/** A list says how many accounts there are, not more exactly than this. */
const counted = 10_000

/** Returns the number of accounts without their characters, and whether there are more than that. */
export async function numberOfAccounts({ db }: Pick<ReadContext, 'db'>) {
  const count = await countAccounts(db, counted + 1)
  return { count: Math.min(count, counted), isMore: count > counted }
}

async function wantedText(db: Context['db'], text: string, isOfNames: boolean): Promise<WantedText> {
  return { text, isOfNames, isBeginning: isShort(text) || !(await findsParts(db)) }
}

async function byId(
  { clock, db }: ReadContext,
  id: string,
  { state, owner }: AccountSearch,
): Promise<FoundAccounts> {
  const row = await accountByKey(db, { column: 'id', value: id })
  const account = row && toAccount(row, clock())
  const isWanted = (found: Account) =>
    (state === undefined || isIn(found, state)) && (owner === undefined || found.ownerId === owner)
  return {
    accounts: account && isWanted(account) ? [account] : [],
    isByBeginning: false,
    next: undefined,
    previous: undefined,
  }
}

function isIn({ deletesAt, roles, suspension }: Account, state: AccountState): boolean {
  if (state === 'suspended') return suspension !== undefined
  return state === 'leaving' ? deletesAt !== undefined : roles.length > 0
}
