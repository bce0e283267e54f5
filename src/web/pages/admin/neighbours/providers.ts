// GET and POST /admin/providers: services through which people sign in here, and a form for a new one.
import type { Context } from '../../../../domain/context.ts'
import { callbackOf } from '../../../../domain/identities/begin.ts'
import { type KeptProvider, listProviders } from '../../../../domain/providers/kept.ts'
import { presetTitles } from '../../../../domain/providers/presets.ts'
import { addProvider } from '../../../../domain/providers/providers.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import { isGroupName } from '../../../../model/community/group.ts'
import { providerPresets } from '../../../../model/community/provider.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import type { Text } from '../../../context/text.ts'
import type { FormFields } from '../../../form/form-fields.ts'
import { checkbox, field, form, select } from '../../../form/forms.ts'
import { copyLine } from '../../../layout/copy-line.ts'
import { time } from '../../../layout/time.ts'
import { type Typed, typedField } from '../../../page/declined.ts'
import type { Page, PageAnswer } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { pathParameter } from '../../../page/path-parameter.ts'
import { deletionsCard } from '../deletions.ts'
import { adminPage, notProved, provingField, provingNote, table } from '../frame.ts'
import { declinedProvider } from './provider-fields.ts'

export const providersPath = '/admin/providers'

export const providerPath = (name: string): string => `${providersPath}/${name}`

/** Returns an empty string if the path can't contain the name of a provider. */
export function providerNameOf(page: SignedInPageContext): string {
  const name = pathParameter(page, 'name')
  return isGroupName(name) ? name : ''
}

type TypedProvider = Typed<'preset' | 'name' | 'issuer' | 'clientId'> & { isPrivate?: boolean }

export function adminProviders({ site, forRole }: Pages, context: Context): void {
  const admin = forRole('admin')
  const show = async (page: SignedInPageContext, typed: TypedProvider = {}): Promise<Page> => {
    const { providers: words, admin: common } = page.text
    const providers = await listProviders(context)
    const content = html`<p class="lead">${words.about}</p>
${providers.length === 0 ? html`<p>${common.none}</p>` : list(site, page.text, context, providers)}
${await deletionsCard(context, site, page, 'provider', [words.titleLabel, page.text.groups.name])}${newProviderForm(site, page, typed)}`
    return { ...adminPage(common.menu.providers.heading, content, typed), scripts: ['copy.js'] }
  }

  admin.get(providersPath, (page) => show(page))

  admin.post(providersPath, async (page, fields): Promise<PageAnswer> => {
    const typed = {
      ...fields.trimmed('preset', 'name', 'issuer', 'clientId'),
      isPrivate: fields.text('private') !== '',
    }
    const refusal = await notProved(context, page, fields)
    if (refusal) return show(page, { ...typed, ...refusal })
    try {
      const { name } = await addProvider(context, actorOf(page), newProvider(typed, fields))
      return { to: providerPath(name), flash: 'providers.added' }
    } catch (error) {
      return show(page, { ...typed, ...declinedProvider(page, error) })
    }
  })
}

function newProvider(
  {
    name,
    preset: chosen,
    issuer,
    clientId,
    isPrivate,
  }: Record<'preset' | 'name' | 'issuer' | 'clientId', string> & {
    isPrivate: boolean
  },
  fields: FormFields,
) {
  const preset = providerPresets.find((each) => each === chosen)
  const place = preset ? { preset } : { issuer: issuer === '' ? undefined : issuer, isPrivate }
  return { name, ...place, clientId, clientSecret: fields.text('clientSecret').trim() }
}

function list(site: Site, text: Text, context: Context, providers: readonly KeptProvider[]): Html {
  const { providers: words, admin } = text
  const heads = [
    words.titleLabel,
    words.callback,
    admin.menu.accounts.heading,
    words.lastSignIn,
    words.lastProblem,
  ]
  const rows = providers.map((provider) => [
    html`<a href="${site.href(providerPath(provider.name))}">${provider.title}</a>`,
    copyLine(text, callbackOf(context, provider)),
    admin.overview.number(provider.accounts),
    lastSignInOf(text, provider),
    lastProblemOf(text, provider),
  ])
  return table(admin.menu.providers.heading, heads, rows)
}

export const lastSignInOf = ({ admin }: Text, { lastSignInAt: at }: KeptProvider) =>
  at === null ? admin.never : time(at, admin.at(at), 'ago')

export const lastProblemOf = ({ admin }: Text, { lastProblem }: KeptProvider) =>
  lastProblem === null
    ? admin.none
    : html`<code>${lastProblem.problem}</code>, ${time(lastProblem.at, admin.at(lastProblem.at), 'ago')}`

function newProviderForm(site: Site, page: SignedInPageContext, typed: TypedProvider): Html {
  const { providers: words } = page.text
  const options = [
    ...providerPresets.map((value) => ({ value: value as string, label: presetTitles[value] })),
    { value: 'openid', label: 'OpenID Connect' },
  ]
  return html`<section class="card narrow" id="new">
<h2>${words.newOne}</h2>
${provingNote(page)}
${form(site, page, {
  action: providersPath,
  submit: words.add,
  fields: [
    select({ name: 'preset', label: words.preset, value: typed.preset ?? 'discord', options }),
    typedField(typed, 'name', words.name, { hint: words.nameHint, maxlength: 32 }),
    typedField(typed, 'issuer', words.issuer, { hint: words.issuerHint, optional: true }),
    typedField(typed, 'clientId', words.clientId),
    field({
      name: 'clientSecret',
      label: words.clientSecret,
      type: 'password',
      autocomplete: 'new-password',
      isInvalid: typed.wrong === 'clientSecret',
    }),
    html`<fieldset>${checkbox('private', words.isPrivate, typed.isPrivate)}</fieldset>`,
    provingField(page, typed.wrong),
  ],
})}
</section>`
}
