// The browser features that the page scripts need: none newer than browsers of early 2022.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** Newer features, with the year in which the last of the four engines got them. */
const tooNew: Readonly<Record<string, RegExp>> = {
  'promises with resolvers (2024), try (2025)': /Promise\.(withResolvers|try)\b/,
  'grouping (2024)': /\b(Object|Map)\.groupBy\b/,
  'copying array methods (2023)': /\.(toSorted|toReversed|toSpliced)\(|\.with\(/,
  'findLast (2022)': /\.findLast(Index)?\(/,
  'set methods (2024)': /\.(isSubsetOf|isSupersetOf|symmetricDifference|intersection)\(/,
  'well-formed strings (2023)': /\.(isWellFormed|toWellFormed)\(/,
  'Array.fromAsync (2024)': /Array\.fromAsync\b/,
  'URL.parse, URL.canParse (2023)': /URL\.(parse|canParse)\b/,
  'AbortSignal.any, timeout (2024)': /AbortSignal\.(any|timeout)\b/,
  'offscreen canvases (2023)': /OffscreenCanvas\b/,
  'bytes to and from Base64 (2025)': /\.(toBase64|toHex|setFromBase64)\(|Uint8Array\.from(Base64|Hex)\b/,
  'iterator helpers (2025)':
    /\bIterator\.from\b|\.(values|keys|entries)\(\)\.(map|filter|take|drop|toArray)\(/,
  'using (not yet)': /\b(await )?using \w+ =/,
}

/**
 * A style that drops one of these declarations loses a colour or its whole rule; without any other it only looks
 * plainer.
 */
const tooNewStyle: Readonly<Record<string, RegExp>> = {
  'light-dark() colours (2024)': /light-dark\(/,
  'mixed colours (2023)': /color-mix\(/,
  'newer colour spaces (2023)': /\b(?:oklch|oklab|lch|lab|color)\(/,
  'relative colours (2024)': /\(from /,
  'nested rules (2023)': /^\s+&|@scope|@starting-style/m,
}

test('the page styles keep their colours in older browsers, in both schemes', () => {
  const source = readFileSync(new URL('../../src/web/assets/style.css', import.meta.url), 'utf8')
  const reference = readFileSync(new URL('../../src/wire/reference/page.ts', import.meta.url), 'utf8')
  for (const [feature, pattern] of Object.entries(tooNewStyle)) {
    assert.doesNotMatch(source, pattern, `style.css: ${feature}`)
    assert.doesNotMatch(reference, pattern, `reference: ${feature}`)
  }
  const [light = '', dark = ''] = source.split('@media (prefers-color-scheme: dark)')
  const colours = [...light.matchAll(/^ {2}(--[\w-]+): (?:#|accent-)/gm)].map(([, name = '']) => name)
  assert.equal(colours.length, 12)
  for (const name of colours) assert.ok(dark.includes(`    ${name}: `), `${name} has no dark shade`)
})

test('the page scripts use no feature that is too new', () => {
  const folder = new URL('../../src/web/assets/', import.meta.url)
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
  assert.ok(scripts.length >= 5)
  for (const name of scripts) {
    const source = readFileSync(new URL(name, folder), 'utf8')
    for (const [feature, pattern] of Object.entries(tooNew))
      assert.doesNotMatch(source, pattern, `${name}: ${feature}`)
  }
})

test('the page scripts set no HTML', () => {
  const folder = new URL('../../src/web/assets/', import.meta.url)
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const parsing =
    /\b(innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|srcdoc)\b/
  for (const name of scripts) assert.doesNotMatch(readFileSync(new URL(name, folder), 'utf8'), parsing, name)
})
