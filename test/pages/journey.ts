// Complete journeys in Chromium, in each language, using the words of its texts: every page has to lead on.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Language, languageNames } from '../../src/texts/languages.ts'
import { type Text, textIn } from '../../src/web/context/text.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { newMail } from '../web/mailbox.ts'
import { authenticator } from './authenticator.ts'
import { openTab, type Tab, type TabOptions } from './browser.ts'
import { front } from './https-proxy.ts'
import { type Person, personAt } from './person.ts'

export interface Way {
  language: Language
  options: TabOptions
  hasScript: boolean
}

export interface Journey extends Person {
  t: TestContext
  tab: Tab
  service: RunningService
  /** The address at which players find the service. */
  url: string
  hasScript: boolean
  /** The language, in its own name for itself. */
  name: string
  text: Text
  username: string
  password: string
  /** The secret of the authenticator app, once there is one. */
  secret: string
}

export const inLight = { colorScheme: 'light' } as const
export const inDark = { colorScheme: 'dark' } as const

/** Runs each route; one that has run on the other database is not repeated in the same language. */
export function onEachWay(
  name: string,
  ways: Readonly<Record<'sqlite' | 'postgres', readonly Way[]>>,
  go: (journey: Journey, way: Way) => Promise<void>,
): void {
  onEveryDatabase(name, (start, _shared, kind) => {
    const outside = front()
    let running: Promise<RunningService> | undefined
    const shared = () =>
      (running ??= outside.then(async ({ url, leadTo }) => {
        const service = await start({
          NORN_BASE_URL: url,
          NORN_REGISTRATION: 'open',
          NORN_MAILS_PER_ADDRESS: '100',
          NORN_USERNAME_COOLDOWN: '7d',
        })
        leadTo(service.baseUrl)
        return service
      }))

    for (const way of ways[kind]) {
      const { language, options, hasScript } = way
      test(`in ${language}, ${hasScript ? 'with' : 'without'} JavaScript`, async (t) => {
        const { url } = await outside
        const service = await shared()
        const locale = language === 'en' ? 'ru' : 'en'
        const tab = await openTab(t, url, { ...options, locale, javaScriptEnabled: hasScript })
        if (!tab) return
        if (hasScript) await authenticator(tab)
        const name = languageNames[language]
        const text = textIn(language)
        const username = `Player_${language.slice(0, 2)}`
        const person = { username, password: 'a sentence to remember', secret: '' }
        await go({ ...personAt(tab), ...person, t, tab, service, url, hasScript, name, text }, way)
        assert.equal(await tab.page.locator('html').getAttribute('lang'), language)
        await tab.close()
      })
    }
  })
}

/** The only link that was emailed since the last call. */
export async function mailedLink(service: RunningService): Promise<string> {
  const links = (await newMail(service)).filter(({ kind }) => kind !== 'notice').map(({ link }) => link)
  assert.equal(links.length, 1)
  return links[0] ?? ''
}

export async function signOut({ page, text, ...person }: Journey): Promise<void> {
  await page.getByRole('button', { name: text.layout.signOut, exact: true }).click()
  await person.reads(text.signIn.flash.signedOut)
}
