// POST /admin/servers/{name}/rotate, and the form that the page of the game server has for it.
import type { Context } from '../../../domain/context.ts'
import { rotateServer } from '../../../domain/servers/keys.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import type { FormFields } from '../../form/form-fields.ts'
import { form, select } from '../../form/forms.ts'
import type { Site } from '../../visit/site.ts'
import { actorOf, type SignedInVisit } from '../../visit/visit.ts'
import { type Declined, notProved, provingField, provingNote, wrongField } from './frame.ts'
import { serverPath, type TypedServer } from './servers.ts'

/** The times for which a replaced root may still work, in milliseconds. */
const graces = { '0s': 0, '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000 } as const
type Grace = keyof typeof graces
const usual: Grace = '24h'

const isGrace = (text: string): text is Grace => Object.hasOwn(graces, text)

/** Replaces the root, or removes the server. */
export function rootForm(site: Site, visit: SignedInVisit, name: string, typed: TypedServer): Html {
  const { servers: words } = visit.text
  const at = serverPath(name)
  return html`${provingNote(visit)}
${form(site, visit, {
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
    provingField(visit, typed.wrong),
  ],
})}`
}

/** Gives the server a new root. Returns the reason if that was declined. */
export async function rotate(
  context: Context,
  visit: SignedInVisit,
  name: string,
  fields: FormFields,
): Promise<(Declined & { grace: string }) | undefined> {
  const grace = fields.text('grace') || usual
  const refusal = await notProved(context, visit, fields)
  if (refusal) return { ...refusal, grace }
  if (!isGrace(grace)) return { ...wrongField('', visit.text.servers.problems.grace), grace }
  await rotateServer(context, actorOf(visit), name, graces[grace])
  return undefined
}
