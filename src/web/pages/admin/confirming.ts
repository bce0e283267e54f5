// The page between a button that can't be undone and what it does. It needs no script, and survives a reload.
import { fold } from '../../../lib/text/fold.ts'
import { type Html, type HtmlValue, html } from '../../../lib/text/html.ts'
import { trimmed } from '../../../lib/text/trimmed.ts'
import type { SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { field, form } from '../../form/forms.ts'
import type { Page } from '../../page/page.ts'

/** Describes a change before it is made. */
export interface Question {
  /** The text of the button, here and on the page that leads here. */
  submit: string
  /** The name of its object. */
  subject: string
  /** The paragraphs that tell the consequences, and whether they can be undone. */
  effects: readonly HtmlValue[]
  /** The players, sites and servers that are affected, by their headings. */
  affected?: readonly (readonly [heading: string, value: HtmlValue])[]
  hidden?: Readonly<Record<string, string | undefined>>
  /** The path to go back to. */
  back: string
  /** True if nothing is lost: the page is there for the proof alone, and asks for no name. */
  isHarmless?: boolean
}

interface Button {
  /** The path of the question, which is also that of the form that answers it. */
  action: string
  submit: string
  accessibleName?: string
  hidden?: Readonly<Record<string, string>>
  fields?: HtmlValue
  variant?: 'quiet' | 'danger'
}

/** Renders the button that leads to the question. */
export const askingButton = (
  site: Site,
  { action, submit, accessibleName, hidden = {}, fields, variant = 'danger' }: Button,
): Html =>
  html`<form method="get" action="${site.href(action)}" class="asking">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${fields}
<button class="${variant}"${accessibleName !== undefined && html` aria-label="${accessibleName}"`}>${submit}</button>
</form>`

/** Renders the field for the name of what the question is about, so that no hasty press answers it. */
export const nameField = (
  { text }: SignedInPageContext,
  { subject }: Question,
  { wrong, name = '' }: { wrong?: string | undefined; name?: string },
): Html =>
  field({
    name: 'name-of',
    label: text.layout.confirm.type(subject),
    value: name,
    autocomplete: 'off',
    isInvalid: wrong === 'name-of',
  })

/** Returns true if the name was typed, in whichever case and however a page shows its spaces. */
export const isNameOf = ({ subject }: Question, typed: string): boolean =>
  comparable(typed) === comparable(subject)

const comparable = (name: string): string => fold(trimmed(name.normalize('NFKC')).replaceAll(/\s+/gu, ' '))

/** Renders the question. `fields` are those with which the visitor confirms it and proves who they are. */
export function confirmingPage(
  site: Site,
  page: SignedInPageContext,
  action: string,
  { submit, subject, effects, affected = [], hidden, back, isHarmless = false }: Question,
  fields?: HtmlValue,
): Pick<Page, 'heading' | 'content'> {
  const { confirm: words } = page.text.layout
  const facts = affected.filter(([, value]) => value !== false && value !== undefined)
  return {
    heading: words.heading(submit, subject),
    content: html`<section class="card narrow confirming">
${effects.map((effect) => html`<p>${effect}</p>`)}
${facts.length > 0 && html`<dl class="facts">${facts.map(([name, value]) => html`<div class="whole"><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>`}
${form(site, page, {
  action,
  submit,
  fields,
  ...(!isHarmless && { variant: 'danger' }),
  ...(hidden && { hidden }),
})}
<p class="aside"><a href="${site.href(back)}">${words.back}</a></p>
</section>`,
  }
}

/** Renders what stands below the alert of a form whose question can no longer be asked. `back` leads to what is there now. */
export const refusedPage = (
  site: Site,
  { text }: SignedInPageContext,
  back: string,
): Pick<Page, 'heading' | 'content'> => ({
  heading: text.errors.otherSite.heading,
  content: html`<p><a class="button quiet" href="${site.href(back)}">${text.oauth.members.back}</a></p>`,
})
