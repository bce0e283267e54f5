import { type Setting, settingVariables } from '../../../../domain/operation/settings.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import { defaultAccent, defaultName, type SettingName } from '../../../../model/community/setting.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { field, form, textArea } from '../../../form/forms.ts'
import { type Declined, provingField, provingNote } from '../frame.ts'

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
  { wrong, typed = {} }: TypedSettings,
): Html {
  const { community: words } = page.text
  const of = (name: SettingName) => settings.find((setting) => setting.name === name)
  const value = (name: SettingName): string => {
    const { source, value: inForce } = of(name) ?? {}
    return typed[name] ?? (source === 'default' ? '' : (inForce ?? ''))
  }
  const text = (name: 'welcome' | 'rules' | 'links', rows: number) =>
    textArea({
      name,
      label: words[name],
      hint: words.hints[name],
      value: value(name),
      isInvalid: wrong === name,
      rows,
    })
  const line = (name: 'name' | 'accent', otherwise: string) => {
    const isFixed = of(name)?.source === 'environment'
    return field({
      name,
      label: words[name],
      value: isFixed ? (of(name)?.value ?? '') : value(name),
      autocomplete: 'off',
      hint: isFixed ? words.fixed(settingVariables[name]) : words.hints[name](otherwise),
      isInvalid: wrong === name,
      readonly: isFixed,
      optional: true,
    })
  }
  const logo = of('logo')
  return html`<p class="lead">${words.about}</p>
<section class="card narrow">
${provingNote(page)}
${form(site, page, {
  action: '/admin/settings',
  submit: words.save,
  multipart: true,
  hidden: { seen },
  extraButtons: logo?.source === 'database' ? [{ action: logoPath, submit: words.removeLogo }] : [],
  fields: [
    line('name', defaultName),
    line('accent', defaultAccent),
    logoField(site, page, logo, wrong === 'logo'),
    text('welcome', 3),
    text('rules', 6),
    text('links', 4),
    provingField(page, wrong),
  ],
})}
</section>`
}

function logoField(
  site: Site,
  { text }: SignedInPageContext,
  logo: Setting | undefined,
  isInvalid: boolean,
): Html {
  const { community: words } = text
  const picture = html`<img class="logo" src="${site.href(site.assets.logo)}" alt="${words.logoNow}" width="64" height="64">`
  if (logo?.source === 'environment')
    return html`<p>${picture}</p><p class="hint">${words.logo}: ${words.fixed(settingVariables.logo)}</p>`
  return html`<p>${picture}</p>
${field({
  name: 'logo',
  label: words.logo,
  type: 'file',
  accept: 'image/png',
  hint: words.hints.logo,
  isInvalid,
  optional: true,
})}`
}
