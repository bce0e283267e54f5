import { hourMs } from '../../lib/measure/units.ts'
import { fold } from '../../lib/text/fold.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { Queries } from '../../storage/engine/database.ts'
import { giveBack, type Taking, takeAll, waitForAll } from '../../storage/limits/budgets.ts'
import type { ReadContext, SecretContext } from '../context.ts'
import { takingsOfNetwork } from './network-budget.ts'

/** The limit on links of one kind that are sent to one email address, whether or not an account has it. */
export const linksPerEmail = { size: 3, refillMs: hourMs / 3 }

/**
 * The part of these links that networks may request from which the account has never signed in, so that one is left for
 * its owner.
 */
export const linksForStrangers = { size: 2, refillMs: hourMs / 2 }

const perNetwork = (kind: string, address: string, count: number): Taking[] =>
  takingsOfNetwork(kind, address, { size: count, refillMs: Math.ceil(hourMs / count) })

/**
 * Charges a registration, and its email, to the client's network. For an IPv6 address this is the /64, and the networks
 * around it. Returns a function that refunds the charge. Throws Refused `too_many_registrations`, `too_many_mails`.
 */
export async function chargeRegistration(
  { clock, config, db }: ReadContext,
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

/** Charges an email to the network and to another budget. Throws Refused `too_many_mails`. */
export async function chargeMail(
  { clock, config, db }: ReadContext,
  address: string,
  ...more: Taking[]
): Promise<void> {
  const takings = [...perNetwork('mails', address, config.mailsPerAddress), ...more]
  const waitMs = await takeAll(db, clock(), takings)
  if (waitMs > 0) throw new Refused('too_many_mails', { retryAfter: Math.ceil(waitMs / 1000) })
}

/**
 * Returns false if so many links were sent to this email address that no more is sent for now, which nobody is told. A
 * client is a stranger if the account has signed in before, but never from the client's network.
 */
export async function mayBeSentLink(
  db: Queries,
  { clock, loginDigests }: ReadContext & SecretContext,
  kind: 'register' | 'recover',
  email: string,
  isStranger = false,
): Promise<boolean> {
  const key = `links:${kind}:${loginDigests.forRow(fold(email))}`
  const strangers = { key: `${key}:strangers`, budget: linksForStrangers }
  const takings = [{ key, budget: linksPerEmail }, ...(isStranger ? [strangers] : [])]
  return (await takeAll(db, clock(), takings)) === 0
}
