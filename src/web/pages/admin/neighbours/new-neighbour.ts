// The form for a new neighbour below the list of neighbours, and the question about the hosts of its textures.
import type { Context } from '../../../../domain/context.ts'
import { addNeighbour } from '../../../../domain/neighbours/neighbours.ts'
import { areHosts, type NeighbourPlace, placeOf, wrongHost } from '../../../../domain/neighbours/place.ts'
import { vendorHosts } from '../../../../http/paths/vendor-words.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import { isNeighbourId } from '../../../../model/community/neighbour-id.ts'
import type { RefusalSubject } from '../../../../model/errors/refusal.ts'
import { type NeighbourKind, neighbourKinds } from '../../../../model/fields/neighbour.ts'
import { rules } from '../../../../model/fields/rules.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import type { Text } from '../../../context/text.ts'
import type { FormFields } from '../../../form/form-fields.ts'
import { checkbox, form, select } from '../../../form/forms.ts'
import { declined, type Typed, typedField, wrongField } from '../../../page/declined.ts'
import { notProved, provingField, provingNote, typedLines } from '../frame.ts'

const path = '/admin/neighbours'
const addresses = ['root', 'hasJoined', 'profile', 'namesUrl'] as const

const ofOwn = ['textureHosts', 'texturesKey'] as const

const switches = ['private', 'offline'] as const

/** `hosts` are those of the metadata, while the administrator is asked whether to use them. */
export type TypedNeighbour = Typed<
  'id' | 'kind' | (typeof addresses)[number] | (typeof ofOwn)[number] | (typeof switches)[number]
> & {
  hosts?: readonly string[]
}

export function newNeighbourForm(site: Site, page: SignedInPageContext, typed: TypedNeighbour): Html {
  const { neighbours: words } = page.text
  const isOwn = typed.kind === 'urls' || [...addresses.slice(1), ...ofOwn].some((name) => typed[name])
  return html`<section class="card narrow" id="new">
<h2>${words.newOne}</h2>
${provingNote(page)}
${form(site, page, {
  action: path,
  submit: words.add,
  fields: [
    typedField(typed, 'id', words.id, { hint: words.idHint, maxlength: rules.neighbourId.maxLength }),
    select({
      name: 'kind',
      label: words.kind,
      value: typed.kind ?? 'authlib-injector',
      options: neighbourKinds.map((value) => ({ value, label: words.kinds[value] })),
      isInvalid: typed.wrong === 'kind',
    }),
    typedField(typed, 'root', words.root, { hint: words.rootHint, optional: true }),
    html`<details${isOwn && html` open`}>
<summary>${words.own}</summary>
${typedField(typed, 'hasJoined', words.hasJoined, { optional: true })}
${typedField(typed, 'profile', words.profile, { optional: true })}
${typedField(typed, 'namesUrl', words.namesUrl, { optional: true })}
${typedLines(typed, 'textureHosts', words.hosts, words.hostsHint)}
${typedLines(typed, 'texturesKey', words.texturesKey, words.texturesKeyHint)}
</details>`,
    html`<fieldset>${switches.map((name) => html`${checkbox(name, words[name], Boolean(typed[name]))}\n`)}</fieldset>`,
    provingField(page, typed.wrong),
  ],
})}
</section>`
}

/** Asks whether the neighbour may use the hosts of textures that its metadata names. */
export function hostsQuestion(
  site: Site,
  page: SignedInPageContext,
  typed: TypedNeighbour,
  hosts: readonly string[],
): Html {
  const { neighbours: words } = page.text
  return html`<section class="card">
<h2>${words.hosts}</h2>
<p>${words.hostsAbout(typed.id ?? '')}</p>
<p>${hosts.map((host, at) => html`${at > 0 && html`<br>`}<code>${host}</code>`)}</p>
${form(site, page, {
  action: path,
  submit: undefined,
  hidden: {
    id: typed.id,
    kind: typed.kind,
    root: typed.root,
    private: typed.private || undefined,
    hosts: hosts.join(' '),
  },
  fields: html`${provingField(page, typed.wrong)}<button class="main" name="use" value="yes">${words.useHosts}</button>
<button class="quiet" name="use" value="no">${words.noHosts}</button>`,
})}
</section>`
}

/** Adds the neighbour. Returns its id, or the form as it is shown again. */
export async function addFromForm(
  context: Context,
  page: SignedInPageContext,
  fields: FormFields,
): Promise<{ added: string } | TypedNeighbour> {
  const { problems } = page.text.neighbours
  const typed = fields.trimmed('id', 'kind', ...addresses, ...ofOwn, ...switches)
  const kind = neighbourKinds.find((each) => each === typed.kind)
  if (!kind) return { ...typed, ...wrongField('kind', problems.kind) }
  const textureHosts = fields.words('textureHosts')
  if (!areHosts(textureHosts))
    return { ...typed, ...wrongField('textureHosts', problems.hosts, wrongHost(textureHosts)) }
  // Before anybody is asked.
  if (!isNeighbourId(typed.id))
    return { ...typed, ...wrongField('id', page.text.admin.malformed.neighbourId) }
  const refusal = await notProved(context, page, fields)
  if (refusal) return { ...typed, ...refusal, ...(fields.has('use') && { hosts: fields.words('hosts') }) }
  try {
    const place = await placeOf(context, givenPlace(kind, typed, textureHosts), vendorHosts)
    const chosen = chosenHosts(place, fields)
    if (!chosen) return { ...typed, hosts: place.textureHosts }
    const { id } = await addNeighbour(context, actorOf(page), {
      id: typed.id,
      place: { ...place, textureHosts: chosen },
    })
    return { added: id }
  } catch (error) {
    return { ...typed, ...declined(page, error, problemsOf(page.text, kind)) }
  }
}

const givenPlace = (kind: NeighbourKind, typed: TypedNeighbour, textureHosts: readonly string[]) => ({
  kind,
  ...Object.fromEntries(addresses.map((name) => [name, typed[name] || undefined])),
  texturesKey: typed.texturesKey || undefined,
  textureHosts: textureHosts.length > 0 ? textureHosts : undefined,
  private: Boolean(typed.private),
  offline: Boolean(typed.offline),
})

/**
 * Returns the hosts to use, undefined if the administrator has to be asked. The metadata may have changed since the
 * question, so only hosts that were in it are used.
 */
function chosenHosts(
  { kind, textureHosts }: NeighbourPlace,
  fields: FormFields,
): readonly string[] | undefined {
  if (kind !== 'authlib-injector' || textureHosts.length === 0) return textureHosts
  if (!fields.has('use')) return undefined
  const shown = fields.words('hosts')
  return fields.text('use') === 'yes' ? textureHosts.filter((host) => shown.includes(host)) : []
}

function problemsOf(
  { neighbours: { problems } }: Text,
  kind: NeighbourKind,
): Partial<Record<RefusalSubject, readonly [string, string]>> {
  const field = kind === 'urls' ? 'hasJoined' : 'root'
  return {
    'taken neighbour': ['id', problems.taken],
    'too_many neighbour': ['', problems.tooMany],
    neighbour_addresses_wrong: ['kind', problems.addresses],
    neighbour_url_malformed: [field, problems.url],
    neighbour_url_private: [field, problems.private],
    'malformed texturesKey': ['texturesKey', problems.key],
    neighbour_silent: ['root', problems.silent],
    neighbour_itself: ['root', problems.itself],
  }
}
