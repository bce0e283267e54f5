import { type Migration, Migrator } from 'kysely/migration'
import { monotonicClock } from '../../lib/measure/clock.ts'
import { DatabaseFromTheFuture } from '../../model/errors/database-from-the-future.ts'
import type { Database, Queries, Transaction } from '../engine/database.ts'
import { hasTable } from '../engine/has-table.ts'
import { adoptCheckout, areOfCheckout, fromCheckout } from './checkouts.ts'
import * as accounts from './migrations/0001-accounts.ts'
import * as accountSearch from './migrations/0002-account-search.ts'
import * as names from './migrations/0003-names.ts'
import * as textures from './migrations/0004-textures.ts'
import * as registration from './migrations/0005-registration.ts'
import * as signIn from './migrations/0006-sign-in.ts'
import * as applications from './migrations/0007-applications.ts'
import * as credentials from './migrations/0008-credentials.ts'
import * as community from './migrations/0009-community.ts'
import * as neighbours from './migrations/0010-neighbours.ts'
import * as visitors from './migrations/0011-visitors.ts'
import * as records from './migrations/0012-records.ts'
import * as operation from './migrations/0013-operation.ts'
import * as appPasswords from './migrations/0014-app-passwords.ts'
import * as providers from './migrations/0015-providers.ts'
import * as emailChanges from './migrations/0016-email-changes.ts'
import * as identityUndos from './migrations/0017-identity-undos.ts'
import * as registrations from './migrations/0018-registrations.ts'
import * as characters from './migrations/0019-characters.ts'
import * as charactersOfGroups from './migrations/0020-characters-of-groups.ts'
import * as providerSync from './migrations/0021-provider-sync.ts'
import * as saidGroups from './migrations/0022-said-groups.ts'
import * as friends from './migrations/0023-friends.ts'
import * as bedrock from './migrations/0024-bedrock.ts'
import * as moderation from './migrations/0025-moderation.ts'
import * as playersOfAppPasswords from './migrations/0026-players-of-app-passwords.ts'
import * as wardrobe from './migrations/0027-wardrobe.ts'
import * as offlineSkins from './migrations/0028-offline-skins.ts'
import * as fairFriendRequests from './migrations/0029-fair-friend-requests.ts'
import * as presenceOfTokens from './migrations/0030-presence-of-tokens.ts'
import * as objectStore from './migrations/0031-object-store.ts'
import * as shelves from './migrations/0032-shelves.ts'
import * as library from './migrations/0033-library.ts'
import * as dayCounts from './migrations/0034-day-counts.ts'
import * as launcherFiles from './migrations/0035-launcher-files.ts'
import * as setupCode from './migrations/0036-setup-code.ts'
import * as acceptedRules from './migrations/0037-accepted-rules.ts'
import * as deletedApplications from './migrations/0038-deleted-applications.ts'
import * as deletions from './migrations/0039-deletions.ts'

/**
 * All schema changes in order. A released migration is never edited. Pending ones run in a single transaction on both
 * databases.
 */
const migrations: Record<string, Migration> = {
  '0001-accounts': accounts,
  '0002-account-search': accountSearch,
  '0003-names': names,
  '0004-textures': textures,
  '0005-registration': registration,
  '0006-sign-in': signIn,
  '0007-applications': applications,
  '0008-credentials': credentials,
  '0009-community': community,
  '0010-neighbours': neighbours,
  '0011-visitors': visitors,
  '0012-records': records,
  '0013-operation': operation,
  '0014-app-passwords': appPasswords,
  '0015-providers': providers,
  '0016-email-changes': emailChanges,
  '0017-identity-undos': identityUndos,
  '0018-registrations': registrations,
  '0019-characters': characters,
  '0020-characters-of-groups': charactersOfGroups,
  '0021-provider-sync': providerSync,
  '0022-said-groups': saidGroups,
  '0023-friends': friends,
  '0024-bedrock': bedrock,
  '0025-moderation': moderation,
  '0026-players-of-app-passwords': playersOfAppPasswords,
  '0027-wardrobe': wardrobe,
  '0028-offline-skins': offlineSkins,
  '0029-fair-friend-requests': fairFriendRequests,
  '0030-presence-of-tokens': presenceOfTokens,
  '0031-object-store': objectStore,
  '0032-shelves': shelves,
  '0033-library': library,
  '0034-day-counts': dayCounts,
  '0035-launcher-files': launcherFiles,
  '0036-setup-code': setupCode,
  '0037-accepted-rules': acceptedRules,
  '0038-deleted-applications': deletedApplications,
  '0039-deletions': deletions,
}

