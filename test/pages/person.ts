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
  const look = () => (hasScript ? check() : Promise.resolve())
  const fieldOf = (label: string) => page.getByLabel(label, { exact: true })
  return {
    page,
    fill: (label, value) => fieldOf(label).fill(value),
    press: (name) => page.getByRole('main').getByRole('button', { name, exact: true }).click(),
    follow: (name) => page.getByRole('main').getByRole('link', { name, exact: true }).click(),
    sees: async (heading) => {
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
      await look()
    },
    reads: (status) => page.getByRole('status').getByText(status, { exact: true }).waitFor(),
    isTold: async (alert = '') => {
      await page.getByRole('alert').getByText(alert).waitFor()
      await look()
    },
  }
}
