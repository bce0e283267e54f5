import { setLanguage } from '../../../domain/accounts/set-language.ts'
import type { Context } from '../../../domain/context.ts'
import { html } from '../../../lib/text/html.ts'
import { type Language, languageNames } from '../../../texts/languages.ts'
import { actorOf, type SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { accountForm } from '../../form/account-form.ts'
import { select } from '../../form/forms.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'

export function languagePage({ site, signedIn }: Pages, context: Context): void {
  signedIn.get('/account/language', (page) => languageForm(site, page))

  signedIn.post('/account/language', async (page, fields): Promise<PageAnswer> => {
    const language = fields.text('language')
    if (!isOurs(language)) {
      const alert = page.text.settings.language.unknown
      return { ...languageForm(site, page, true), status: 422, alert }
    }
    await setLanguage(context, actorOf(page), page.account, language)
    return { to: '/account/language', flash: 'settings.languageSaved' }
  })
}

const isOurs = (language: string): language is Language => Object.hasOwn(languageNames, language)

function languageForm(site: Site, page: SignedInPageContext, isInvalid = false): Page {
  const { account, settings } = page.text
  const options = Object.entries(languageNames).map(([value, label]) => ({ value, label, lang: value }))
  return accountForm(site, page, {
    heading: account.menu.language.heading,
    about: html`<p>${account.menu.language.about}</p>`,
    action: '/account/language',
    submit: settings.language.submit,
    fields: select({
      name: 'language',
      label: account.menu.language.heading,
      options,
      value: page.language,
      isInvalid,
    }),
  })
}