/** The migrations of 0.2.0, the first release. */
const firstRelease = Object.keys(migrations).filter((name) => name <= '0013-operation')

interface MigrationState {
  /** The migrations with the time of each in ISO 8601. */
  readonly applied: readonly { readonly name: string; readonly at: string }[]
  readonly pending: readonly string[]
  /** The migrations that a newer program has applied. */
  readonly unknown: readonly string[]
}

/**
 * Applies pending migrations and returns their names. `onStep` is called before each one. If several processes call
 * this at once, one of them migrates and the others wait. Throws DatabaseFromTheFuture, having changed nothing, if a
 * newer program has migrated the database, and DatabaseOfOldCheckout.
 */
export async function migrate(database: Database, onStep?: (name: string) => void): Promise<string[]> {
  if ((await refuseTheFuture(database)).pending.length === 0) return []
  try {
    return await database.unbounded.transaction((tx) => migrateIn(tx, onStep))
  } catch (error) {
    await refuseTheFuture(database)
    throw error
  }
}

export interface TimedMigration {
  readonly name: string
  readonly ms: number
}

class RolledBack extends Error {}

/** Applies pending migrations like `migrate`, returns how long each took, and rolls back. */
export async function migrateAndRollBack(
  database: Database,
  onStep: (name: string) => void,
): Promise<TimedMigration[]> {
  await refuseTheFuture(database)
  const begun: { name: string; at: number }[] = []
  let endedAt = 0
  try {
    await database.unbounded.transaction(async (tx) => {
      await migrateIn(tx, (name) => {
        begun.push({ name, at: monotonicClock() })
        onStep(name)
      })
      endedAt = monotonicClock()
      throw new RolledBack()
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
  }
  return begun.map(({ name, at }, index) => ({ name, ms: (begun[index + 1]?.at ?? endedAt) - at }))
}

async function migrateIn(tx: Transaction, onStep?: (name: string) => void): Promise<string[]> {
  const { query } = tx
  // Kysely would look for its own tables, and create them, before it takes the lock.
  await query.getExecutor().adapter.acquireMigrationLock(query, { lockTable: '', lockRowId: '' })
  const isOfCheckout = areOfCheckout((await appliedRows(tx)).map(({ name }) => name))
  if (isOfCheckout) {
    onStep?.(fromCheckout)
    await adoptCheckout(tx, firstRelease)
  }
  const provider = { getMigrations: () => Promise.resolve(announced(onStep)) }
  const { error, results } = await new Migrator({ db: query, provider }).migrateToLatest()
  if (error !== undefined) throw error
  const applied = (results ?? []).map(({ migrationName }) => migrationName)
  return isOfCheckout ? [fromCheckout, ...applied] : applied
}

/** Throws DatabaseOfOldCheckout. */
export async function migrationState(database: Queries): Promise<MigrationState> {
  const rows = await appliedRows(database)
  const names = rows.map(({ name }) => name)
  const isOfCheckout = areOfCheckout(names)
  const done = new Set(isOfCheckout ? firstRelease : names)
  const pending = Object.keys(migrations).filter((name) => !done.has(name))
  return {
    applied: rows.map(({ name, timestamp }) => ({ name, at: timestamp })),
    pending: isOfCheckout ? [fromCheckout, ...pending] : pending,
    unknown: unknownMigrations(names),
  }
}

/** Returns the migrations that only a newer program knows. Throws DatabaseOfOldCheckout. */
export function unknownMigrations(names: readonly string[]): string[] {
  return areOfCheckout(names) ? [] : names.filter((name) => !(name in migrations))
}

async function appliedRows(database: Queries): Promise<{ name: string; timestamp: string }[]> {
  if (!(await hasTable(database, 'kysely_migration'))) return []
  return database.query
    .withTables<{ kysely_migration: { name: string; timestamp: string } }>()
    .selectFrom('kysely_migration')
    .select(['name', 'timestamp'])
    .orderBy('name')
    .execute()
}

async function refuseTheFuture(database: Queries): Promise<MigrationState> {
  const state = await migrationState(database)
  if (state.unknown.length > 0) throw new DatabaseFromTheFuture(state.unknown)
  return state
}

function announced(onStep?: (name: string) => void): Record<string, Migration> {
  const announce = (name: string, migration: Migration): Migration => ({
    up: (db) => {
      onStep?.(name)
      return migration.up(db)
    },
  })
  return Object.fromEntries(Object.entries(migrations).map(([name, it]) => [name, announce(name, it)]))
}
