import type { Reasons } from './reason.ts'

export const backupReasons = {
  backup_of_postgres: {
    at: ['POST /backup'],
    sentence: 'The database is PostgreSQL, which this service does not back up. Run pg_dump.',
    when: 'the database is PostgreSQL',
    remedy: 'run `pg_dump`, or `norn copy --to sqlite:FILE`',
  },
} as const satisfies Reasons
