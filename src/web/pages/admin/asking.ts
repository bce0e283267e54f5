// Routes that ask before they do what can't be undone.
import type { Context } from '../../../domain/context.ts'
import { type Html, type HtmlValue, html } from '../../../lib/text/html.ts'
import type { SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import type { FormFields } from '../../form/form-fields.ts'
import { pathOf } from '../../form/form-page.ts'
import { form } from '../../form/forms.ts'
import { type Declined, declined, wrongField } from '../../page/declined.ts'
import type { Page, Redirect } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { queryOf } from '../sign-in/sign-in.ts'
import {
  askingButton,
  confirmingPage,
  isNameOf,
  nameField,
  type Question,
  refusedPage,
} from './confirming.ts'
import { adminPage, notProved, provingField, provingNote } from './frame.ts'

/** Returns a value that the button has sent along: of the address, and then of the form. */
export type Given = (name: string) => string

/** An answer that was declined, with the name that was typed. */
type Answered = Declined & { name?: string }

interface Asked {
  /** Returns the question, or a redirect if there is nothing to ask. */
  ask: (page: SignedInPageContext, given: Given) => Question | Redirect | Promise<Question | Redirect>
  /** Does it. What it throws is declined with the words of every form. */
  act: (page: SignedInPageContext, fields: FormFields) => Promise<Redirect | Declined>
  /** True if it has to be quick: nobody is asked who they are, and no name has to be typed. */
  isQuick?: boolean
}

/** Registers the page that asks, at the path of the form that answers it. */
export function asking(
  { site, forRole }: Pages,
  context: Context,
  path: string,
  { ask, act, isQuick = false }: Asked,
): void {
  const admin = forRole('admin')
  const asksName = ({ isHarmless = false }: Question) => !isQuick && !isHarmless
  const show = (page: SignedInPageContext, asked: Question | Redirect, refused: Answered = {}) => {
    // A redirect would lose what was declined: it has no words for it.
    if ('to' in asked && refused.alert === undefined) return asked
    if ('to' in asked) {
      const { heading, content } = refusedPage(site, page, asked.to)
      return adminPage(heading, content, refused)
    }
    const fields = html`${asksName(asked) && nameField(page, asked, refused)}
${!isQuick && html`${provingNote(page)}${provingField(page, refused.wrong)}`}`
    const action = pathOf(page.request.url).slice(site.href('').length)
    const { heading, content } = confirmingPage(site, page, action, asked, fields)
    return { ...adminPage(heading, content, refused), here: site.href(askedAt(action, asked)) }
  }
  admin.get(path, async (page) => show(page, await ask(page, (name) => queryOf(page, name))))
  admin.post(path, async (page, fields): Promise<Page | Redirect> => {
    const question = () => ask(page, (name) => fields.text(name))
    const name = fields.text('name-of')
    const again = async (refused: Declined) => show(page, await question(), { ...refused, name })
    const asked = isQuick ? undefined : await question()
    if (asked && 'submit' in asked && asksName(asked) && !isNameOf(asked, name)) {
      return again(wrongField('name-of', page.text.layout.confirm.mistyped(asked.subject)))
    }
    const refusal = isQuick ? undefined : await notProved(context, page, fields)
    if (refusal) return again(refusal)
    const done = await act(page, fields).catch((error: unknown) => declined(page, error))
    return 'to' in done ? done : again(done)
  })
}

/** Returns the path of the question with what its button has sent along. */
function askedAt(action: string, { hidden = {} }: Question): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(hidden)) if (value !== undefined) query.append(name, value)
  return query.size === 0 ? action : `${action}?${query.toString()}`
}

/**
 * Renders the button of a route that asks only who its visitor is: it leads to the question, unless they have proved that
 * recently.
 */
export const provedButton = (
  site: Site,
  page: SignedInPageContext,
  { action, submit }: { action: string; submit: string },
): Html =>
  page.session.isRecentlyAuthenticated
    ? form(site, page, { action, submit, variant: 'quiet' })
    : askingButton(site, { action, submit, variant: 'quiet' })

/** The names that a question shows; the others are counted. */
const namesShown = 10

/** Renders the names of what is affected; false if there are none. */
export const named = (names: readonly string[]): HtmlValue =>
  names.length > 0 &&
  html`${names.slice(0, namesShown).map((name, at) => html`${at > 0 && ', '}<bdi>${name}</bdi>`)}${names.length > namesShown && html` +${String(names.length - namesShown)}`}`
