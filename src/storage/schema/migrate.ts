import { type Migration, Migrator } from 'kysely/migration'
import { monotonicClock } from '../../lib/measure/clock.ts'
import { DatabaseFromTheFuture } from '../../model/errors/database-from-the-future.ts'
import type { Database, Queries, Transaction } from '../engine/database.ts'
import { hasTable } from '../engine/has-table.ts'
import * as engine from './migrations/0001-engine.ts'
import * as lookupClients from './migrations/0002-lookup-clients.ts'
import * as textures from './migrations/0003-textures.ts'
import * as signingKeyRevision from './migrations/0004-signing-key-revision.ts'
import * as credentials from './migrations/0005-credentials.ts'
import * as stored from './migrations/0006-stored.ts'
import * as secrets from './migrations/0007-secrets.ts'
import * as secretsVersion from './migrations/0008-secrets-version.ts'
import * as audit from './migrations/0009-audit.ts'
import * as credentialUse from './migrations/0010-credential-use.ts'
import * as optionalEmail from './migrations/0011-optional-email.ts'
import * as mail from './migrations/0012-mail.ts'
import * as oauth from './migrations/0014-oauth.ts'
import * as registrations from './migrations/0016-registrations.ts'
import * as invites from './migrations/0017-invites.ts'
import * as accountPages from './migrations/0018-account-pages.ts'
import * as formerSkins from './migrations/0019-former-skins.ts'
import * as recoveryCodes from './migrations/0020-recovery-codes.ts'
import * as passkeys from './migrations/0021-passkeys.ts'
import * as roles from './migrations/0022-roles.ts'
import * as accountSearch from './migrations/0023-account-search.ts'
import * as apiTokens from './migrations/0024-api-tokens.ts'
import * as attempts from './migrations/0025-attempts.ts'
import * as webhooks from './migrations/0026-webhooks.ts'
import * as confirmedEmail from './migrations/0027-confirmed-email.ts'
import * as knownDevices from './migrations/0028-known-devices.ts'
import * as hourCounts from './migrations/0029-hour-counts.ts'
import * as accountSearchOfPostgres from './migrations/0030-account-search.ts'
import * as accountByDeletion from './migrations/0031-account-by-deletion.ts'
import * as nameClaims from './migrations/0032-name-claims.ts'
import * as deletedAccounts from './migrations/0033-deleted-accounts.ts'
import * as undoneFactors from './migrations/0034-undone-factors.ts'
import * as registrationsApart from './migrations/0035-registrations-apart.ts'
import * as sweepIndexes from './migrations/0036-sweep-indexes.ts'
import * as apiTokenMaker from './migrations/0038-api-token-maker.ts'
import * as clientPkce from './migrations/0039-client-pkce.ts'
import * as groups from './migrations/0040-groups.ts'
import * as gameServers from './migrations/0041-game-servers.ts'
import * as oneTimeLinks from './migrations/0042-one-time-links.ts'
import * as settings from './migrations/0043-settings.ts'
import * as admission from './migrations/0044-admission.ts'
import * as neighbours from './migrations/0045-neighbours.ts'
import * as visitors from './migrations/0046-visitors.ts'
import * as neighbourKeys from './migrations/0047-neighbour-keys.ts'
import * as linkedPlayers from './migrations/0048-linked-players.ts'
import * as mirroredTextures from './migrations/0049-mirrored-textures.ts'
import * as neighbourClients from './migrations/0050-neighbour-clients.ts'
import * as neighbourNews from './migrations/0052-neighbour-news.ts'
import * as undoneChanges from './migrations/0053-undone-changes.ts'
import * as accountsByCreation from './migrations/0054-accounts-by-creation.ts'
import * as boundedVisitors from './migrations/0056-bounded-visitors.ts'
import * as olderSqlite from './migrations/0057-older-sqlite.ts'
import * as keyedDigests from './migrations/0058-keyed-digests.ts'
import * as logoutAndOutages from './migrations/0059-logout-and-outages.ts'
import * as passkeysKeptElsewhere from './migrations/0061-passkeys-kept-elsewhere.ts'
import * as hiddenCapes from './migrations/0062-hidden-capes.ts'

