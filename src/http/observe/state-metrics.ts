import type { Registry } from '@prometheus-io/client'
import type {
  Context,
  NeighbourContext,
  OperationContext,
  PasswordContext,
  ReadContext,
} from '../../domain/context.ts'
import { outboxStates } from '../../domain/figures/outboxes.ts'
import { playersOnline } from '../../domain/friends/presence.ts'
import { version } from '../../lib/process/version.ts'
import type { CacheState } from '../../state/counters/counted-cache.ts'
import { showDurations } from './duration-histogram.ts'
import { counter, gauge } from './registered.ts'

/** Registers metrics that read the parts' own counters on each scrape, so that they cost the requests nothing. */
export function showState(registry: Registry, context: Context): void {
  showBuild(registry, context)
  showPasswords(registry, context)
  showDatabase(registry, context)
  showCaches(registry, context)
  showOutboxes(registry, context)
  showNeighbours(registry, context)
  if (context.config.friends !== 'off') showFriends(registry, context)
  gauge(registry, {
    name: 'norn_lookup_bans',
    help: 'Networks currently banned from lookups, as far as this process knows.',
    labelNames: ['kind'],
    values: () => Object.entries(context.lookupLimiter.bans()).map(([kind, count]) => [{ kind }, count]),
  })
  gauge(registry, {
    name: 'norn_signing_key_created_timestamp_seconds',
    help: 'The time when the current signing key was created.',
    labelNames: ['use'],
    values: () =>
      (['tokens', 'textures'] as const).map((use) => [{ use }, context.keys.current(use).createdAt / 1000]),
  })
}

function showBuild(registry: Registry, { db }: ReadContext): void {
  const build = { version: version(), node: process.versions.node, database: db.dialect }
  gauge(registry, {
    name: 'norn_build_info',
    help: 'Always 1: the version of Norn and of Node.js, and the kind of the database.',
    labelNames: ['version', 'node', 'database'],
    values: () => [[build, 1]],
  })
}

function showNeighbours(registry: Registry, { neighbours }: NeighbourContext): void {
  counter(registry, {
    name: 'norn_neighbour_requests_total',
    help: 'Questions to neighbours, by what they said: yes, no, or the problem with the answer.',
    labelNames: ['neighbour', 'outcome'],
    *values() {
      for (const [neighbour, { outcomes }] of neighbours.figures()) {
        for (const [outcome, count] of outcomes) yield [{ neighbour, outcome }, count]
      }
    },
  })
  counter(registry, {
    name: 'norn_neighbour_watched_total',
    help: 'What NORN_NEIGHBOURS=on would have answered because of a neighbour: ok, or the reason.',
    labelNames: ['neighbour', 'outcome'],
    *values() {
      for (const [neighbour, { watched }] of neighbours.figures()) {
        for (const [outcome, count] of watched) yield [{ neighbour, outcome }, count]
      }
    },
  })
  showDurations(
    registry,
    { name: 'norn_neighbour_seconds', help: 'Time from a question to a neighbour to its answer.' },
    () => Array.from(neighbours.figures(), ([neighbour, { durations }]) => [{ neighbour }, durations]),
  )
  gauge(registry, {
    name: 'norn_neighbour_up',
    help: '1 if the last answer of a neighbour could be used, 0 if not.',
    labelNames: ['neighbour'],
    values: () => Array.from(neighbours.figures(), ([neighbour, { isUp }]) => [{ neighbour }, isUp ? 1 : 0]),
  })
}

function showFriends(registry: Registry, context: ReadContext & OperationContext): void {
  gauge(registry, {
    name: 'norn_friends_online',
    help: 'Players whose games have reported in the last ten minutes that they are online.',
    values: async () => {
      const online = await playersOnline(context)
      return online === undefined ? [] : [[{}, online]]
    },
  })
  counter(registry, {
    name: 'norn_presence_reports_total',
    help: 'Reports of games, by what they say.',
    labelNames: ['status'],
    values: () => Array.from(context.presenceReports.entries(), ([status, count]) => [{ status }, count]),
  })
}

function showPasswords(registry: Registry, { passwords }: PasswordContext): void {
  gauge(registry, {
    name: 'norn_password_hashes_waiting',
    help: 'Sign-ins waiting for a core to hash their password.',
    values: () => [[{}, passwords.waiting]],
  })
  showDurations(
    registry,
    {
      name: 'norn_password_hash_wait_seconds',
      help: 'The time for which a password waited before it was hashed.',
    },
    () => [[{}, passwords.waits]],
  )
}

function showDatabase(registry: Registry, { databaseHealth }: OperationContext): void {
  showDurations(
    registry,
    {
      name: 'norn_database_statement_duration_seconds',
      help: 'Time from a statement to its rows, including the wait for a connection or for the writer.',
    },
    () => [
      [{ kind: 'read' }, databaseHealth.durations.read],
      [{ kind: 'write' }, databaseHealth.durations.write],
    ],
  )
  counter(registry, {
    name: 'norn_database_failures_total',
    help: 'Statements and connections that the database failed.',
    values: () => [[{}, databaseHealth.failures]],
  })
}

function showOutboxes(registry: Registry, context: ReadContext): void {
  const labelNames = ['outbox'] as const
  let asking: ReturnType<typeof outboxStates> | undefined
  /** All gauges of a scrape are read at once and share one query. */
  const states = () => {
    asking ??= outboxStates(context).finally(() => {
      asking = undefined
    })
    return asking
  }
  gauge(registry, {
    name: 'norn_outbox_waiting',
    help: 'Emails and webhook deliveries waiting to be sent.',
    labelNames,
    values: async () => (await states()).map(({ outbox, waiting }) => [{ outbox }, waiting]),
  })
  gauge(registry, {
    name: 'norn_outbox_oldest_timestamp_seconds',
    help: 'The time when the oldest of them was written; absent if none is waiting.',
    labelNames,
    values: async () =>
      (await states()).flatMap(({ outbox, oldest }) =>
        oldest === null ? [] : [[{ outbox }, oldest / 1000]],
      ),
  })
}

function showCaches(registry: Registry, context: Context): void {
  const caches: Record<string, CacheState | undefined> = {
    access_tokens: context.accessTokens.cache,
    textures_properties: context.texturesProperties.cache,
    player_certificates: context.playerCertificates.cache,
    texture_files: context.textureFiles.cache,
    portraits: context.portraits.cache,
    skin_system: context.skinSystem?.cache,
  }
  const known = Object.entries(caches).filter(
    (entry): entry is [string, CacheState] => entry[1] !== undefined,
  )
  const labelNames = ['cache'] as const
  gauge(registry, {
    name: 'norn_cache_entries',
    help: 'Entries in the cache.',
    labelNames,
    values: () => known.map(([cache, { size }]) => [{ cache }, size]),
  })
  counter(registry, {
    name: 'norn_cache_requests_total',
    help: 'Lookups of entries, by whether they were found.',
    labelNames: ['cache', 'result'],
    values: () =>
      known.flatMap(([cache, { hits, misses }]) => [
        [{ cache, result: 'hit' }, hits],
        [{ cache, result: 'miss' }, misses],
      ]),
  })
}
