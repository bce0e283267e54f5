import type { Setting } from '../../../../domain/operation/settings.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import { type SettingName, settingField } from '../../../../model/fields/setting.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { checkbox, field, form, select, textArea } from '../../../form/forms.ts'
import type { Declined } from '../../../page/declined.ts'
import { boundsOf, provingField, provingNote } from '../frame.ts'

/** The reason why a form was declined, and its values. */
export interface TypedSettings extends Declined {
  typed?: Partial<Record<SettingName, string>>
}

interface Shown {
  settings: readonly Setting[]
  /** A text that differs once another administrator has changed a setting. */
  seen: string
  /** The path of the button that removes the logo. */
  logoPath: string
}

export function settingsContent(
  site: Site,
  page: SignedInPageContext,
  { settings, seen, logoPath }: Shown,
  typed: TypedSettings,
): Html {
  const { community: words } = page.text
  const hasLogo = settings.some(({ name, source }) => name === 'logo' && source === 'database')
  return html`<p class="lead">${words.about}</p>
<section class="card narrow">
${provingNote(page)}
${form(site, page, {
  action: '/admin/settings',
  submit: words.save,
  multipart: true,
  hidden: { seen },
  extraButtons: hasLogo ? [{ action: logoPath, submit: words.removeLogo }] : [],
  fields: [
    ...settings
      .filter(({ name }) => settingField(name).isElsewhere !== true)
      .map((setting) => control(site, page, setting, typed)),
    provingField(page, typed.wrong),
  ],
})}
</section>`
}

/** Renders the field of a setting: for the values of its type, and fixed if the environment has one. */
function control(
  site: Site,
  page: SignedInPageContext,
  { name, source, value: inForce }: Setting,
  { wrong, typed = {} }: TypedSettings,
): Html {
  const { community: words } = page.text
  const described = settingField(name)
  const { rows, type, variable = '' } = described
  const isFixed = source === 'environment'
  const label = words.labels[name]
  const hint = isFixed ? words.fixed(variable) : hintOf(page, name)
  const value = typed[name] ?? (source === 'default' ? '' : (inForce ?? ''))
  const isInvalid = wrong === name
  if (name === 'logo') return logoField(site, page, isFixed ? hint : undefined, isInvalid)
  if (type === 'boolean')
    return html`${checkbox(name, label, (typed[name] ?? inForce) === 'on')}
<p class="hint">${hint}</p>`
  if (type === 'choice' && !isFixed)
    return select({
      name,
      label,
      hint,
      options: optionsOf(page, name),
      value: typed[name] ?? inForce ?? '',
      isInvalid,
    })
  if (rows !== undefined) return textArea({ name, label, hint, value, isInvalid, rows })
  return field({
    name,
    label,
    value: isFixed ? shownValue(page, name, inForce ?? '') : value,
    autocomplete: 'off',
    hint,
    isInvalid,
    readonly: isFixed,
    ...boundsOf(described),
    optional: true,
  })
}

/** Returns the choices of a setting in words. */
function optionsOf({ text: { community } }: SignedInPageContext, name: SettingName) {
  const words = Object.hasOwn(community.choices, name)
    ? community.choices[name as keyof typeof community.choices]
    : {}
  return Object.entries<string>(words).map(([value, label]) => ({ value, label }))
}

const shownValue = (page: SignedInPageContext, name: SettingName, inForce: string): string =>
  optionsOf(page, name).find(({ value }) => value === inForce)?.label ?? inForce

/** Returns the hint of a setting, which may name the value that holds if the field is empty. */
function hintOf({ text }: SignedInPageContext, name: SettingName): string {
  const { community } = text
  if (!Object.hasOwn(community.hints, name)) return ''
  const hint = community.hints[name as keyof typeof community.hints]
  return typeof hint === 'string' ? hint : hint(String(settingField(name).initial))
}

/** `fixed` says that the environment has a picture. */
function logoField(
  site: Site,
  { text }: SignedInPageContext,
  fixed: string | undefined,
  isInvalid: boolean,
): Html {
  const { community: words } = text
  const { logo: label } = words.labels
  const picture = html`<img class="logo" src="${site.href(site.assets.logo)}" alt="${words.logoNow}" width="64" height="64">`
  if (fixed !== undefined) return html`<p>${picture}</p><p class="hint">${label}: ${fixed}</p>`
  return html`<p>${picture}</p>
${field({
  name: 'logo',
  label,
  type: 'file',
  accept: 'image/png',
  hint: words.hints.logo,
  isInvalid,
  optional: true,
})}`
}
