// GET /admin/accounts/{uuid} and the POSTs below it: everything about one account.

import { accountById } from '../../../../domain/accounts/find.ts'
import { cancelDeletion } from '../../../../domain/accounts/own-deletion.ts'
import { setEmail } from '../../../../domain/accounts/set-email.ts'
import { restoreAccount, suspendAccount } from '../../../../domain/accounts/suspend.ts'
import type { Context } from '../../../../domain/context.ts'
import { renameAccount } from '../../../../domain/names/rename.ts'
import { disableSecondFactor } from '../../../../domain/sign-in/second-factor.ts'
import { unlockAccount } from '../../../../domain/sign-in/unlock.ts'
import { signOutEverywhere } from '../../../../domain/tokens/devices.ts'
import { parseUuid } from '../../../../lib/crypto/uuid.ts'
import { trimmed } from '../../../../lib/text/trimmed.ts'
import type { Account } from '../../../../model/accounts/account.ts'
import { type Role, suspensionBar } from '../../../../model/accounts/role.ts'
import { Refused } from '../../../../model/errors/refusal.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Flash } from '../../../context/text.ts'
import type { FormFields } from '../../../form/form-fields.ts'
import { type Declined, declined, wrongField } from '../../../page/declined.ts'
import type { Page, PageAnswer, Redirect } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { pathParameter } from '../../../page/path-parameter.ts'
import { readEndFields, typedEnd } from '../end.ts'
import { adminPage, notProved } from '../frame.ts'
import { createCharacterFromForm, makePrimaryFromForm } from './account-characters.ts'
import { accountContent } from './account-content.ts'
import type { TypedAccount } from './account-forms.ts'
import { graveActions } from './account-grave.ts'
import { changeGroups } from './account-groups.ts'
import { makeOneTimeLink } from './account-link.ts'
import { unlinkFromForm } from './account-linked.ts'
import { removeFromForm, wholeList } from './account-lists.ts'
import { accountPath } from './accounts.ts'

const path = '/admin/accounts/:id'

type Change = (
  page: SignedInPageContext,
  account: Account,
  fields: FormFields,
) => Promise<Redirect | TypedAccount>

