import { digest } from '../../lib/digest.ts'
import { fold } from '../../lib/fold.ts'
import { Refused } from '../../model/refusal.ts'
import { takeFromBudget } from '../../storage/budgets.ts'
import type { Queries } from '../../storage/database.ts'
import type { Context } from '../context.ts'
import { takeFromNetwork } from '../network-budget.ts'

const hourMs = 3_600_000

/** Links that are sent to one e-mail within an hour, whoever asks for them, and whether an account has it or not. */
const linksPerEmail = { size: 3, refillMs: hourMs / 3 }

type Needed = Pick<Context, 'clock' | 'config' | 'db'>

const perHour = (count: number) => ({ size: count, refillMs: Math.ceil(hourMs / count) })

/** Refuses with `too_many_registrations`. An IPv6 address counts with its /64, and so do the networks around that. */
export async function chargeRegistration({ clock, config, db }: Needed, address: string): Promise<void> {
  const budget = perHour(config.registrationsPerAddress)
  const waitMs = await takeFromNetwork(db, 'registrations', address, clock(), budget)
  if (waitMs > 0) throw new Refused('too_many_registrations', { retryAfter: Math.ceil(waitMs / 1000) })
}

/** Refuses with `too_many_mails`. */
export async function chargeMail({ clock, config, db }: Needed, address: string): Promise<void> {
  const waitMs = await takeFromNetwork(db, 'mails', address, clock(), perHour(config.mailsPerAddress))
  if (waitMs > 0) throw new Refused('too_many_mails', { retryAfter: Math.ceil(waitMs / 1000) })
}

/** False where this e-mail has been sent so many links that no more is sent for now: nobody is told. */
export async function mayBeSentLink(
  db: Queries,
  { clock }: Pick<Context, 'clock'>,
  email: string,
): Promise<boolean> {
  return (await takeFromBudget(db, `links:${digest(fold(email))}`, clock(), linksPerEmail)) === 0
}
