// The forms that suspend and restore an account or a visitor.
import { type Html, html } from '../../../lib/text/html.ts'
import { suspensionFields } from '../../../model/fields/suspension.ts'
import type { SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { form } from '../../form/forms.ts'
import { withTime } from '../../layout/time.ts'
import { type Typed, typedField } from '../../page/declined.ts'
import { endFields, type TypedEnd } from './end.ts'
import { boundsOf } from './frame.ts'

export type TypedSuspension = Typed<'reason'> & TypedEnd

interface Suspendable {
  /** The path of the subject's page. */
  path: string
  suspension: { at: number; until?: number | undefined; reason?: string | undefined } | undefined
  /** Says what a suspension does. */
  about: string
  /** Says why the viewer may not suspend it; undefined if they may. */
  mayNot?: string | undefined
  typed: TypedSuspension
  /** Fields that come before the others. */
  more?: Html | undefined
}

/** Matches the part of a reason that is not folded. */
const shownReason = /^.{0,100}/u

/** Renders a reason; a long one is folded. */
function reasonOf(reason = ''): Html {
  const [beginning = ''] = shownReason.exec(reason) ?? []
  return beginning === reason
    ? html`<bdi>${reason}</bdi>`
    : html`<details><summary><bdi>${beginning}…</bdi></summary><bdi>${reason}</bdi></details>`
}

/** Renders the forms; "Restore" comes first if the subject is suspended. */
export function suspensionCard(site: Site, page: SignedInPageContext, given: Suspendable): Html {
  const { account: words } = page.text.admin
  const { about, mayNot, more, path, suspension: now, typed } = given
  const suspend = form(site, page, {
    action: `${path}/suspend`,
    submit: words.suspend,
    variant: 'danger',
    fields: [
      ...(more ? [more] : []),
      typedField(typed, 'reason', words.reason, { ...boundsOf(suspensionFields.reason), optional: true }),
      endFields(page, typed),
    ],
  })
  return html`<section class="card">
<h2>${words.suspension}</h2>
${now && html`<div class="reason">${withTime(page.language, [now.at, now.until], words.suspendedSince(now.at, now.until))} ${reasonOf(now.reason)}</div>`}
${
  mayNot !== undefined
    ? html`<p>${mayNot}</p>`
    : now
      ? html`${form(site, page, { action: `${path}/restore`, submit: words.restore })}
<details${typed.status !== undefined && html` open`}>
<summary>${words.suspendOtherwise}</summary>
${suspend}
</details>`
      : html`<p>${about}</p>
${suspend}`
}
</section>`
}
