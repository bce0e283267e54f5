// The accounts at providers on /account/linked, and the forms that link and unlink them.
import type { Context } from '../../../domain/context.ts'
import { beginAt } from '../../../domain/identities/begin.ts'
import { type LinkedIdentity, linkable } from '../../../domain/identities/linked.ts'
import { offeredProvider, offeredProviders } from '../../../domain/identities/offered.ts'
import { unlinkIdentity } from '../../../domain/identities/unlink.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import type { Provider } from '../../../model/community/provider.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import { actorOf, type PageContext, type SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { form } from '../../form/forms.ts'
import { folded } from '../../layout/folded.ts'
import { withTime } from '../../layout/time.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { signInToSend } from '../../page/sign-in-first.ts'
import { providerRefusal } from './failure.ts'
import { keepSignIn } from './kept.ts'
import { leading } from './leading.ts'
import { mark } from './marks.ts'

const path = '/account/linked'

/** So many are not folded. */
const rowsShown = 2

type Refusal = Pick<Page, 'status' | 'alert' | 'retryAfter'>

/** Registers both forms. `show` returns the page with them. */
export function identityForms(
  { site, signedIn }: Pages,
  context: Context,
  show: (page: SignedInPageContext) => Promise<Page>,
): void {
  const refused = async (page: SignedInPageContext, error: unknown, name: string): Promise<Page> => {
    const refusal = await linkRefusal(context, page, error, name)
    return { ...(await show(page)), ...refusal, here: site.href(path) }
  }

  signedIn.post(`${path}/with`, async (page, fields): Promise<PageAnswer> => {
    const { session } = page
    if (!session.isRecentlyAuthenticated) return signInToSend(context, site, page, fields, '/sign-in?again=1')
    const name = fields.text('provider')
    try {
      const provider = await offeredProvider(context, name)
      const { away, begun } = beginAt(context, provider, { prompt: promptOf(provider) })
      keepSignIn(context, page, { ...begun, session: session.id })
      return leading(page, away, provider, site.href(path))
    } catch (error) {
      return refused(page, error, name)
    }
  })

  signedIn.post(`${path}/unlink`, async (page, fields): Promise<PageAnswer> => {
    if (!page.session.isRecentlyAuthenticated)
      return signInToSend(context, site, page, fields, '/sign-in?again=1')
    const name = fields.text('provider')
    try {
      await unlinkIdentity(context, actorOf(page), page.account, name)
      return { to: path, flash: 'linked.identityUnlinked' }
    } catch (error) {
      return refused(page, error, name)
    }
  })
}

/** People who have several accounts there see which one is linked. */
const promptOf = ({ preset }: Provider): 'consent' | 'select_account' =>
  preset === 'google' || preset === 'github' || preset === 'microsoft' ? 'select_account' : 'consent'

/** Returns the error of a form that links or unlinks. Throws any other error again. */
export async function linkRefusal(
  context: Context,
  page: PageContext,
  error: unknown,
  name: string,
): Promise<Refusal> {
  const { problems } = page.text.linked.identity
  const { title = name } = (await offeredProviders(context)).find((each) => each.name === name) ?? {}
  const alerts: Partial<Record<Refused['reason'], string>> = {
    subject_linked: problems.taken(title),
    identity_another: problems.another(title),
    identities_too_many: problems.full,
    last_way_in: problems.lastWay,
  }
  const alert = error instanceof Refused ? alerts[error.reason] : undefined
  if (alert === undefined || !(error instanceof Refused)) return providerRefusal(context, page, error, name)
  page.request.refused = error
  return { status: 422, alert }
}

/** Renders what is linked, and a button for each other provider; undefined if there is neither. */
export async function identitySection(
  context: Context,
  site: Site,
  page: SignedInPageContext,
): Promise<Html | undefined> {
  const { linked, others } = await linkable(context, page.account)
  if (linked.length + others.length === 0) return undefined
  const { identity: words } = page.text.linked
  const rows = (some: readonly LinkedIdentity[]) =>
    html`<ul class="rows">${some.map((each) => row(site, page, each))}</ul>`
  return html`<section class="card">
<h2>${words.heading}</h2>
<p>${words.about}</p>
${linked.length > 0 && rows(linked.slice(0, rowsShown))}
${folded(linked.slice(rowsShown), rows)}
${others.map(({ name, title }) =>
  form(site, page, {
    action: `${path}/with`,
    submit: words.link(title),
    variant: 'quiet',
    hidden: { provider: name },
  }),
)}
</section>`
}

function row(
  site: Site,
  page: SignedInPageContext,
  { provider, name, linkedAt, lastSignInAt }: LinkedIdentity,
): Html {
  const { identity: words } = page.text.linked
  return html`<li><div><strong>${mark(provider.preset)}${provider.title}</strong> <bdi>${name}</bdi>
<p class="hint">${withTime(page.language, linkedAt, words.since(linkedAt))}</p>
${lastSignInAt !== undefined && html`<p class="hint">${withTime(page.language, lastSignInAt, words.lastSignIn(lastSignInAt))}</p>`}</div>
${form(site, page, {
  action: `${path}/unlink`,
  submit: words.unlink(provider.title),
  variant: 'quiet',
  hidden: { provider: provider.name },
})}</li>`
}
