// GET and POST /recover, /recover/sent and /recover/{token}: choosing a new password by email.

import type { Outliving } from '../../../domain/access/outliving.ts'
import type { Context, ReadContext, SiteContext } from '../../../domain/context.ts'
import { isWorkDone } from '../../../domain/registration/proof-of-work.ts'
import { askForRecovery, recover, recovering } from '../../../domain/sign-in/recovery.ts'
import { html } from '../../../lib/text/html.ts'
import { trimmed } from '../../../lib/text/trimmed.ts'
import { isMailAddress } from '../../../model/accounts/account.ts'
import { type Refusal, Refused } from '../../../model/errors/refusal.ts'
import { keepNext, takeNext } from '../../context/kept-next.ts'
import { nextPath, pathWithNext } from '../../context/next.ts'
import type { PageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { field, form } from '../../form/forms.ts'
import { workField } from '../../form/work-field.ts'
import { tokenOf } from '../../page/link-token.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { outlivingBoxes, tickedBoxes } from '../security/outliving.ts'
import { checkYourMail, keepMailed, mailNote, sentAgain } from './check-your-mail.ts'
import { newPassword, refusalOf } from './register.ts'
import { signInAs } from './second-step.ts'
import { queryOf } from './sign-in.ts'

export function recoverPage({ site, get, post }: Pages, context: Context): void {
  // Nobody has a password to choose.
  if (context.config.passwordSignIn === 'off') return
  const minLength = context.config.passwordMinLength
  const nextOf = (given: string) => nextPath(given, context.baseUrl())
  get('/recover', (page) => askForm(context, site, page, { email: '', next: nextOf(queryOf(page, 'next')) }))

  post('/recover', async (page, fields): Promise<PageAnswer> => {
    const email = trimmed(fields.text('email'))
    const asked = { email, next: nextOf(fields.text('next')) }
    const { recover: text, work } = page.text
    const wrong = isMailAddress(email) ? undefined : text.malformed
    const missing = wrong || (await isWorkDone(context, fields.text('altcha'))) ? undefined : work.missing
    const alert = wrong ?? missing
    if (alert)
      return { ...(await askForm(context, site, page, asked, wrong !== undefined)), status: 422, alert }
    try {
      await askForRecovery(context, email, page.request.ip)
      const isAgain = fields.text('again') !== ''
      if (!isAgain) keepNext(context, page, 'recover', asked.next)
      keepMailed(context, page, email)
      return { to: '/recover/sent', ...(isAgain && { flash: sentAgain(context) }) }
    } catch (error) {
      return { ...(await askForm(context, site, page, asked)), ...refusalOf(page, error) }
    }
  })

  get('/recover/sent', (page) => checkYourMail(context, site, page, '/recover'))

  get('/recover/:token', async (page) => {
    const token = tokenOf(page)
    const found = await recovering(context, token)
    return found ? chooseForm(site, page, { token, ...found, minLength }) : deadPage(site, page)
  })

  post('/recover/:token', async (page, fields): Promise<PageAnswer> => {
    const token = tokenOf(page)
    const found = (await recovering(context, token)) ?? {
      username: '',
      passkeys: [],
      players: [],
      identities: [],
    }
    const ended = tickedBoxes(fields, found)
    try {
      const done = await recover(context, token, fields.text('password'), page.request.ip, ended)
      const account = { id: done.row.id, username: found.username }
      const next = takeNext(context, page)
      return await signInAs(context, page, account, { flash: 'recover.changed', next, proved: done })
    } catch (error) {
      if (error instanceof Refused && error.reason === 'link_dead') {
        page.request.refused = error
        return deadPage(site, page)
      }
      const refusal = refusalOf(page, error, page.text.recover.choose.problem)
      const reasons = page.request.refused?.reasons
      return { ...chooseForm(site, page, { token, ...found, minLength, reasons }), ...refusal }
    }
  })
}

async function askForm(
  context: ReadContext & SiteContext,
  site: Site,
  page: PageContext,
  { email, next }: { email: string; next: string | undefined },
  isInvalid = false,
): Promise<Page> {
  const { recover: text } = page.text
  const work = await workField(context, site, page)
  return {
    heading: text.heading,
    ...work.page,
    here: site.href(pathWithNext('/recover', next)),
    next,
    content: html`<section class="card">
<p>${text.explanation}</p>
${mailNote(context, page)}
${form(site, page, {
  action: '/recover',
  submit: text.submit,
  hidden: { next },
  fields: [
    field({
      name: 'email',
      label: text.email,
      type: 'email',
      value: email,
      autocomplete: 'email',
      inputmode: 'email',
      isInvalid,
    }),
    work.field,
  ],
})}
</section>`,
  }
}

interface Choosing extends Outliving {
  token: string
  username: string
  minLength: number
  reasons?: readonly Refusal[] | undefined
}

function chooseForm(
  site: Site,
  page: PageContext,
  { token, username, minLength, reasons, ...outliving }: Choosing,
): Page {
  const { choose } = page.text.recover
  return {
    heading: choose.heading,
    content: html`<section class="card">
<p>${choose.explanation(username)}</p>
${form(site, page, {
  action: `/recover/${token}`,
  submit: choose.submit,
  fields: [newPassword(minLength, page, choose.password, reasons), outlivingBoxes(page, outliving)],
})}
</section>`,
  }
}

function deadPage(site: Site, { text }: PageContext): Page {
  const { heading, dead, again } = text.recover.choose
  return {
    status: 410,
    heading,
    alert: dead,
    content: html`<p><a href="${site.href('/recover')}">${again}</a></p>`,
  }
}
