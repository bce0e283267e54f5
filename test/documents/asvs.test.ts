// docs/asvs.md has every requirement of OWASP ASVS 5.0, levels 1 and 2, and says how it is shown, or why it is not.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** The requirements by section, as `chapter.section.first-last`, from the standard's own list. */
const required = [
  '1.1.1-2 1.2.1-9 1.3.1-11 1.4.1-3 1.5.1-2',
  '2.1.1-3 2.2.1-3 2.3.1-4 2.4.1-1',
  '3.2.1-2 3.3.1-4 3.4.1-6 3.5.1-5 3.7.1-2',
  '4.1.1-3 4.2.1-1 4.3.1-2 4.4.1-4',
  '5.1.1-1 5.2.1-3 5.3.1-2 5.4.1-3',
  '6.1.1-3 6.2.1-12 6.3.1-4 6.4.1-4 6.5.1-5 6.6.1-3 6.8.1-4',
  '7.1.1-3 7.2.1-4 7.3.1-2 7.4.1-5 7.5.1-2 7.6.1-2',
  '8.1.1-2 8.2.1-3 8.3.1-1 8.4.1-1',
  '9.1.1-3 9.2.1-4',
  '10.1.1-2 10.2.1-2 10.3.1-4 10.4.1-11 10.5.1-5 10.6.1-2 10.7.1-3',
  '11.1.1-2 11.2.1-3 11.3.1-3 11.4.1-4 11.5.1-1 11.6.1-1',
  '12.1.1-3 12.2.1-2 12.3.1-4',
  '13.1.1-1 13.2.1-5 13.3.1-2 13.4.1-5',
  '14.1.1-2 14.2.1-4 14.3.1-3',
  '15.1.1-3 15.2.1-3 15.3.1-7',
  '16.1.1-1 16.2.1-5 16.3.1-4 16.4.1-3 16.5.1-3',
  '17.1.1-1 17.2.1-4 17.3.1-2',
].flatMap((chapter) =>
  chapter.split(' ').flatMap((range) => {
    const [, section = '', first, last] = /^(\d+\.\d+)\.(\d+)-(\d+)$/.exec(range) ?? []
    return Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, index) => `${section}.${Number(first) + index}`,
    )
  }),
)

const page = readFileSync(new URL('../../docs/asvs.md', import.meta.url), 'utf8')
const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, number = '', subject = '', answer = '']) => ({ number, subject, answer }),
)

/** The tests that a cell names: a path below test/, and the title of one test of it in brackets where that helps. */
const testsOf = (answer: string) =>
  [...answer.matchAll(/`([a-z][\w./-]*\/[\w./-]+)`(?: \(((?:[^()]|\([^()]*\))+)\))?/g)].map(
    ([, path = '', title]) => ({ path, title }),
  )

const fileOf = (path: string): URL | undefined =>
  [`${path}.test.ts`, `${path}.ts`]
    .map((name) => new URL(`../${name}`, import.meta.url))
    .find((file) => existsSync(file))

test('docs/asvs.md has each requirement of levels 1 and 2 once, in order', () => {
  assert.equal(required.length, 253)
  assert.deepEqual(
    rows.map(({ number }) => number),
    required,
  )
})

test('each requirement has a test, or says why it does not apply or that it is not met yet', () => {
  const without = rows.filter(
    ({ answer }) => !/^(does not apply|not yet): ./.test(answer) && testsOf(answer)[0] === undefined,
  )
  assert.deepEqual(without, [])
  const unexplained = rows.filter(
    ({ answer }) => /^(does not apply|not yet)/.test(answer) && answer.length < 'not yet: '.length + 12,
  )
  assert.deepEqual(unexplained, [])
})

test('each test that docs/asvs.md names exists', () => {
  const missing: string[] = []
  for (const { number, answer } of rows)
    for (const { path, title } of testsOf(answer)) {
      const file = fileOf(path)
      if (!file) missing.push(`${number}: there is no test/${path}`)
      else if (title !== undefined && !readFileSync(file, 'utf8').includes(title))
        missing.push(`${number}: test/${path} has no test "${title}"`)
    }
  assert.deepEqual(missing, [])
})

test('docs/asvs.md says how many requirements are met', () => {
  const count = (start: string) => rows.filter(({ answer }) => answer.startsWith(start)).length
  const [away, open] = [count('does not apply'), count('not yet')]
  const met = rows.length - away - open
  const sentence = `${met} have a test, ${away} do not apply, and ${open} are not met yet`
  assert.ok(page.includes(sentence), sentence)
})
