// The owner's checklist, from what `norn doctor` looks at as well.
import type { Account } from '../../model/accounts/account.ts'
import { type ChecklistPoint, pointsIn } from '../../model/community/checklist.ts'
import { countAccounts } from '../../storage/accounts/account-search.ts'
import { countInvites } from '../../storage/accounts/invites.ts'
import { countServers } from '../../storage/community/servers.ts'
import type { OperationContext, ReadContext, SiteContext } from '../context.ts'
import type { AddressProblem } from './address.ts'
import { backupState } from './backups.ts'
import type { NetworkLook } from './look.ts'

/** The next thing to do for a point. `looking`: it is not known yet. */
export type Todo =
  | 'looking'
  | Exclude<AddressProblem['about'], 'gateway' | 'no_tls' | 'unencrypted'>
  | 'plain'
  | 'certificate'
  | 'ends_soon'
  | 'no_older_tls'
  | 'mail_files'
  | 'mail_refused'
  | 'no_backup'
  | 'late_backup'
  | 'own_backup'
  | 'factor'
  | 'server'
  | 'invite'
  | 'open'

export interface Point {
  name: ChecklistPoint
  /** Undefined if it is done. */
  todo: Todo | undefined
  /** True if an administrator has put it away. */
  isAway: boolean
}

/** A page does not wait longer for a look at the network. */
const waitMs = 300

type Deps = ReadContext & OperationContext & SiteContext

/** Returns the points as they are for an administrator. */
export async function checklist(context: Deps, { hasSecondFactor }: Account): Promise<Point[]> {
  const { baseUrl, db, networkLook, settings } = context
  const [look, backup, servers, isInvited] = await Promise.all([
    networkLook.latest(waitMs),
    backupState(context),
    countServers(db),
    hasInvited(context),
  ])
  const away = pointsIn(settings.valueOf('checklist'))
  const points: readonly Omit<Point, 'isAway'>[] = [
    { name: 'address', todo: addressTodo(look) },
    { name: 'tls', todo: baseUrl().startsWith('https:') ? tlsTodo(look) : 'plain' },
    { name: 'mail', todo: mailTodo(context, look) },
    { name: 'backup', todo: backup ? backupTodo(backup) : 'own_backup' },
    { name: 'factor', todo: hasSecondFactor ? undefined : 'factor' },
    { name: 'server', todo: servers > 0 ? undefined : 'server' },
    {
      name: 'invite',
      todo: isInvited ? undefined : settings.valueOf('registration') === 'open' ? 'open' : 'invite',
    },
  ]
  return points.map(({ name, todo }) => ({ name, todo, isAway: away.includes(name) }))
}

function addressTodo(look: NetworkLook | undefined): Todo | undefined {
  if (!look) return 'looking'
  for (const { about } of look.address) {
    if (about === 'gateway') return 'other_service'
    // The certificate is a point of its own.
    if (about !== 'unencrypted' && about !== 'no_tls') return about
  }
  return undefined
}

function tlsTodo(look: NetworkLook | undefined): Todo | undefined {
  if (!look) return 'looking'
  // Without an answer, the address is to be put right first.
  if (!look.certificate) return 'certificate'
  const all = new Set(look.certificate.map(({ about }) => about))
  if (all.size === 0) return undefined
  if (all.delete('ends_soon') && all.size === 0) return 'ends_soon'
  if (all.delete('no_older_tls') && all.size === 0) return 'no_older_tls'
  return 'certificate'
}

function mailTodo({ config }: ReadContext, look: NetworkLook | undefined): Todo | undefined {
  if (config.smtpUrl === undefined) return 'mail_files'
  if (!look) return 'looking'
  return look.isMailRefused ? 'mail_refused' : undefined
}

function backupTodo({
  last,
  isLate,
}: NonNullable<Awaited<ReturnType<typeof backupState>>>): Todo | undefined {
  if (!isLate) return undefined
  return last ? 'late_backup' : 'no_backup'
}

/** Returns true if there is an invite, or a second account. */
async function hasInvited({ db }: ReadContext): Promise<boolean> {
  const [invites, accounts] = await Promise.all([countInvites(db), countAccounts(db, 2)])
  return invites > 0 || accounts > 1
}
