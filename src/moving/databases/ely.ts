import {
  countRows,
  type ForeignDatabase,
  ForeignDatabaseRefused,
  isOn,
  keyIn,
  numberIn,
  pageRows,
  textOf,
  withTexts,
} from './database.ts'

// The tables of Ely's accounts service, in MySQL.

type Tables = {
  accounts: {
    id: number
    uuid: string
    username: string
    email: string
    password_hash: string
    password_hash_strategy: number
    lang: string
    status: number
    otp_secret: string | null
    is_otp_enabled: number | boolean
    created_at: number
    deleted_at: number | null
  }
  usernames_history: { id: number; username: string; account_id: number; applied_in: number }
  oauth_sessions: object
  oauth_clients: object
}

export type ElyAccount = Tables['accounts']
export type ElyName = Tables['usernames_history']

/** Reads the database of Ely's accounts service. Throws ForeignDatabaseRefused if it is something else. */
export function readEly(database: ForeignDatabase) {
  const { query, tables } = database
  if (!tables.has('accounts') || !tables.has('usernames_history')) {
    throw new ForeignDatabaseRefused('it has no tables accounts and usernames_history')
  }
  const db = query.withTables<Tables>()

  const count = (table: 'accounts' | 'oauth_sessions' | 'oauth_clients') => countRows(database, table)

  async function* accounts(): AsyncGenerator<{ account: ElyAccount; names: ElyName[] }> {
    for (let last: number | undefined; ; ) {
      const from = last
      const page = await db
        .selectFrom('accounts')
        .select([
          'id',
          'uuid',
          'username',
          'email',
          'password_hash',
          'password_hash_strategy',
          'lang',
          'status',
        ])
        .select(['otp_secret', 'is_otp_enabled', 'created_at', 'deleted_at'])
        .$if(from !== undefined, (after) => after.where('id', '>', keyIn(from ?? 0)))
        .orderBy('id')
        .limit(pageRows)
        .execute()
      const end = page.at(-1)
      if (!end) return
      const names = await db
        .selectFrom('usernames_history')
        .select(['id', 'username', 'account_id', 'applied_in'])
        .$if(from !== undefined, (after) => after.where('account_id', '>', keyIn(from ?? 0)))
        .where('account_id', '<=', keyIn(end.id))
        .orderBy('applied_in')
        .orderBy('id')
        .execute()
      const byAccount = Map.groupBy(names.map(nameOf), ({ account_id }) => textOf(account_id))
      byAccount.delete('')
      for (const account of page)
        yield { account: accountOf(account), names: byAccount.get(textOf(account.id)) ?? [] }
      last = end.id
    }
  }

  return { count, accounts }
}

const accountOf = (row: ElyAccount): ElyAccount => ({
  ...withTexts(row, ['uuid', 'username', 'email', 'password_hash', 'lang', 'otp_secret']),
  password_hash_strategy: numberIn(row.password_hash_strategy),
  status: numberIn(row.status),
  is_otp_enabled: isOn(row.is_otp_enabled),
})

const nameOf = (row: ElyName): ElyName => withTexts(row, ['username'])
