// POST /admin/accounts/{uuid}/link, and the one-time links that the account's page shows.
import type { Context } from '../../../domain/context.ts'
import { createLink } from '../../../domain/sign-in/links.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import type { Account } from '../../../model/account.ts'
import { isLinkPurpose, linkPurposes } from '../../../model/link.ts'
import { shownLink } from '../../../present/link.ts'
import type { FormFields } from '../../form/form-fields.ts'
import { form, select } from '../../form/forms.ts'
import { copyLine } from '../../layout/copy-line.ts'
import { qrCode } from '../../layout/qr-code.ts'
import type { Redirect } from '../../page/page.ts'
import type { Site } from '../../visit/site.ts'
import { actorOf, type SignedInVisit } from '../../visit/visit.ts'
import type { Typed } from './account-forms.ts'
import { accountPath } from './accounts.ts'
import { readEnd } from './end.ts'
import { type Declined, declined, notProved, provingField, wrongField } from './frame.ts'
import { keepSecret, takeSecret } from './new-secret.ts'

/** The lifetimes to choose from; the second is the default. */
const lifetimes = ['1h', '24h', '7d'] as const

/** Renders the form, folded unless it was declined: most visits are for something else. */
export function linkFold(site: Site, visit: SignedInVisit, account: Account, typed: Typed): Html {
  const { admin: words } = visit.text.links
  return html`<details${typed.purpose !== undefined && html` open`}>
<summary>${words.heading}</summary>
${account.suspension ? html`<p>${words.suspended}</p>` : linkForm(site, visit, account, typed)}
</details>`
}

function linkForm(site: Site, visit: SignedInVisit, account: Account, typed: Typed): Html {
  const { admin: words } = visit.text.links
  return html`<p>${words.about}</p>
${form(site, visit, {
  action: `${accountPath(account)}/link`,
  submit: words.create,
  fields: [
    select({
      name: 'for',
      label: words.purpose,
      value: typed.purpose ?? 'password',
      options: linkPurposes.map((value) => ({ value, label: words.purposes[value] })),
    }),
    select({
      name: 'lasts',
      label: words.lasts,
      value: typed.lasts ?? lifetimes[1],
      options: lifetimes.map((value) => ({ value, label: words.lifetimes[value] })),
    }),
    provingField(visit, typed.purpose === undefined ? undefined : typed.wrong, 'link-'),
  ],
})}`
}

/** Renders the link that was just created, which this page shows once. */
export async function newLinkCard(
  context: Context,
  visit: SignedInVisit,
  account: Account,
): Promise<Html | undefined> {
  const kept = takeSecret(context, visit, account.id) ?? ''
  const [, end, token] = /^(\d{13})\.([\w-]{22})$/.exec(kept) ?? []
  if (end === undefined || token === undefined) return undefined
  const { admin: words } = visit.text.links
  const expiresAt = Number(end)
  const { url } = shownLink({ token, expiresAt }, context.baseUrl())
  return html`<section class="card">
<h2>${words.made}</h2>
<p>${words.once(expiresAt)}</p>
${copyLine(visit.text, url)}
${await qrCode(url, words.qrCode)}
</section>`
}

/** Creates a link. The form requires the password again, and the page then shows the link. */
export async function makeLink(
  context: Context,
  visit: SignedInVisit,
  account: Account,
  fields: FormFields,
): Promise<Redirect | Typed> {
  const { admin: words } = visit.text.links
  const [purpose, lasts] = [fields.text('for'), fields.text('lasts')]
  const again = (problem: Declined): Typed => ({ ...problem, purpose, lasts })
  const refusal = await notProved(context, visit, fields)
  if (refusal) return again(refusal)
  const expiresAt = readEnd(lasts, context.clock())
  if (!isLinkPurpose(purpose) || typeof expiresAt !== 'number') return again(wrongField('', words.malformed))
  try {
    const { token, expiresAt: end } = await createLink(context, actorOf(visit), account, {
      purpose,
      expiresAt,
    })
    keepSecret(context, visit, account.id, `${end}.${token}`)
  } catch (error) {
    return again(
      declined(visit, error, {
        link_of_suspended: ['', words.suspended],
        link_too_long: ['', words.malformed],
      }),
    )
  }
  return { to: accountPath(account), said: 'links.created' }
}
