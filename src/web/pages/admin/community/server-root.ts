// POST /admin/servers/{name}/rotate, and the form that the page of the game server has for it.

import { rotateServer } from '../../../../domain/community/server-keys.ts'
import type { Context } from '../../../../domain/context.ts'
import { dayMs, hourMs } from '../../../../lib/measure/units.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import type { FormFields } from '../../../form/form-fields.ts'
import { form, select } from '../../../form/forms.ts'
import { type Declined, notProved, provingField, provingNote, wrongField } from '../frame.ts'
import { serverPath, type TypedServer } from './servers.ts'

/** The times for which a replaced root may still work, in milliseconds. */
const graces = { '0s': 0, '1h': hourMs, '24h': dayMs, '7d': 7 * dayMs } as const
type Grace = keyof typeof graces
const usual: Grace = '24h'

const isGrace = (text: string): text is Grace => Object.hasOwn(graces, text)

/** Replaces the root, or removes the server. */
export function rootForm(site: Site, page: SignedInPageContext, name: string, typed: TypedServer): Html {
  const { servers: words } = page.text
  const at = serverPath(name)
  return html`${provingNote(page)}
${form(site, page, {
  action: `${at}/rotate`,
  submit: words.rotate,
  variant: 'quiet',
  extraButtons: [{ action: `${at}/remove`, submit: words.remove, variant: 'danger' }],
  fields: [
    select({
      name: 'grace',
      label: words.grace,
      value: typed.grace ?? usual,
      options: Object.keys(graces).map((value) => ({ value, label: words.graces[value as Grace] })),
    }),
    provingField(page, typed.wrong),
  ],
})}`
}

/** Gives the server a new root. Returns the reason if that was declined. */
export async function rotate(
  context: Context,
  page: SignedInPageContext,
  name: string,
  fields: FormFields,
): Promise<(Declined & { grace: string }) | undefined> {
  const grace = fields.text('grace') || usual
  const refusal = await notProved(context, page, fields)
  if (refusal) return { ...refusal, grace }
  if (!isGrace(grace)) return { ...wrongField('', page.text.servers.problems.grace), grace }
  await rotateServer(context, actorOf(page), name, graces[grace])
  return undefined
}
