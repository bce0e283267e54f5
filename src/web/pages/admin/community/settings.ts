// GET and POST /admin/settings: what people see of the service, who registers, and how email is sent. What the environment
// says wins, and stands here too.
import { mailState } from '../../../../domain/checklist/mail-state.ts'
import type { Context } from '../../../../domain/context.ts'
import {
  changeSettings,
  readSettings,
  type Setting,
  type SettingChanges,
} from '../../../../domain/operation/settings.ts'
import { html } from '../../../../lib/text/html.ts'
import { logoOf, maxLogoBytes } from '../../../../model/community/setting.ts'
import {
  type SettingName,
  settingField,
  settingFields,
  settingNames,
} from '../../../../model/fields/setting.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { FormFields } from '../../../form/form-fields.ts'
import { type Declined, declined, wrongField } from '../../../page/declined.ts'
import type { Page, PageAnswer } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { testMail } from '../checklist/actions.ts'
import { mailCard } from '../checklist/mail.ts'
import { adminPage, notProved } from '../frame.ts'
import { settingsContent, type TypedSettings } from './settings-content.ts'

const settingsPath = '/admin/settings'
const logoPath = `${settingsPath}/logo/remove`
const mailPath = `${settingsPath}/mail`

export function adminSettings({ site, forRole }: Pages, context: Context): void {
  const admin = forRole('admin')
  const show = async (page: SignedInPageContext, typed: TypedSettings = {}): Promise<Page> => {
    const { settings, seen } = await readSettings(context)
    const content = html`${settingsContent(site, page, { settings, seen, logoPath }, typed)}
${mailCard(site, page, await mailState(context), mailPath)}`
    return adminPage(page.text.admin.menu.settings.heading, content, typed)
  }

  /** Makes the changes of the form, or returns the reason why it was declined. */
  const save = async (
    page: SignedInPageContext,
    fields: FormFields,
    changes: SettingChanges,
  ): Promise<Declined | undefined> => {
    const refusal = await notProved(context, page, fields)
    if (refusal) return refusal
    try {
      await changeSettings(context, actorOf(page), changes, fields.text('seen'))
      return undefined
    } catch (error) {
      return declined(
        page,
        error,
        { settings_changed: ['', page.text.community.problems.changed] },
        settingFields,
      )
    }
  }

  admin.get(settingsPath, (page) => show(page))

  const change = async (page: SignedInPageContext, fields: FormFields): Promise<PageAnswer> => {
    const { settings } = await readSettings(context)
    const typed = textsOf(fields)
    const file = fields.file('logo')
    if (file && file.size > maxLogoBytes)
      return show(page, { ...wrongField('logo', page.text.admin.malformed.logo), typed })
    const logo = file && logoOf(Buffer.from(await file.arrayBuffer()))
    const changes = open(settings, { ...typed, ...(logo !== undefined && { logo }) })
    const refused = await save(page, fields, changes)
    return refused ? show(page, { ...refused, typed }) : { to: settingsPath, flash: 'community.saved' }
  }
  admin.post(settingsPath, change, {
    // Only a picture makes the form this large.
    tooLarge: (page) => show(page, { ...wrongField('logo', page.text.admin.malformed.logo), status: 413 }),
  })

  admin.get(mailPath, () => ({ to: settingsPath }))
  admin.post(mailPath, (page) => testMail(context, page, settingsPath, (refused) => show(page, refused)))

  admin.get(logoPath, () => ({ to: settingsPath }))
  admin.post(logoPath, async (page, fields): Promise<PageAnswer> => {
    const refused = await save(page, fields, { logo: null })
    const typed = textsOf(fields)
    return refused ? show(page, { ...refused, typed }) : { to: settingsPath, flash: 'community.logoRemoved' }
  })
}

/** Returns the texts of the fields that the form has, and of its boxes: one that is not ticked sends nothing. */
const textsOf = (fields: FormFields): Partial<Record<SettingName, string>> =>
  Object.fromEntries(
    settingNames.flatMap((name) => {
      if (settingField(name).type === 'boolean') return [[name, fields.has(name) ? 'on' : 'off']]
      return name !== 'logo' && fields.has(name) ? [[name, fields.text(name).trim()]] : []
    }),
  )

/** Leaves out settings of the environment, and what is as it was. An empty field means that nothing is chosen. */
const open = (settings: readonly Setting[], typed: Partial<Record<SettingName, string>>): SettingChanges =>
  Object.fromEntries(
    settings
      .filter(
        ({ name, source, value }) =>
          source !== 'environment' && typed[name] !== undefined && typed[name] !== value,
      )
      .map(({ name }) => [name, typed[name] || null]),
  )
