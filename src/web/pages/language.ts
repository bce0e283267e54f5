import { setLanguage } from '../../domain/accounts/set-language.ts'
import type { Context } from '../../domain/context.ts'
import { html } from '../../lib/text/html.ts'
import { select } from '../form/forms.ts'
import type { Page, PageAnswer } from '../page/page.ts'
import type { Pages } from '../page/page-scope.ts'
import { type Language, languages } from '../text/text.ts'
import type { Site } from '../visit/site.ts'
import { actorOf, type SignedInVisit } from '../visit/visit.ts'
import { accountForm } from './account-form.ts'

export function languagePage({ site, signedIn }: Pages, context: Context): void {
  signedIn.get('/account/language', (visit) => languageForm(site, visit))

  signedIn.post('/account/language', async (visit, fields): Promise<PageAnswer> => {
    const language = fields.text('language')
    if (!isOurs(language)) {
      const alert = visit.text.settings.language.unknown
      return { ...languageForm(site, visit, true), status: 422, alert }
    }
    await setLanguage(context, actorOf(visit), visit.account, language)
    return { to: '/account/language', said: 'settings.languageSaved' }
  })
}

const isOurs = (language: string): language is Language => Object.hasOwn(languages, language)

function languageForm(site: Site, visit: SignedInVisit, isInvalid = false): Page {
  const { account, settings } = visit.text
  const options = Object.entries(languages).map(([value, { name }]) => ({ value, label: name, lang: value }))
  return accountForm(site, visit, {
    heading: account.menu.language.heading,
    about: html`<p>${account.menu.language.about}</p>`,
    action: '/account/language',
    submit: settings.language.submit,
    fields: select({
      name: 'language',
      label: account.menu.language.heading,
      options,
      value: visit.language,
      isInvalid,
    }),
  })
}
