import type { Page } from 'playwright-core'
import type { Tab } from './browser.ts'

/** What somebody does on a page, by the words that they read there. */
export interface Person {
  page: Page
  fill(label: string, value: string): Promise<void>
  press(name: string): Promise<void>
  follow(name: string): Promise<void>
  /** Waits for the page with this heading, and looks at all of it. */
  sees(heading: string): Promise<void>
  /** Waits for the page that says what was done. */
  reads(status: string): Promise<void>
  /** Waits for the page that says what is wrong, and looks at all of it. */
  isTold(alert?: string): Promise<void>
}

/** Without a script nothing can look at the page as a whole. */
export function personAt({ page, check }: Tab, hasScript: boolean): Person {
  const seen = new Set<string>()
  /** Each page in each state once: axe is what takes the time. */
  const look = async (state: string) => {
    if (!hasScript || seen.has(state)) return
    seen.add(state)
    await check()
  }
  const fieldOf = (label: string) => page.getByLabel(label, { exact: true })
  return {
    page,
    fill: (label, value) => fieldOf(label).fill(value),
    press: (name) => page.getByRole('main').getByRole('button', { name, exact: true }).click(),
    follow: (name) => page.getByRole('main').getByRole('link', { name, exact: true }).click(),
    sees: async (heading) => {
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
      await look(heading)
    },
    reads: (status) => page.getByRole('status').getByText(status, { exact: true }).waitFor(),
    isTold: async (alert = '') => {
      const said = page.getByRole('alert').getByText(alert)
      await said.waitFor()
      await look(`${new URL(page.url()).pathname.slice(0, 16)} ${await said.textContent()}`)
    },
  }
}