export function adminAccount(pages: Pages, context: Context): void {
  const { site, forRole } = pages
  const show = async (
    page: SignedInPageContext,
    account: Account,
    typed: TypedAccount = {},
  ): Promise<Page> => {
    const content = await accountContent(context, site, page, account, typed)
    return { ...adminPage(account.username, content, typed), scripts: ['copy.js'] }
  }
  const accountOf = ({ request }: SignedInPageContext) =>
    accountById(context, parseUuid(pathParameter({ request }, 'id')) ?? '')

  forRole('moderator').get(path, async (page) => {
    const account = await accountOf(page)
    const list = await wholeList(context, site, page, account)
    return list ? adminPage(account.username, list) : show(page, account)
  })
  // A reload after a rejected form is a GET of the form's path.
  forRole('moderator').get(`${path}/*`, async (page) => ({ to: accountPath(await accountOf(page)) }))

  const action = (role: Role, name: string, change: Change) =>
    forRole(role).post(`${path}/${name}`, async (page, fields): Promise<PageAnswer> => {
      const account = await accountOf(page)
      const done = await change(page, account, fields).catch((error: unknown) => ofAccount(page, error))
      return 'to' in done ? done : show(page, account, done)
    })
  const done = (account: Account, flash: Flash): Redirect => ({ to: accountPath(account), flash })
  /** Registers a change that requires the password again. */
  const provedAction = (name: string, change: Change) =>
    action('admin', name, async (page, account, fields) => {
      const typed = { username: fields.text('username'), email: fields.text('email') }
      const refusal = await notProved(context, page, fields)
      return refusal ? { ...refusal, ...typed } : change(page, account, fields)
    })

  action('moderator', 'suspend', async (page, account, fields) => {
    const typed = { ...fields.trimmed('reason', 'whom'), ...typedEnd(fields) }
    const again = (problem: Declined) => ({ ...problem, ...typed })
    const only = typed.whom === 'only'
    await requireNoBar(context, page, account)
    const { end, problem } = readEndFields(page, typed, context.clock())
    if (problem) return again(problem)
    try {
      const given = { reason: typed.reason, until: end }
      const suspended = await suspendAccount(context, actorOf(page), account, given, { only })
      return done(suspended, 'admin.suspended')
    } catch (error) {
      return again(declined(page, error))
    }
  })

  action('moderator', 'restore', async (page, account) => {
    await requireNoBar(context, page, account)
    await restoreAccount(context, actorOf(page), account)
    return done(account, 'admin.restored')
  })

  action('admin', 'sessions', async (page, account) => {
    if (account.ownerId !== undefined) throw new Refused('account_only', { about: account })
    // The administrator's own browser stays signed in.
    const kept = account.id === page.account.id ? page.session.id : ''
    await signOutEverywhere(context, actorOf(page), account, kept)
    return done(account, 'admin.sessionsEnded')
  })

  action('admin', 'rename', async (page, account, fields) => {
    const words = page.text.admin.account
    const username = trimmed(fields.text('username'))
    const again = (problem: Declined) => ({ ...problem, username })
    const email = fields.text('email').trim()
    if (email !== '') return { ...wrongField('email', words.oneAtOnce), username, email }
    if (username === account.username) return again(wrongField('username', words.usernameSame))
    const refusal = await notProved(context, page, fields)
    if (refusal) return again(refusal)
    try {
      await renameAccount(context, actorOf(page), account, username)
    } catch (error) {
      return again(
        declined(page, error, {
          username_malformed: ['username', words.usernameMalformed],
          username_reserved: ['username', words.usernameReserved],
          username_taken: ['username', words.usernameTaken],
          username_held: ['username', words.usernameHeld],
        }),
      )
    }
    return done(account, 'admin.renamed')
  })

  provedAction('email', async (page, account, fields) => {
    const { account: words, accounts } = page.text.admin
    const email = trimmed(fields.text('email'))
    const username = trimmed(fields.text('username'))
    if (username !== '') return { ...wrongField('username', words.oneAtOnce), username, email }
    try {
      await setEmail(context, actorOf(page), account, email)
    } catch (error) {
      const refused = declined(page, error, {
        email_malformed: ['email', words.emailMalformed],
        email_taken: ['email', accounts.emailTaken],
      })
      return { ...refused, email }
    }
    return done(account, 'admin.emailSet')
  })

  provedAction('unlock', async (page, account) => {
    const cleared = await unlockAccount(context, actorOf(page), account)
    return done(account, cleared.length > 0 ? 'admin.unlocked' : 'admin.wasUnlocked')
  })

  action('admin', 'keep', async (page, account) => {
    const isKept = await cancelDeletion(context, actorOf(page), account)
    return done(account, isKept ? 'admin.kept' : 'admin.wasKept')
  })

  provedAction('second-factor', async (page, account) => {
    if (account.hasSecondFactor || account.ownerId !== undefined)
      await disableSecondFactor(context, actorOf(page), account)
    return done(account, 'admin.secondFactorReset')
  })

  action('admin', 'link', (page, account, fields) => makeOneTimeLink(context, page, account, fields))

  action('admin', 'app-passwords', (page, account, fields) => removeFromForm(context, page, account, fields))

  action('admin', 'unlink', (page, account, fields) => unlinkFromForm(context, page, account, fields))

  action('admin', 'characters', (page, account, fields) =>
    createCharacterFromForm(context, page, account, fields),
  )

  action('admin', 'primary', (page, account) => makePrimaryFromForm(context, page, account))

  for (const change of ['add', 'remove'] as const) {
    action('admin', `groups/${change}`, (...given) => changeGroups(context, ...given, change))
  }

  graveActions(pages, context)
}

/** Says that what a character's page does not offer belongs to its account. Throws every other error again. */
function ofAccount(page: SignedInPageContext, error: unknown): TypedAccount {
  if (!(error instanceof Refused && error.reason === 'account_only')) throw error
  return declined(page, error)
}

/** Before anything is said about the form. A character has no role, but its account may. Throws Refused `role_missing`. */
async function requireNoBar(context: Context, page: SignedInPageContext, account: Account): Promise<void> {
  const { ownerId } = account
  const owner = ownerId === undefined ? account : await accountById(context, ownerId)
  if (suspensionBar(page.account, owner, owner.suspension ?? account.suspension)) {
    throw new Refused('role_missing', { about: account })
  }
}
