import { minuteMs } from '../../lib/measure/units.ts'
import { countUnsealed, oldestUnsealed } from '../../storage/records/audit-seals.ts'
import { lastingFailures } from '../../storage/sign-in/identity-questions.ts'
import type { ReadContext, SecretContext } from '../context.ts'
import { fullNeighbours } from '../figures/neighbour-figures.ts'
import { outboxStates } from '../figures/outboxes.ts'
import { listWebhooks } from '../webhooks/webhooks.ts'
import { backupState } from './backups.ts'

/** A problem that an operator should look at. `since` is in epoch milliseconds. */
export type Attention =
  | { about: 'mail' | 'webhooks' | 'audit'; waiting: number; since: number }
  | { about: 'backup'; since: number | undefined }
  | { about: 'webhook_off'; id: string; host: string }
  | { about: 'mail_files' }
  /** A neighbour brings more new players than it may. */
  | { about: 'visitors'; neighbour: string; refused: number }
  /** A bot has heard nothing of use about members for a day. */
  | { about: 'provider_sync'; provider: string; since: number }

/** Emails and events are sent, and entries are sealed, within seconds. Older ones are stuck. */
const stuckAfterMs = 15 * minuteMs

type Deps = ReadContext & SecretContext

/** Returns the problems that the database and the files next to it show, or an empty list. */
export async function attention(context: Deps): Promise<Attention[]> {
  const [outboxes, webhooks, ...others] = await Promise.all([
    outboxStates(context),
    listWebhooks(context),
    lateSeal(context),
    lateBackup(context),
    newVisitors(context),
    silentBots(context),
  ])
  const stuck = outboxes.flatMap(({ outbox, waiting, oldest }) => {
    const since = oldest ?? Number.POSITIVE_INFINITY
    if (context.clock() - since < stuckAfterMs) return []
    return [{ about: outbox as 'mail' | 'webhooks', waiting, since }]
  })
  const off = webhooks
    .filter(({ isOn }) => !isOn)
    .map(({ id, url }) => ({ about: 'webhook_off' as const, id, host: new URL(url).host }))
  const toFiles = context.config.smtpUrl === undefined ? [{ about: 'mail_files' as const }] : []
  return [...stuck, ...toFiles, ...off, ...others.flat()]
}

/** Sealing stops if the database's secret has changed or no instance runs its jobs. */
async function lateSeal({ db, clock }: Deps): Promise<Attention[]> {
  const since = await oldestUnsealed(db)
  if (since === undefined || clock() - since < stuckAfterMs) return []
  return [{ about: 'audit', waiting: await countUnsealed(db), since }]
}

async function newVisitors(context: Deps): Promise<Attention[]> {
  const neighbours = await fullNeighbours(context)
  return Array.from(neighbours, ([neighbour, refused]) => ({ about: 'visitors', neighbour, refused }))
}

async function silentBots({ db }: Deps): Promise<Attention[]> {
  const failures = await lastingFailures(db)
  return failures.map(({ name, since }) => ({ about: 'provider_sync', provider: name, since }))
}

async function lateBackup(context: Deps): Promise<Attention[]> {
  const state = await backupState(context)
  if (!state?.isLate) return []
  const { last } = state
  return [{ about: 'backup', since: last && Date.parse(last.at) }]
}
