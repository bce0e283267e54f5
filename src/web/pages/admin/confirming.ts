// The page between a button that can't be undone and what it does. It needs no script, and survives a reload.
import { type Html, type HtmlValue, html } from '../../../lib/text/html.ts'
import type { SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { form } from '../../form/forms.ts'
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
  /** True if nothing is lost: the page is there for the proof alone. */
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

/** Renders the question. `proof` are the fields with which the visitor proves who they are. */
export function confirmingPage(
  site: Site,
  page: SignedInPageContext,
  action: string,
  { submit, subject, effects, affected = [], hidden, back, isHarmless = false }: Question,
  proof?: HtmlValue,
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
  fields: proof,
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
