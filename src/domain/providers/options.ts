import { isLine } from '../../model/accounts/label.ts'
import { isGroupName } from '../../model/community/group.ts'
import type { Provider } from '../../model/community/provider.ts'
import { malformed } from '../../model/errors/families.ts'
import { Refused } from '../../model/errors/refusal.ts'

/** An option that does not fit. `why` is the end of a sentence. */
export const optionInvalid = (field: string, why: string): Refused =>
  new Refused('provider_option_invalid', { field, sentence: `The option ${field} does not fit: ${why}.` })

/** The most entries of a map of groups. */
const maxMapped = 64

/** The longest value of a claim, name of a claim, id and secret of a client. */
const maxValueLength = 254
const maxClientLength = 500

const scopePattern = /^[!#-[\]-~]+( [!#-[\]-~]+)*$/
const tenantPattern = /^(consumers|organizations|common|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
const domainPattern = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/
const snowflake = /^\d{15,20}$/

/** Returns true if the tenant is one organization, whose administrators alone say which addresses its people have. */
const isOneTenant = (tenant: string | null): boolean => tenant?.includes('-') === true

/** Checks what belongs together. Throws Refused `provider_option_invalid`, `malformed`. */
export function requireFitting(provider: Provider): void {
  const { preset, kind, claims, clientId, email, guild, guildRequired, hostedDomain, scope, tenant } =
    provider
  requireClientText('clientId', clientId)
  const ofPreset = (field: string, owner: Provider['preset'], value: unknown) => {
    if (value !== null && value !== false && preset !== owner)
      throw optionInvalid(field, `it belongs to the preset ${owner}`)
  }
  ofPreset('tenant', 'microsoft', tenant)
  ofPreset('hostedDomain', 'google', hostedDomain)
  ofPreset('guild', 'discord', guild)
  ofPreset('guildRequired', 'discord', guildRequired)
  requireTenant(tenant)
  if (hostedDomain !== null && !domainPattern.test(hostedDomain))
    throw optionInvalid('hostedDomain', 'it is a domain in lower case, such as example.org')
  if (guild !== null && !snowflake.test(guild)) throw optionInvalid('guild', 'it is an id of 15 to 20 digits')
  if (guildRequired && guild === null) throw optionInvalid('guildRequired', 'it needs a guild')
  if (preset === 'microsoft' && email === 'trust' && !isOneTenant(tenant))
    throw optionInvalid('email', 'Microsoft verifies no address, so trust needs the ID of one tenant')
  const isScope = scope.length <= maxClientLength && (scope === '' || scopePattern.test(scope))
  if (!isScope) throw optionInvalid('scope', 'it is words separated by single spaces')
  if (kind === 'openid' && !scope.split(' ').includes('openid'))
    throw optionInvalid('scope', 'OpenID Connect needs openid in it')
  for (const claim of Object.values(claims)) {
    if (claim !== null && !isValue(claim))
      throw optionInvalid('claims', 'a name has 1 to 254 characters on one line')
  }
  if (kind === 'openid' && claims.subject !== 'sub')
    throw optionInvalid('claims', 'subject belongs to oauth2 alone')
  if (preset === 'github' && claims.subject !== 'id') throw optionInvalid('claims', 'subject is the preset’s')
  requireMap(provider.groupMap)
}

/** Throws Refused `provider_option_invalid`. */
export function requireTenant(tenant: string | null): void {
  if (tenant !== null && !tenantPattern.test(tenant))
    throw optionInvalid('tenant', 'it is consumers, organizations, common or a GUID in lower case')
}

const isValue = (text: string): boolean => text !== '' && isLine(text, maxValueLength)

function requireMap(map: Provider['groupMap']): void {
  const entries = Object.entries(map)
  if (entries.length > maxMapped) throw optionInvalid('groupMap', `it has at most ${maxMapped} values`)
  for (const [value, group] of entries) {
    if (!isValue(value)) throw optionInvalid('groupMap', 'a value has 1 to 254 characters on one line')
    if (!isGroupName(group)) throw optionInvalid('groupMap', 'behind = is the name of a group')
  }
}

/** Checks the id or a secret of a client. Throws Refused `malformed`. */
export function requireClientText(field: 'clientId' | 'clientSecret' | 'botToken', text: string): void {
  if (text === '' || !isLine(text, maxClientLength)) {
    throw malformed(field, `1 to ${maxClientLength} characters on one line`)
  }
}
