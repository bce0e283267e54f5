import type { Page } from 'playwright-core'
import type { RunningService, TestAccount } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import type { Tab } from './browser.ts'

/** The actions of a person on a page, by the words that they read there. */
export interface Person {
  page: Page
  fill(label: string, value: string): Promise<void>
  press(name: string): Promise<void>
  follow(name: string): Promise<void>
  /** Waits for the page with this heading, and checks all of it; once for each named state. */
  sees(heading: string, state?: string): Promise<void>
  /** Waits for the page that confirms the action, and checks all of it. */
  reads(status: string): Promise<void>
  /** Waits for the page that reports the error, and checks all of it. */
  isTold(alert?: string): Promise<void>
}

export function personAt({ page, check }: Pick<Tab, 'page' | 'check'>): Person {
  const seen = new Set<string>()
  /** Each page once in each state, since axe takes most of the time. */
  const look = async (state: string) => {
    if (seen.has(state)) return
    seen.add(state)
    await check(`${page.url()}: ${state}`)
  }
  const fieldOf = (label: string) => page.getByLabel(label, { exact: true })
  return {
    page,
    fill: (label, value) => fieldOf(label).fill(value),
    press: (name) => page.getByRole('main').getByRole('button', { name, exact: true }).click(),
    follow: (name) => page.getByRole('main').getByRole('link', { name, exact: true }).click(),
    sees: async (heading, state = '') => {
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
      await look(`${heading} ${state}`)
    },
    reads: async (status) => {
      await page.getByRole('status').getByText(status, { exact: true }).waitFor()
      await look(status)
    },
    isTold: async (alert = '') => {
      const shown = page.getByRole('alert').getByText(alert)
      await shown.waitFor()
      await page.locator('[role=alert]:focus').waitFor()
      await look(`${new URL(page.url()).pathname.slice(0, 16)} ${await shown.textContent()}`)
    },
  }
}

/** A session as the /sign-in form creates one, without the time that a browser takes; and the language. */
export async function enterAs(
  { browser }: Pick<Tab, 'browser'>,
  service: RunningService,
  account: TestAccount,
): Promise<void> {
  const session = browserOf(service)
  await session.signIn(account)
  session.cookies.set('norn-language', account.language)
  const url = service.context.baseUrl()
  await browser.addCookies([...session.cookies].map(([name, value]) => ({ name, value, url })))
}
