import { type Html, type HtmlValue, html } from '../../../lib/text/html.ts'
import type { SignedInPageContext } from '../../context/page-context.ts'

/** A step that somebody takes elsewhere, and whose end the service sees. */
interface Step {
  heading: string
  isDone: boolean
  /** The words that say how to take it. Shown until it is done. */
  how: HtmlValue
}

/** Renders what is to be done and what of it the service has seen, with the next step marked; nothing once all is done. */
export function stepsCard(
  { text: { play: words } }: SignedInPageContext,
  steps: readonly Step[],
): Html | undefined {
  const next = steps.findIndex(({ isDone }) => !isDone)
  if (next < 0) return undefined
  const item = ({ heading, isDone, how }: Step, at: number) =>
    isDone
      ? html`<li class="done"><h2>${heading} <small>${words.done}</small></h2></li>\n`
      : html`<li class="open"${at === next && html` aria-current="step"`}><h2>${heading}</h2><p>${at === next && html`<b>${words.open}.</b> `}${how}</p></li>\n`
  return html`<section class="card">
<ol class="steps progress">
${steps.map(item)}</ol>
</section>
`
}
