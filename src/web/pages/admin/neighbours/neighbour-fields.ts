// The settings of a neighbour that can be changed, as fields of a form.
import type { GivenClient } from '../../../../domain/linking/client.ts'
import type { NeighbourChanges } from '../../../../domain/neighbours/neighbours.ts'
import { areHosts, wrongHost } from '../../../../domain/neighbours/place.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { Neighbour } from '../../../../model/community/neighbour.ts'
import { neighbourFields, neighbourTextures, neighbourWhos } from '../../../../model/fields/neighbour.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import type { Text } from '../../../context/text.ts'
import type { FormFields } from '../../../form/form-fields.ts'
import { checkbox, field, select } from '../../../form/forms.ts'
import { type Declined, type Typed, typedField, wrongField } from '../../../page/declined.ts'
import { boundsOf, typedLines } from '../frame.ts'

const texts = ['trust', 'who', 'textures', 'names', 'limit'] as const
const switches = ['forwardAddress', 'lookups', 'chatKeys'] as const

/** The settings as they were typed; a switch that is on has a text. */
export type TypedSettings = Typed<
  (typeof texts)[number] | (typeof switches)[number] | 'clientId' | 'textureHosts'
>

/** Returns the settings as the form shows them before anything is typed. */
export const typedOf = (neighbour: Neighbour): TypedSettings => ({
  ...Object.fromEntries(texts.map((name) => [name, String(neighbour[name])])),
  ...Object.fromEntries(switches.map((name) => [name, neighbour[name] ? 'yes' : ''])),
  clientId: neighbour.client?.clientId ?? '',
  textureHosts: neighbour.textureHosts.join('\n'),
})

export function settingsFields(
  { text }: SignedInPageContext,
  { kind }: Neighbour,
  typed: TypedSettings,
): Html {
  const { neighbours: words } = text
  return html`${select({
    name: 'who',
    label: words.who,
    value: typed.who ?? '',
    options: neighbourWhos.map((value) => ({ value, label: words.whos[value] })),
  })}
${select({
  name: 'textures',
  label: words.textures,
  value: typed.textures ?? '',
  options: neighbourTextures.map((value) => ({ value, label: words.handling[value] })),
})}
${typedLines(typed, 'textureHosts', words.hosts, words.hostsHint)}
${typedField(typed, 'trust', words.trust, { ...boundsOf(neighbourFields.trust), hint: words.trustHint })}
${typedField(typed, 'names', words.names, { hint: words.namesHint })}
${typedField(typed, 'limit', words.limit, boundsOf(neighbourFields.limit))}
<fieldset>${switches.map((name) => html`${checkbox(name, words[name], Boolean(typed[name]))}\n`)}</fieldset>
${kind === 'authlib-injector' && clientFields(text, typed)}`
}

const clientFields = ({ admin: { clients }, neighbours: words }: Text, typed: TypedSettings): Html =>
  html`${typedField(typed, 'clientId', clients.id, { hint: words.clientHint, optional: true })}
${field({ name: 'clientSecret', label: clients.secret, type: 'password', autocomplete: 'new-password', hint: words.secretHint, optional: true })}`

/** Returns the client as it was typed, null to forget the current one, undefined to leave it. */
export function readClient(fields: FormFields, { client }: Neighbour): GivenClient | null | undefined {
  const clientId = fields.text('clientId').trim()
  const secret = fields.text('clientSecret')
  if (clientId === '' && secret === '') return client && null
  const isSame = clientId === client?.clientId && secret === ''
  return isSame ? undefined : { clientId, secret: secret === '' ? undefined : secret }
}

/** Reads the settings. Returns the error of the form for a value that is not one. */
export function readSettings(
  { text }: SignedInPageContext,
  fields: FormFields,
): { typed: TypedSettings; settings: NeighbourChanges } | { typed: TypedSettings; problem: Declined } {
  const { problems } = text.neighbours
  const typed = fields.trimmed(...texts, ...switches, 'clientId', 'textureHosts')
  const who = neighbourWhos.find((each) => each === typed.who)
  const textures = neighbourTextures.find((each) => each === typed.textures)
  const textureHosts = fields.has('textureHosts') ? fields.words('textureHosts') : undefined
  if (textureHosts && !areHosts(textureHosts))
    return { typed, problem: wrongField('textureHosts', problems.hosts, wrongHost(textureHosts)) }
  if (!who || !textures) return { typed, problem: wrongField('', problems.kind) }
  const isOn = Object.fromEntries(switches.map((name) => [name, typed[name] !== '']))
  const numbers = { trust: fields.number('trust'), limit: fields.number('limit') }
  return { typed, settings: { ...numbers, who, textures, names: typed.names, textureHosts, ...isOn } }
}
