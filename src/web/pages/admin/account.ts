// GET /admin/accounts/{uuid} and the POSTs below it: everything about one account.
import { accountById } from '../../../domain/accounts/find.ts'
import { cancelDeletion, requestDeletion } from '../../../domain/accounts/own-deletion.ts'
import { grantRole, ungrantRole } from '../../../domain/accounts/roles.ts'
import { setEmail } from '../../../domain/accounts/set-email.ts'
import { restoreAccount, suspendAccount } from '../../../domain/accounts/suspend.ts'
import type { Context } from '../../../domain/context.ts'
import { releaseName } from '../../../domain/names/held.ts'
import { renameAccount } from '../../../domain/names/rename.ts'
import { disableSecondFactor } from '../../../domain/sign-in/second-factor.ts'
import { unlockAccount } from '../../../domain/sign-in/unlock.ts'
import { signOutEverywhere } from '../../../domain/tokens/devices.ts'
import { parseUuid } from '../../../lib/crypto/uuid.ts'
import type { Account } from '../../../model/account.ts'
import { Refused } from '../../../model/refusal.ts'
import { isRole, maySuspend, type Role } from '../../../model/role.ts'
import type { FormFields } from '../../form/form-fields.ts'
import type { Page, PageAnswer, Redirect } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import type { Said } from '../../text/text.ts'
import { actorOf, type SignedInVisit } from '../../visit/visit.ts'
import { accountContent } from './account-content.ts'
import type { Typed } from './account-forms.ts'
import { makeLink } from './account-link.ts'
import { accountPath } from './accounts.ts'
import { readEnd } from './end.ts'
import { adminPage, type Declined, declined, notProved, wrongField } from './frame.ts'

const path = '/admin/accounts/:id'

type Change = (visit: SignedInVisit, account: Account, fields: FormFields) => Promise<Redirect | Typed>

