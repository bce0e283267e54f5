import { parseUuid } from '../../lib/crypto/uuid.ts'
import { fold } from '../../lib/text/fold.ts'
import { type Account, maxLoginLength } from '../../model/account.ts'
import {
  findsParts,
  minPartLength,
  searchedAccounts,
  type WantedText,
} from '../../storage/accounts/account-search.ts'
import { accountByKey } from '../../storage/accounts/accounts.ts'
import type { Context, Reading } from '../context.ts'
import { toAccount } from './account-row.ts'

/** Whether a text has less than the index of parts knows. */
export const isShort = (text: string): boolean => Array.from(searchable(text)).length < minPartLength

export interface AccountSearch {
  /** A part of the username or of the e-mail address, in any letter case; or a UUID. */
  text?: string | undefined
  /** Only accounts that are suspended. */
  isSuspended?: boolean | undefined
  /** The page behind this place, or the page before it, as an answer has told; of both the first counts. */
  after?: string | undefined
  before?: string | undefined
  limit: number
}

export interface FoundAccounts {
  accounts: Account[]
  /** Names and addresses were searched by their beginning: less than three characters, or no index of parts. */
  isByBeginning: boolean
  /** To be given as `after`; undefined where there are no more. */
  next: string | undefined
  /** To be given as `before`; undefined where there are none before. */
  previous: string | undefined
}

/** In an order that stays. docs/decisions/0047-account-search.md says what it costs. */
export async function searchAccounts(context: Reading, search: AccountSearch): Promise<FoundAccounts> {
  const { clock, db } = context
  const text = searchable(search.text ?? '')
  const id = parseUuid(text)
  if (id !== undefined) return byId(context, id, search)
  const { limit } = search
  const [after, before] = [placeOf(search.after), placeOf(search.before)]
  const isBackwards = after === undefined && before !== undefined
  const wanted = text === '' ? undefined : await wantedText(db, text)
  const now = clock()
  const rows = await searchedAccounts(db, {
    wanted,
    suspendedAt: search.isSuspended ? now : undefined,
    from: after ?? before,
    isBackwards,
    // One more tells whether there are more.
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

/** No name and no address has a control character or half of a pair, and PostgreSQL takes none of the latter. */
const searchable = (text: string): string =>
  fold(
    text
      .slice(0, maxLoginLength)
      .replaceAll(/[\p{Cc}\p{Cs}]/gu, '')
      .trim(),
  )

/** What no answer has told is left out. */
const placeOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^[0-9a-f]{1,32}$/.test(text) ? text : undefined

async function wantedText(db: Context['db'], text: string): Promise<WantedText> {
  return { text, isBeginning: isShort(text) || !(await findsParts(db)) }
}

async function byId(
  { clock, db }: Reading,
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
