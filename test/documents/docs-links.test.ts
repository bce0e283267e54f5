// Every link and every path in the documents leads to something that exists.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { anchors, withoutCode } from './anchors.ts'

const root = join(import.meta.dirname, '../..')
const isOurs = (file: string): boolean => !/(^|\/)(node_modules|dist|data|coverage)\//.test(file)
const files = (pattern: string): string[] => globSync(pattern, { cwd: root }).filter(isOurs).toSorted()

/** Returns the relative targets of links and images, without their anchors. */
function linksOf(text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return targets
    .filter((target) => !/^([a-z]+:|#)/.test(target))
    .map((target) => target.split('#', 1)[0] ?? target)
}

/** Returns links to a heading, `page.md#heading` or `#heading`, that the page does not have. */
function brokenAnchors(file: string, text: string): string[] {
  return [...withoutCode(text).matchAll(/\]\(([^)\s:]*)#([^)\s]+)\)/g)].flatMap(
    ([link, target = '', anchor = '']) => {
      const page = target === '' ? file : join(dirname(file), target)
      if (!page.endsWith('.md') || !existsSync(join(root, page))) return []
      return anchors(readFileSync(join(root, page), 'utf8')).has(anchor) ? [] : [link]
    },
  )
}

/**
 * Returns paths from the root of the repository. One with a placeholder (`src/wire/<protocol>/`) counts up to it.
 */
function pathsOf(text: string, folders: string): string[] {
  const path = new RegExp(`(?<![\\w./-])(?:${folders})/[\\w./-]*`, 'g')
  return [...text.matchAll(path)].map(({ 0: found, index }) => {
    const isCut = /[<{*…]/.test(text.charAt(index + found.length))
    return isCut ? dirname(`${found}x`) : found.replace(/[.]+$/, '')
  })
}

/** Returns source files that are named by the end of their path: `http/body/body.ts` is in `src`. */
const shortPathsOf = (text: string): string[] =>
  [...text.matchAll(/`((?:[\w-]+\/)+[\w.-]+\.ts)`/g)].map(([, path = '']) => path)

/** Returns the paths that are in none of the folders. */
const missing = (paths: readonly string[], ...folders: readonly string[]): string[] =>
  [...new Set(paths)].filter((path) => !folders.some((folder) => existsSync(join(root, folder, path))))

test('the readers find links and paths', () => {
  const text =
    '[a](b/c.md#d) [e](https://f.org/src/x.ts) [g](#h) `src/wire/<name>/i.ts`, src/j.ts. (test/k-l.test.ts) `m/n.ts` src/wire/o'
  assert.deepEqual(linksOf(text), ['b/c.md'])
  assert.deepEqual(pathsOf(text, 'src|test'), ['src/wire', 'src/j.ts', 'test/k-l.test.ts', 'src/wire/o'])
  assert.deepEqual(shortPathsOf(text), ['m/n.ts'])
  assert.deepEqual(missing(['src/j.ts', 'src/main.ts'], ''), ['src/j.ts'])
})

describe('documents', () => {
  const documents = files('**/*.md')
  assert.ok(documents.includes('README.md') && documents.includes('docs/decisions/0001-how-we-decide.md'))
  for (const file of documents) {
    test(file, () => {
      const text = readFileSync(join(root, file), 'utf8')
      assert.deepEqual(missing(linksOf(text), dirname(file)), [], 'links')
      assert.deepEqual(brokenAnchors(file, text), [], 'anchors')
      assert.deepEqual(
        missing(pathsOf(text, 'src|test|docs|bench|crash|failover|fuzz|soak|starve|scripts|bin'), ''),
        [],
        'paths',
      )
      assert.deepEqual(missing(shortPathsOf(text), '', 'src', dirname(file)), [], 'source files')
    })
  }
})

test('the pages that comments in the code name exist', () => {
  for (const file of files('{src,test,bench,crash,failover,fuzz,soak,starve,scripts}/**/*.ts')) {
    const pages = pathsOf(readFileSync(join(root, file), 'utf8'), 'docs').filter((path) =>
      path.endsWith('.md'),
    )
    assert.deepEqual(missing(pages, ''), [], file)
  }
})
