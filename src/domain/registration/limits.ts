import { digest } from '../../lib/crypto/digest.ts'
import { hourMs } from '../../lib/measure/units.ts'
import { fold } from '../../lib/text/fold.ts'
import { Refused } from '../../model/refusal.ts'
import type { Queries } from '../../storage/engine/database.ts'
import { giveBack, type Taking, takeAll, waitForAll } from '../../storage/limits/budgets.ts'
import type { Context, Reading } from '../context.ts'
import { takingsOfNetwork } from './network-budget.ts'

/** Links of one kind sent to one e-mail address per hour, whether or not an account has that address. */
const linksPerEmail = { size: 3, refillMs: hourMs / 3 }

/** How many of them may be asked for from networks that the account has not signed in from: one is left for its owner. */
const linksForStrangers = { size: 2, refillMs: hourMs / 2 }

type Needed = Reading & Pick<Context, 'config'>

const perNetwork = (kind: string, address: string, count: number): Taking[] =>
  takingsOfNetwork(kind, address, { size: count, refillMs: Math.ceil(hourMs / count) })

/**
 * Takes a registration, and the mail that goes with it, out of the budgets of the network that it comes from. An IPv6
 * address counts with its /64, and so do the networks around that. Answers how to give them back. Throws Refused
 * `too_many_registrations`, `too_many_mails`.
 */
export async function chargeRegistration(
  { clock, config, db }: Needed,
  address: string,
): Promise<() => Promise<void>> {
  const registrations = perNetwork('registrations', address, config.registrationsPerAddress)
  const mails = config.confirmEmail === 'on' ? perNetwork('mails', address, config.mailsPerAddress) : []
  const takings = [...registrations, ...mails]
  const waitMs = await takeAll(db, clock(), takings)
  if (waitMs === 0) return () => giveBack(db, clock(), takings)
  const isRegistrations = (await waitForAll(db, clock(), registrations)) > 0
  throw new Refused(isRegistrations ? 'too_many_registrations' : 'too_many_mails', {
    retryAfter: Math.ceil(waitMs / 1000),
  })
}

/** Takes a mail out of the budgets of the network, and out of another one. Throws Refused `too_many_mails`. */
export async function chargeMail(
  { clock, config, db }: Needed,
  address: string,
  ...more: Taking[]
): Promise<void> {
  const takings = [...perNetwork('mails', address, config.mailsPerAddress), ...more]
  const waitMs = await takeAll(db, clock(), takings)
  if (waitMs > 0) throw new Refused('too_many_mails', { retryAfter: Math.ceil(waitMs / 1000) })
}

/**
 * False where this e-mail has been sent so many links that no more is sent for now: nobody is told. A stranger asks from
 * a network that the account has not signed in from, though it has from others.
 */
export async function mayBeSentLink(
  db: Queries,
  { clock }: Pick<Context, 'clock'>,
  kind: 'register' | 'recover',
  email: string,
  isStranger = false,
): Promise<boolean> {
  const key = `links:${kind}:${digest(fold(email))}`
  const strangers = { key: `${key}:strangers`, budget: linksForStrangers }
  const takings = [{ key, budget: linksPerEmail }, ...(isStranger ? [strangers] : [])]
  return (await takeAll(db, clock(), takings)) === 0
}
