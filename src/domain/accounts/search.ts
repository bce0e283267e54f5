import { parseUuid } from '../../lib/crypto/uuid.ts'
import { fold } from '../../lib/text/fold.ts'
import { type Account, maxLoginLength } from '../../model/accounts/account.ts'
import {
  findsParts,
  minPartLength,
  searchedAccounts,
  type WantedText,
} from '../../storage/accounts/account-search.ts'
import { accountByKey } from '../../storage/accounts/accounts.ts'
import type { Context, ReadContext } from '../context.ts'
import { toAccount } from './account-row.ts'

/** Returns true if the text is too short for the index of parts. */
export const isShort = (text: string): boolean => Array.from(searchable(text)).length < minPartLength

export interface AccountSearch {
  /** Part of the username or email address in any letter case, or a UUID. */
  text?: string | undefined
  /** If true, email addresses are not searched: their parts would tell what they are. */
  isOfNames?: boolean | undefined
  /** If true, only suspended accounts are returned. */
  isSuspended?: boolean | undefined
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

/** Searches accounts and returns one page, in a stable order. docs/decisions/0047-account-search.md has its costs. */
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
    suspendedAt: search.isSuspended ? now : undefined,
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
    next: hasNext ? shown.at(-1)?.place : undefined,
    previous: hasPrevious ? shown[0]?.place : undefined,
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
const placeOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^[0-9a-f]{1,32}$/.test(text) ? text : undefined

async function wantedText(db: Context['db'], text: string, isOfNames: boolean): Promise<WantedText> {
  return { text, isOfNames, isBeginning: isShort(text) || !(await findsParts(db)) }
}

async function byId(
  { clock, db }: ReadContext,
  id: string,
  { isSuspended = false }: AccountSearch,
): Promise<FoundAccounts> {
  const row = await accountByKey(db, { column: 'id', value: id })
  const account = row && toAccount(row, clock())
  const isWanted = account && (!isSuspended || account.suspension)
  return {
    accounts: isWanted ? [account] : [],
    isByBeginning: false,
    next: undefined,
    previous: undefined,
  }
}
