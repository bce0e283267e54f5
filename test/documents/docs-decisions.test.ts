// docs/decisions: the index lists every page once, with the page's title and state.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const folder = new URL('../../docs/decisions/', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8')

test('the index of decisions has a row for each page, with its title and its state', () => {
  const pages = readdirSync(folder)
    .filter((name) => /^\d{4}-.*\.md$/.test(name))
    .map((name) => {
      const [, title = '', state = ''] =
        /^# (.+)\n\n\*\*Status\*\*: (in force|partly superseded|history), \d{4}-\d\d-\d\d(?:;.*)?\n/.exec(
          read(name),
        ) ?? []
      assert.ok(title, `${name} begins with a title and a status`)
      assert.equal(title.slice(0, 6), `${name.slice(0, 4)}: `, name)
      return `| [${title.replace(':', '')}](${name}) | ${state} |`
    })
  assert.ok(pages.length > 50)
  const rows = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| [0'))
  assert.deepEqual(rows.toSorted(), pages.toSorted())
})
