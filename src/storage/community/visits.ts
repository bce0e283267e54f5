import { accountOf, accountOfPlayer } from '../accounts/characters.ts'
import { notSuspended } from '../credentials/conditions.ts'
import { type Queries, reads, type Transaction } from '../engine/database.ts'
import { type Flag, flag } from '../engine/flags.ts'
import type { NameClaimRow } from '../schema/rows/accounts.ts'
import type { VisitorRow } from '../schema/rows/neighbours.ts'
import { memberOf, takenBy } from './linked-players.ts'
import { atServer, type NeighbourAtServerRow } from './neighbours.ts'

const visitorColumns = [
  'uuid',
  'neighbour_id',
  'name',
  'name_key',
  'suspended_at',
  'suspended_until',
] as const

/** A visitor who owns a name. */
export type OwnerRow = Pick<VisitorRow, (typeof visitorColumns)[number]>

/** The columns of a visitor, all null if there is none. */
type Known<Which extends string> = {
  [Column in keyof OwnerRow as `${Which}_${Column}`]: OwnerRow[Column] | null
}

/**
 * A neighbour of a game server, with what is stored about a name and a UUID. The columns about the claim of the name, its
 * owner, the visitor with the UUID (`known`) and `of_account` are the same in each row.
 */
export type VisitRow = NeighbourAtServerRow &
  Known<'owner'> &
  Known<'known'> & {
    claim_kind: NameClaimRow['kind'] | null
    claim_account: string | null
    claim_until: number | null
    /** Set if an operator has listed the name for this neighbour. */
    listed: Flag
    /** Set if a player of this neighbour and this name is linked to an account that may join. */
    linked: Flag
    /** Set if the account that has the name is linked to a player of that name, here and at any neighbour. */
    own: Flag
    own_anywhere: Flag
    /** Set if that account is in one of the server's groups, or there are none. */
    own_member: Flag
    /** Set if the server takes all players of an account, or the one that has the name is the primary one. */
    own_taken: Flag
    /** Set if the UUID belongs, or belonged, to an account. */
    of_account: Flag
    /** The account to which this neighbour's player with the UUID is linked. Null if there is none. */
    link_account: string | null
    link_key: string | null
    /** Set if that account is not suspended, and may join. */
    link_active: Flag
    link_member: Flag
    link_taken: Flag
  }

const columnsOf = (which: string): string =>
  visitorColumns.map((column) => `${which}.${column} as ${which}_${column}`).join(', ')

/** Returns the owner of the name, or the visitor with the UUID, if there is one. */
export function visitorIn(row: VisitRow, which: 'owner' | 'known'): OwnerRow | undefined {
  if (row[`${which}_uuid`] === null) return undefined
  const columns = visitorColumns.map((column) => [column, row[`${which}_${column}`]])
  return Object.fromEntries(columns) as OwnerRow
}

/** The condition that a player of the name is linked to an account that may act. */
const isNamed = (condition: string): string =>
  `exists (select 1 from neighbour_link as named join account on account.id = named.account_id
     where named.name_key = $2 and account.deletes_at is null and ${notSuspended('$4')} and ${condition})`

const ofOwner = 'named.account_id = name_claim.account_id'
const ofNeighbour = 'named.neighbour_id = neighbour.id'

// A single text, because the thread that writes, or PostgreSQL, is asked about a visit inside a transaction.
const facts = (locking: string) =>
  `with known as (select * from visitor where uuid = $3 ${locking})
   select ${atServer.columns}, name_claim.kind as claim_kind, name_claim.account_id as claim_account,
     name_claim.until as claim_until, ${columnsOf('owner')}, ${columnsOf('known')},
     ${flag(`exists (select 1 from listed_visitor where listed_visitor.neighbour_id = neighbour.id
       and name_key = $2 and (server_id = '' or server_id = game_server.id))`)} as listed,
     ${flag(isNamed(`${ofNeighbour} and ${memberOf(accountOf('account'), 'game_server.id')}`))} as linked,
     ${flag(isNamed(`${ofNeighbour} and ${ofOwner}`))} as own, ${flag(isNamed(ofOwner))} as own_anywhere,
     ${flag(memberOf(accountOfPlayer('name_claim.account_id'), 'game_server.id'))} as own_member,
     ${flag(`exists (select 1 from account as named where named.id = name_claim.account_id
       and ${takenBy('named', 'game_server.id')})`)} as own_taken,
     ${flag(`exists (select 1 from account where id = $3)
       or exists (select 1 from deleted_account where id = $3)`)} as of_account,
     account.id as link_account, neighbour_link.name_key as link_key, ${flag(notSuspended('$4'))} as link_active,
     ${flag(memberOf(accountOf('account'), 'game_server.id'))} as link_member,
     ${flag(takenBy('account', 'game_server.id'))} as link_taken
   from ${atServer.tables}
     left join name_claim on name_claim.name_key = $2
     left join visitor as owner on owner.uuid = name_claim.visitor_id
     left join known on known.uuid = $3
     left join neighbour_link on neighbour_link.neighbour_id = neighbour.id and neighbour_link.uuid = $3
     left join account on account.id = neighbour_link.account_id and account.deletes_at is null
   where ${atServer.isOpen} order by neighbour.id`

const read = reads<VisitRow>('facts_of_visit', facts(''))
const readLocked = reads<VisitRow>('facts_of_visit_locked', facts('for update'))

export interface AskedVisit {
  /** The name of the game server. */
  server: string
  /** The folded name. */
  key: string
  /** Empty as long as it is not known. */
  uuid: string
  now: number
}

const valuesOf = ({ server, key, uuid, now }: AskedVisit) => [server, key, uuid, now]

/** Returns a row for each neighbour that a game server names and that is not paused. None if the server is paused. */
export const factsOfVisit = (db: Queries, asked: AskedVisit): Promise<VisitRow[]> =>
  db.run(read, valuesOf(asked))

/** Does the same, and locks the visitor with the UUID until the transaction ends. */
export const lockFactsOfVisit = (tx: Transaction, asked: AskedVisit): Promise<VisitRow[]> =>
  tx.run(tx.dialect === 'sqlite' ? read : readLocked, valuesOf(asked))
