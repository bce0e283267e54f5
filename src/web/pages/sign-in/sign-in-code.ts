// GET and POST /sign-in/code: the second factor, after the password.
import type { Context } from '../../../domain/context.ts'
import { proveCode, waitingSignIn } from '../../../domain/sign-in/second-step.ts'
import { html } from '../../../lib/text/html.ts'
import { pathWithNext } from '../../context/next.ts'
import type { PageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { field, form } from '../../form/forms.ts'
import { nextPolicy } from '../../form/next-policy.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { codeKeys, codeOf } from '../security/current-password.ts'
import { pendingSecret, startAgain } from './second-step.ts'
import { beginSession, nextOf, queryOf, signInRefusal } from './sign-in.ts'

const path = '/sign-in/code'
const recoveryPath = `${path}?recovery=1`

export function signInCodePage({ site, get, post }: Pages, context: Context): void {
  get(path, async (page) => {
    const next = nextOf(context, site, queryOf(page, 'next'))
    const waiting = await waitingSignIn(context, pendingSecret(context, page))
    if (!waiting?.needsCode) return startAgain(next)
    const isRecovery = queryOf(page, 'recovery') !== ''
    return { ...codeForm(site, page, { next, isRecovery }), policy: await nextPolicy(context, site, next) }
  })

  post(path, async (page, fields): Promise<PageAnswer> => {
    const next = nextOf(context, site, fields.text('next'))
    const code = codeOf(fields)
    try {
      const signedIn = await proveCode(context, pendingSecret(context, page), code, page.request.ip)
      return signedIn ? await beginSession(context, page, signedIn, next) : startAgain(next)
    } catch (error) {
      const refusal = await signInRefusal(context, page, error, page.text.signIn.code)
      const policy = await nextPolicy(context, site, next)
      const typed = { next, isRecovery: fields.text('recovery') !== '', isInvalid: refusal.status === 422 }
      return { ...codeForm(site, page, typed), ...refusal, policy }
    }
  })
}

interface Coding {
  next: string
  /** True for a field with all keys of a phone: recovery codes have letters. */
  isRecovery: boolean
  isInvalid?: boolean
}

function codeForm(site: Site, page: PageContext, { next, isRecovery, isInvalid = false }: Coding): Page {
  const { code } = page.text.signIn
  const restart = pathWithNext(page.account ? '/sign-in?again=1' : '/sign-in', next)
  return {
    heading: code.heading,
    here: site.href(pathWithNext(isRecovery ? recoveryPath : path, next)),
    next,
    content: html`<section class="card">
${form(site, page, {
  action: path,
  submit: code.submit,
  hidden: { next, recovery: isRecovery ? '1' : undefined },
  fields: field({
    name: 'code',
    label: code.label,
    ...codeKeys(isRecovery),
    hint: code.explanation,
    isInvalid,
  }),
})}
${!isRecovery && html`<p><a href="${site.href(pathWithNext(recoveryPath, next))}">${code.useRecovery}</a></p>`}
<p><a href="${site.href(restart)}">${code.restart}</a></p>
</section>`,
  }
}
