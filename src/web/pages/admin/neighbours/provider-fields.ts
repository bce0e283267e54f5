// The settings of a provider that can be changed, as fields of a form.
import type { ProviderChanges } from '../../../../domain/providers/providers.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import { type Provider, providerEmails, providerRegistrations } from '../../../../model/community/provider.ts'
import { Refused } from '../../../../model/errors/refusal.ts'
import { providerFields } from '../../../../model/fields/provider.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import type { FormFields } from '../../../form/form-fields.ts'
import { checkbox, field, select } from '../../../form/forms.ts'
import { type Declined, declined, type Typed, typedField, wrongField } from '../../../page/declined.ts'
import { boundsOf, typedLines } from '../frame.ts'

const texts = [
  'title',
  'registration',
  'email',
  'scope',
  'clientId',
  'tenant',
  'hostedDomain',
  'guild',
] as const
const claims = ['username', 'emailClaim', 'groups'] as const

/** The settings as they were typed; a switch that is on has a text. */
export type TypedSettings = Typed<
  (typeof texts)[number] | (typeof claims)[number] | 'guildRequired' | 'groupMap'
>

/** Returns the settings as the form shows them before anything is typed. */
export const typedOf = (provider: Provider): TypedSettings => ({
  ...Object.fromEntries(texts.map((name) => [name, provider[name] ?? ''])),
  username: provider.claims.username,
  emailClaim: provider.claims.email ?? '',
  groups: provider.claims.groups ?? '',
  guildRequired: provider.guildRequired ? 'yes' : '',
  groupMap: Object.entries(provider.groupMap)
    .map(([value, group]) => `${value}=${group}`)
    .join('\n'),
})

/** The APIs of these say who somebody is, and which roles they have. */
const hasClaims = ({ preset }: Pick<Provider, 'preset'>): boolean =>
  preset !== 'discord' && preset !== 'github'

export function settingsFields(page: SignedInPageContext, provider: Provider, typed: TypedSettings): Html {
  const { providers: words, neighbours } = page.text
  const { preset } = provider
  return html`${typedField(typed, 'title', words.titleLabel, boundsOf(providerFields.title))}
${select({
  name: 'registration',
  label: words.registration,
  value: typed.registration ?? '',
  options: providerRegistrations.map((value) => ({ value, label: words.registrations[value] })),
})}
${select({
  name: 'email',
  label: words.email,
  value: typed.email ?? '',
  options: providerEmails.map((value) => ({ value, label: words.emails[value] })),
  isInvalid: typed.wrong === 'email',
})}
${typedField(typed, 'clientId', words.clientId)}
${secretField('clientSecret', words.clientSecret, neighbours.secretHint, typed)}
${typedField(typed, 'scope', words.scope, { hint: words.scopeHint, optional: true })}
${preset === 'microsoft' && typedField(typed, 'tenant', words.tenant, { hint: words.tenantHint })}
${preset === 'google' && typedField(typed, 'hostedDomain', words.hostedDomain, { hint: words.hostedDomainHint, optional: true })}
${preset === 'discord' && guildFields(page, typed)}
${hasClaims(provider) && claimFields(page, typed)}
${typedLines(typed, 'groupMap', words.groupMap, words.groupMapHint)}`
}

const secretField = (name: string, label: string, hint: string, { wrong }: Declined): Html =>
  field({
    name,
    label,
    type: 'password',
    autocomplete: 'new-password',
    hint,
    optional: true,
    isInvalid: wrong === name,
  })

const guildFields = ({ text: { providers: words } }: SignedInPageContext, typed: TypedSettings): Html =>
  html`${typedField(typed, 'guild', words.guild, { hint: words.guildHint, optional: true, inputmode: 'numeric' })}
<fieldset>${checkbox('guildRequired', words.guildRequired, Boolean(typed.guildRequired))}</fieldset>
${secretField('botToken', words.botToken, words.botTokenHint, typed)}`

const claimFields = ({ text: { providers: words } }: SignedInPageContext, typed: TypedSettings): Html =>
  html`${typedField(typed, 'username', words.claimUsername)}
${typedField(typed, 'emailClaim', words.claimEmail, { optional: true })}
${typedField(typed, 'groups', words.claimGroups, { hint: words.claimsHint, optional: true })}`

/** Reads the settings. Returns the error of the form for a value that is not one. */
export function readSettings(
  { text }: SignedInPageContext,
  fields: FormFields,
  provider: Provider,
): { typed: TypedSettings; settings: ProviderChanges } | { typed: TypedSettings; problem: Declined } {
  const typed = fields.trimmed(...texts, ...claims, 'guildRequired', 'groupMap')
  const { problems } = text.providers
  const registration = providerRegistrations.find((each) => each === typed.registration)
  const email = providerEmails.find((each) => each === typed.email)
  if (!registration || !email) return { typed, problem: wrongField('', problems.option) }
  const pairs = typed.groupMap.split(/\r?\n/).filter((line) => line.trim() !== '')
  const wrong = pairs.find((pair) => pair.lastIndexOf('=') < 1)
  if (wrong !== undefined) return { typed, problem: wrongField('groupMap', problems.map, wrong) }
  const secretIn = (name: string) => fields.text(name).trim() || undefined
  const { preset } = provider
  return {
    typed,
    settings: {
      title: typed.title,
      registration,
      email,
      scope: typed.scope,
      clientId: typed.clientId,
      clientSecret: secretIn('clientSecret'),
      groupMap: Object.fromEntries(
        pairs.map((pair) => {
          const at = pair.lastIndexOf('=')
          return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
        }),
      ),
      ...(preset === 'microsoft' && { tenant: typed.tenant || 'consumers' }),
      ...(preset === 'google' && { hostedDomain: typed.hostedDomain || null }),
      ...(preset === 'discord' && {
        guild: typed.guild || null,
        guildRequired: typed.guildRequired !== '',
        botToken: secretIn('botToken'),
      }),
      ...(hasClaims(provider) && {
        claims: {
          username: typed.username,
          email: typed.emailClaim || null,
          groups: typed.groups || null,
        },
      }),
    },
  }
}

/** Returns the message of a form for a provider that was declined. Throws the error again if there is none. */
export function declinedProvider(page: SignedInPageContext, error: unknown): Declined {
  const { problems } = page.text.providers
  const field = error instanceof Refused ? (error.field ?? '') : ''
  return declined(page, error, {
    'taken provider': ['name', problems.taken],
    'too_many provider': ['', problems.tooMany],
    'unknown group': ['groupMap', problems.group],
    provider_option_invalid: [field, problems.option],
    provider_discovery_failed: ['issuer', problems.discovery],
    'malformed clientId': ['clientId', problems.client],
    'malformed clientSecret': ['clientSecret', problems.client],
    'malformed botToken': ['botToken', problems.client],
  })
}
