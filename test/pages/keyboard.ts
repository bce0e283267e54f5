import type { Locator } from 'playwright-core'
import type { Tab } from './browser.ts'
import type { Person } from './person.ts'

/** More than any page has. */
const maxStops = 80

/** Acts by the keyboard alone: Tab until a control has the focus, then Enter or letters. */
export function keyboardAt({ page }: Pick<Tab, 'page'>): Pick<Person, 'fill' | 'press' | 'follow'> {
  const { keyboard } = page
  const reach = async (control: Locator) => {
    await control.waitFor()
    for (let stop = 0; stop < maxStops; stop++) {
      if ((await control.and(page.locator(':focus')).count()) === 1) return
      await keyboard.press('Tab')
    }
    throw new Error(`Tab does not reach ${control} at ${page.url()}`)
  }
  const act = async (role: 'button' | 'link', name: string) => {
    await reach(page.getByRole('main').getByRole(role, { name, exact: true }))
    await keyboard.press('Enter')
  }
  return {
    fill: async (label, value) => {
      await reach(page.getByLabel(label, { exact: true }))
      await keyboard.press('Control+A')
      await keyboard.type(value)
    },
    press: (name) => act('button', name),
    follow: (name) => act('link', name),
  }
}
