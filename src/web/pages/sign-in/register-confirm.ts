// GET and POST /register/confirm/{token}: the mailed link, whose button creates the account.
import type { Context, ReadContext } from '../../../domain/context.ts'
import { offeredProviders } from '../../../domain/identities/offered.ts'
import { isNameRefusal } from '../../../domain/names/owner.ts'
import { confirmRegistration, waitingRegistration } from '../../../domain/registration/confirm.ts'
import { html } from '../../../lib/text/html.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import { takeNext } from '../../context/kept-next.ts'
import { pathWithNext } from '../../context/next.ts'
import type { PageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { field, form } from '../../form/forms.ts'
import { tokenOf } from '../../page/link-token.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { forgetIdentity, keptIdentity } from '../providers/kept.ts'
import { startOf } from '../providers/links.ts'
import { registeringBrowser } from './register.ts'
import { signInAs } from './second-step.ts'
import { signInRefusal } from './sign-in.ts'

const confirmPath = '/register/confirm/'

/** Returns true for the full path of a mailed link. */
export const isConfirmation = (site: Site, path: string): boolean => path.startsWith(site.href(confirmPath))

export function registerConfirmPage({ site, get, post }: Pages, context: Context): void {
  get(`${confirmPath}:token`, async (page) => {
    const token = tokenOf(page)
    const waiting = await waitingRegistration(context, token, registrantOf(context, page))
    return waiting ? confirmForm(context, site, page, token, waiting) : deadPage(context, site, page)
  })

  post(`${confirmPath}:token`, async (page, fields): Promise<PageAnswer> => {
    const registrant = registrantOf(context, page)
    const token = tokenOf(page)
    try {
      const confirming = { ...registrant, password: fields.text('password'), address: page.request.ip }
      const waiting = await waitingRegistration(context, token, registrant)
      const proved = await confirmRegistration(context, token, confirming)
      if (registrant.person) forgetIdentity(context, page)
      const account = { id: proved.row.id, username: waiting?.username ?? '' }
      const next = takeNext(context, page) ?? site.href('/account/play')
      return await signInAs(context, page, account, { flash: 'register.created', next, proved })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { usernameTaken, emailTaken } = page.text.register.confirm
      page.request.refused = error
      if (error.reason === 'link_dead') return deadPage(context, site, page)
      if (isNameRefusal(error)) return deadPage(context, site, page, 409, usernameTaken)
      if (error.reason === 'email_taken') return deadPage(context, site, page, 409, emailTaken)
      if (error.reason === 'subject_linked')
        return deadPage(context, site, page, 409, page.text.register.provider.alreadyLinked)
      const waiting = await waitingRegistration(context, token, registrant)
      if (!waiting) return deadPage(context, site, page)
      const words = { invalid: page.text.register.confirm.wrongPassword, tooMany: page.text.signIn.tooMany }
      const refusal = await signInRefusal(context, page, error, words)
      const form = await confirmForm(context, site, page, token, waiting, refusal.status === 422)
      return { ...form, ...refusal }
    }
  })
}

/** Returns who confirms: the browser, and whom a provider has proved in it. */
const registrantOf = (context: Context, page: PageContext) => ({
  browser: registeringBrowser(context, page),
  person: keptIdentity(context, page),
})

async function confirmForm(
  context: Context,
  site: Site,
  page: PageContext,
  token: string,
  { username, isRegistrant, provider }: NonNullable<Awaited<ReturnType<typeof waitingRegistration>>>,
  isInvalid = false,
): Promise<Page> {
  const { register, signIn } = page.text
  const { heading, explanation, submit, passwordHint: hint } = register.confirm
  if (!isRegistrant && provider !== null) {
    const { title = provider } = (await offeredProviders(context)).find(({ name }) => name === provider) ?? {}
    // The reader of the email may be somebody else, whom a button alone would let in.
    const again = site.href(pathWithNext(startOf(provider), site.href(`${confirmPath}${token}`)))
    return {
      heading,
      content: html`<section class="card"><p>${register.provider.sameBrowser(title)}</p>
<p><a class="button" href="${again}">${signIn.provider.continue(title)}</a></p></section>`,
    }
  }
  return {
    heading,
    content: html`<section class="card">
<p>${explanation(username)}</p>
${form(site, page, {
  action: `${confirmPath}${token}`,
  submit,
  fields:
    !isRegistrant &&
    field({
      name: 'password',
      label: register.password,
      type: 'password',
      autocomplete: 'current-password',
      hint,
      isInvalid,
    }),
})}
</section>`,
  }
}

function deadPage({ config }: ReadContext, site: Site, page: PageContext, status = 410, why?: string): Page {
  const { register, signIn, recover } = page.text
  const { heading, dead, again } = register.confirm
  const hasPasswords = config.passwordSignIn === 'on'
  return {
    status,
    heading,
    alert: why ?? dead,
    content: html`<p><a href="${site.href('/register')}">${again}</a></p>
<p><a href="${site.href('/sign-in')}">${signIn.submit}</a></p>
${hasPasswords && html`<p><a href="${site.href('/recover')}">${recover.heading}</a></p>`}`,
  }
}