export function adminAccount({ site, forRole }: Pages, context: Context): void {
  const show = async (visit: SignedInVisit, account: Account, typed: Typed = {}): Promise<Page> => {
    const { status, alert, retryAfter } = typed
    const content = await accountContent(context, site, visit, account, typed)
    return {
      ...adminPage(account.username, content),
      scripts: ['copy.js'],
      ...(status !== undefined && { status, alert, retryAfter }),
    }
  }
  const accountOf = ({ request }: SignedInVisit) =>
    accountById(context, parseUuid(parameter({ request }, 'id')) ?? '')

  forRole('moderator').get(path, async (visit) => show(visit, await accountOf(visit)))
  // A reload after a rejected form is a GET of the form's path.
  forRole('moderator').get(`${path}/*`, async (visit) => ({ to: accountPath(await accountOf(visit)) }))

  const action = (role: Role, name: string, change: Change) =>
    forRole(role).post(`${path}/${name}`, async (visit, fields): Promise<PageAnswer> => {
      const account = await accountOf(visit)
      const done = await change(visit, account, fields)
      return 'to' in done ? done : show(visit, account, done)
    })
  const done = (account: Account, said: Said): Redirect => ({ to: accountPath(account), said })
  /** Registers a change that requires the password again. */
  const provedAction = (name: string, change: Change) =>
    action('admin', name, async (visit, account, fields) => {
      const typed = { username: fields.text('username'), email: fields.text('email') }
      const refusal = await notProved(context, visit, fields)
      return refusal ? { ...refusal, ...typed } : change(visit, account, fields)
    })

  action('moderator', 'suspend', async (visit, account, fields) => {
    const { admin } = visit.text
    const [reason, duration, until] = [
      fields.text('reason').trim(),
      fields.text('duration'),
      fields.text('until'),
    ]
    const again = (problem: Declined) => ({ ...problem, reason, duration, until })
    if (!maySuspend(visit.account, account)) throw new Refused('role_missing', { about: account })
    // An end date that was typed takes precedence over a chosen duration.
    const end = readEnd(until.trim() || duration, context.clock())
    if (end === undefined) return again(wrongField('until', admin.untilWrong))
    try {
      await suspendAccount(context, actorOf(visit), account, { reason, until: end })
    } catch (error) {
      return again(
        declined(visit, error, {
          last_administrator: ['', admin.lastAdministrator],
          suspension_reason_malformed: ['reason', admin.account.reasonWrong],
        }),
      )
    }
    return done(account, 'admin.suspended')
  })

  action('moderator', 'restore', async (visit, account) => {
    if (!maySuspend(visit.account, account)) throw new Refused('role_missing', { about: account })
    await restoreAccount(context, actorOf(visit), account)
    return done(account, 'admin.restored')
  })

  action('admin', 'sessions', async (visit, account) => {
    // The administrator's own browser stays signed in.
    const kept = account.id === visit.account.id ? visit.session.id : ''
    await signOutEverywhere(context, actorOf(visit), account, kept)
    return done(account, 'admin.sessionsEnded')
  })

  action('admin', 'rename', async (visit, account, fields) => {
    const words = visit.text.admin.account
    const username = fields.text('username').trim()
    const again = (problem: Declined) => ({ ...problem, username })
    if (username === account.username) return again(wrongField('username', words.usernameSame))
    const refusal = await notProved(context, visit, fields)
    if (refusal) return again(refusal)
    try {
      await renameAccount(context, actorOf(visit), account, username)
    } catch (error) {
      return again(
        declined(visit, error, {
          username_malformed: ['username', words.usernameMalformed],
          username_reserved: ['username', words.usernameReserved],
          username_taken: ['username', words.usernameTaken],
          username_held: ['username', words.usernameHeld],
        }),
      )
    }
    return done(account, 'admin.renamed')
  })

  action('admin', 'release-name', async (visit, account, fields) => {
    try {
      await releaseName(context, actorOf(visit), fields.text('name'))
    } catch (error) {
      return declined(visit, error, { name_not_held: ['', visit.text.admin.account.nameNotHeld] })
    }
    return done(account, 'admin.nameReleased')
  })

  provedAction('email', async (visit, account, fields) => {
    const { account: words, accounts } = visit.text.admin
    const email = fields.text('email').trim()
    try {
      await setEmail(context, actorOf(visit), account, email)
    } catch (error) {
      const refused = declined(visit, error, {
        email_malformed: ['email', words.emailMalformed],
        email_taken: ['email', accounts.emailTaken],
      })
      return { ...refused, email }
    }
    return done(account, 'admin.emailSet')
  })

  provedAction('unlock', async (visit, account) => {
    const cleared = await unlockAccount(context, actorOf(visit), account)
    return done(account, cleared.length > 0 ? 'admin.unlocked' : 'admin.wasUnlocked')
  })

  provedAction('delete', async (visit, account) => {
    try {
      await requestDeletion(context, actorOf(visit), account)
    } catch (error) {
      return declined(visit, error, { last_administrator: ['', visit.text.admin.lastAdministrator] })
    }
    return done(account, 'admin.deletionRequested')
  })

  action('admin', 'keep', async (visit, account) => {
    const isKept = await cancelDeletion(context, actorOf(visit), account)
    return done(account, isKept ? 'admin.kept' : 'admin.wasKept')
  })

  provedAction('second-factor', async (visit, account) => {
    if (account.hasSecondFactor) await disableSecondFactor(context, actorOf(visit), account)
    return done(account, 'admin.secondFactorReset')
  })

  action('admin', 'link', (visit, account, fields) => makeLink(context, visit, account, fields))

  provedAction('grant/:role', async (visit, account) => {
    await grantRole(context, actorOf(visit), account, roleOf(visit))
    return done(account, 'admin.granted')
  })

  provedAction('ungrant/:role', async (visit, account) => {
    try {
      await ungrantRole(context, actorOf(visit), account, roleOf(visit))
    } catch (error) {
      return declined(visit, error, { last_administrator: ['', visit.text.admin.lastAdministrator] })
    }
    // Administrators who removed their own role can't see these pages any more.
    return account.id === visit.account.id ? { to: '/account' } : done(account, 'admin.ungranted')
  })
}

function parameter({ request }: Pick<SignedInVisit, 'request'>, name: string): string {
  const value = (request.params as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : ''
}

function roleOf(visit: SignedInVisit): Role {
  const role = parameter(visit, 'role')
  if (!isRole(role)) throw new Refused('route_unknown')
  return role
}
