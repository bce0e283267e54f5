// GET and POST /rules: the rules of the community, which signed-in people accept here.
import type { Context } from '../../domain/context.ts'
import { acceptRules, mustAccept } from '../../domain/operation/accepted-rules.ts'
import { type Html, html } from '../../lib/text/html.ts'
import { type Refusal, Refused } from '../../model/errors/refusal.ts'
import { nextPath } from '../context/next.ts'
import { actorOf, isSignedIn, type PageContext, type SignedInPageContext } from '../context/page-context.ts'
import type { Site } from '../context/site.ts'
import { form } from '../form/forms.ts'
import { withTime } from '../layout/time.ts'
import type { Page, PageAnswer } from '../page/page.ts'
import type { Pages } from '../page/page-scope.ts'
import { queryOf } from './sign-in/sign-in.ts'

export function rulesPage({ site, get, signedIn }: Pages, context: Context): void {
  get('/rules', (page) => show(context, site, page, nextPath(queryOf(page, 'next'), context.baseUrl())))

  signedIn.post('/rules', async (page, fields): Promise<PageAnswer> => {
    const next = nextPath(fields.text('next'), context.baseUrl())
    try {
      await acceptRules(context, actorOf(page), page.account, fields.text('rules'))
      return { next: next ?? site.href('/account'), flash: 'rules.accepted' }
    } catch (error) {
      if (!(error instanceof Refused) || error.reason !== 'rules_not_accepted') throw error
      page.request.refused = error
      return { ...show(context, site, page, next, page.text.rules.missing), status: 422 }
    }
  })
}

/** Throws Refused `route_unknown` if there are no rules. */
function show(
  context: Context,
  site: Site,
  page: PageContext,
  next: string | undefined,
  problem?: string,
): Page {
  const { rules } = context.settings
  if (rules === undefined) throw new Refused('route_unknown')
  return {
    heading: page.text.rules.heading,
    next,
    content: html`<section class="card">
<p class="typed" dir="auto">${rules.text}</p>
${isSignedIn(page) && below(context, site, page, { version: rules.version, next, problem })}
</section>`,
  }
}

/** Renders the form that accepts the rules, or when the owner of the account has accepted them. */
function below(
  context: Context,
  site: Site,
  page: SignedInPageContext,
  { version, next, problem }: { version: string; next: string | undefined; problem: string | undefined },
): Html {
  const { account, language, text } = page
  if (!mustAccept(context, account) && account.rulesAccepted)
    return html`<p class="hint">${withTime(language, account.rulesAccepted.at, text.rules.acceptedAt(account.rulesAccepted.at))}</p>`
  return form(site, page, {
    action: '/rules',
    submit: text.rules.submit,
    hidden: { next },
    fields: acceptBox(version, text.rules.accept, problem),
  })
}

/**
 * Renders the rules of the community, folded, and the box that accepts them, whose value is the version shown. It is
 * never ticked beforehand. Undefined if there are no rules.
 */
export function rulesField(
  { settings }: Context,
  { text }: PageContext,
  reasons: readonly Refusal[] = [],
): Html | undefined {
  const { rules } = settings
  if (rules === undefined) return undefined
  const { rules: words } = text
  return html`<details id="rules">
<summary>${words.heading}</summary>
<p class="typed" dir="auto">${rules.text}</p>
</details>
${acceptBox(rules.version, words.accept, reasons.includes('rules_not_accepted') ? words.missing : undefined)}`
}

/** Renders the box, with the problem below it if there is one. */
const acceptBox = (version: string, label: string, problem: string | undefined): Html =>
  html`<fieldset><label><input type="checkbox" name="rules" value="${version}"${problem !== undefined && html` aria-invalid="true" aria-describedby="rules-problem"`}>${label}</label>
${problem !== undefined && html`<p class="problem" id="rules-problem">${problem}</p>`}</fieldset>`
