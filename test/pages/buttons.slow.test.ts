// Every button in every language on narrow phones: its words stay inside it, and begin with a capital.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '../../src/texts/languages.ts'
import { onEveryDatabase } from '../service.ts'
import { openTab } from './browser.ts'
import { admin, createSubjects, open, own } from './every-page.ts'
import { enterAs } from './person.ts'

/** Returns the buttons whose words stick out, are cut off, or begin with a small letter. */
const findings = `[...document.querySelectorAll('button, a.main, a.button, summary')].flatMap((button) => {
  const box = button.getBoundingClientRect()
  if (box.width === 0 || getComputedStyle(button).visibility === 'hidden') return []
  const range = document.createRange()
  range.selectNodeContents(button)
  const words = range.getBoundingClientRect()
  const text = button.innerText.trim()
  const isOut = words.left < box.left - 0.5 || words.right > box.right + 0.5 || words.bottom > box.bottom + 0.5
  const isOff = box.right > innerWidth + 0.5 && !button.closest('nav.sections')
  const isSmall = /^\\p{Ll}/u.test(text)
  return isOut || isOff || isSmall ? [[text, isOut && 'out', isOff && 'off', isSmall && 'small'].filter(Boolean).join(' ')] : []
})`

onEveryDatabase('buttons on a narrow phone', (start, _shared, kind) => {
  // The database does not change a page.
  if (kind !== 'sqlite') return
  test('hold their words, which begin with a capital, in every language', async (t) => {
    const service = await start({ NORN_REGISTRATION: 'open' })
    const { owner, paths } = await createSubjects(service, 'en')
    const found = new Set<string>()
    for (const language of languages) {
      const tab = await openTab(t, service.baseUrl, {
        viewport: { width: 320, height: 700 },
        hasTouch: true,
        locale: language,
      })
      if (!tab) return
      const { page } = tab
      const look = async (path: string) => {
        await page.goto(path)
        // The word after copying is in the same button.
        await page.evaluate(
          `document.querySelectorAll('[data-copied] > button').forEach((button) => {
            const { copied, copy } = button.parentElement.dataset
            if (copied.length > copy.length) button.textContent = copied
          })`,
        )
        for (const width of [320, 390]) {
          await page.setViewportSize({ width, height: 700 })
          for (const each of await page.evaluate<string[]>(findings))
            found.add(`${language} ${width} ${path}: ${each}`)
        }
      }
      for (const path of open) await look(path)
      await enterAs(tab, service, { ...owner, language })
      await service.context.db.query
        .updateTable('account')
        .set({ language })
        .where('id', '=', owner.id)
        .execute()
      for (const path of [...own, ...admin, ...paths]) await look(path)
      await tab.close()
    }
    assert.deepEqual([...found], [])
  })
})
