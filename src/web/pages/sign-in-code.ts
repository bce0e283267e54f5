// GET and POST /sign-in/code: the second factor, after the password.
import type { Context } from '../../domain/context.ts'
import { isAwaited, proveCode } from '../../domain/sign-in/second-step.ts'
import { html } from '../../lib/text/html.ts'
import { field, form } from '../form/forms.ts'
import { nextPolicy } from '../form/next-policy.ts'
import type { Page, PageAnswer, Redirect } from '../page/page.ts'
import type { Pages } from '../page/page-scope.ts'
import { readCookie } from '../visit/cookies.ts'
import { pathWithNext } from '../visit/next.ts'
import type { Site } from '../visit/site.ts'
import type { Visit } from '../visit/visit.ts'
import { codeOf } from './current-password.ts'
import { beginSession, nextOf, queryOf, signInRefusal } from './sign-in.ts'

export function signInCodePage({ site, get, post }: Pages, context: Context): void {
  const pendingOf = (visit: Visit) => readCookie(context, visit.request, 'sign-in') ?? ''

  get('/sign-in/code', async (visit) => {
    const next = nextOf(context, site, queryOf(visit, 'next'))
    if (!(await isAwaited(context, pendingOf(visit)))) return startAgain(next)
    return { ...codeForm(site, visit, next), policy: await nextPolicy(context, site, next) }
  })

  post('/sign-in/code', async (visit, fields): Promise<PageAnswer> => {
    const next = nextOf(context, site, fields.text('next'))
    const code = codeOf(fields)
    try {
      const signedIn = await proveCode(context, pendingOf(visit), code, visit.request.ip)
      return signedIn ? await beginSession(context, visit, signedIn, next) : startAgain(next)
    } catch (error) {
      const refusal = await signInRefusal(context, visit, error, visit.text.signIn.code)
      const policy = await nextPolicy(context, site, next)
      return { ...codeForm(site, visit, next, refusal.status === 422), ...refusal, policy }
    }
  })
}

const startAgain = (next: string): Redirect => ({
  to: pathWithNext('/sign-in', next),
  said: 'signIn.expired',
})

function codeForm(site: Site, visit: Visit, next: string, isInvalid = false): Page {
  const { code } = visit.text.signIn
  const restart = pathWithNext(visit.account ? '/sign-in?again=1' : '/sign-in', next)
  return {
    heading: code.heading,
    here: site.href(pathWithNext('/sign-in/code', next)),
    next,
    content: html`<section class="card">
${form(site, visit, {
  action: '/sign-in/code',
  submit: code.submit,
  hidden: { next },
  fields: field({
    name: 'code',
    label: code.label,
    autocomplete: 'one-time-code',
    hint: code.explanation,
    isInvalid,
  }),
})}
<p><a href="${site.href(restart)}">${code.restart}</a></p>
</section>`,
  }
}