/**
 * All schema changes in order. A released migration is never edited. Pending ones run in a single transaction on both
 * databases.
 */
const migrations: Record<string, Migration> = {
  '0001-engine': engine,
  '0002-lookup-clients': lookupClients,
  '0003-textures': textures,
  '0004-signing-key-revision': signingKeyRevision,
  '0005-credentials': credentials,
  '0006-stored': stored,
  '0007-secrets': secrets,
  '0008-secrets-version': secretsVersion,
  '0009-audit': audit,
  '0010-credential-use': credentialUse,
  '0011-optional-email': optionalEmail,
  '0012-mail': mail,
  '0014-oauth': oauth,
  '0016-registrations': registrations,
  '0017-invites': invites,
  '0018-account-pages': accountPages,
  '0019-former-skins': formerSkins,
  '0020-recovery-codes': recoveryCodes,
  '0021-passkeys': passkeys,
  '0022-roles': roles,
  '0023-account-search': accountSearch,
  '0024-api-tokens': apiTokens,
  '0025-attempts': attempts,
  '0026-webhooks': webhooks,
  '0027-confirmed-email': confirmedEmail,
  '0028-known-devices': knownDevices,
  '0029-hour-counts': hourCounts,
  '0030-account-search': accountSearchOfPostgres,
  '0031-account-by-deletion': accountByDeletion,
  '0032-name-claims': nameClaims,
  '0033-deleted-accounts': deletedAccounts,
  '0034-undone-factors': undoneFactors,
  '0035-registrations-apart': registrationsApart,
  '0036-sweep-indexes': sweepIndexes,
  '0038-api-token-maker': apiTokenMaker,
  '0039-client-pkce': clientPkce,
  '0040-groups': groups,
  '0041-game-servers': gameServers,
  '0042-one-time-links': oneTimeLinks,
  '0043-settings': settings,
  '0044-admission': admission,
  '0045-neighbours': neighbours,
  '0046-visitors': visitors,
  '0047-neighbour-keys': neighbourKeys,
  '0048-linked-players': linkedPlayers,
  '0049-mirrored-textures': mirroredTextures,
  '0050-neighbour-clients': neighbourClients,
  '0052-neighbour-news': neighbourNews,
  '0053-undone-changes': undoneChanges,
  '0054-accounts-by-creation': accountsByCreation,
  '0056-bounded-visitors': boundedVisitors,
  '0057-older-sqlite': olderSqlite,
  '0058-keyed-digests': keyedDigests,
  '0059-logout-and-outages': logoutAndOutages,
  '0061-passkeys-kept-elsewhere': passkeysKeptElsewhere,
  '0062-hidden-capes': hiddenCapes,
}

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
 * newer program has migrated the database.
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

async function migrateIn({ query }: Transaction, onStep?: (name: string) => void): Promise<string[]> {
  // Kysely would look for its own tables, and create them, before it takes the lock.
  await query.getExecutor().adapter.acquireMigrationLock(query, { lockTable: '', lockRowId: '' })
  const provider = { getMigrations: () => Promise.resolve(announced(onStep)) }
  const { error, results } = await new Migrator({ db: query, provider }).migrateToLatest()
  if (error !== undefined) throw error
  return (results ?? []).map(({ migrationName }) => migrationName)
}

export async function migrationState(database: Queries): Promise<MigrationState> {
  const rows = await appliedRows(database)
  const names = new Set(rows.map(({ name }) => name))
  return {
    applied: rows.map(({ name, timestamp }) => ({ name, at: timestamp })),
    pending: Object.keys(migrations).filter((name) => !names.has(name)),
    unknown: unknownMigrations([...names]),
  }
}

/** Returns the migrations that only a newer program knows. */
export function unknownMigrations(names: readonly string[]): string[] {
  return names.filter((name) => !(name in migrations))
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
