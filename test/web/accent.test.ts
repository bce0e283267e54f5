// Text in or on any accent colour that the owner chooses is readable, in light and dark.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { contrast, inkOn } from '../../src/lib/text/colour.ts'
import { accentShades } from '../../src/web/layout/themes.ts'

const style = readFileSync(new URL('../../src/web/assets/style.css', import.meta.url), 'utf8')
const [light = '', dark = ''] = style.split('@media (prefers-color-scheme: dark)')

/** The colour with this name in a scheme. */
function named(scheme: string, name: string): string {
  const [, colour = ''] = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(scheme) ?? []
  assert.match(colour, /^#/, name)
  return colour
}

/** A hundred colours, evenly spread over the RGB cube; the first is black and the last is white. */
const hundred = Array.from({ length: 100 }, (_, at) => {
  const number = Math.round((at * 0xffffff) / 99)
  return `#${number.toString(16).padStart(6, '0')}`
})

test('an accent of any colour is readable on every background, and so is text on it', () => {
  for (const accent of [...hundred, '#b3261e', '#ff8a80', '#ff0000', '#777777', '#1f7a5c']) {
    const shades = accentShades(accent)
    for (const [scheme, shade, ink] of [
      [light, shades.light, shades['light-ink']],
      [dark, shades.dark, shades['dark-ink']],
    ] as const) {
      for (const ground of ['ground', 'card'])
        assert.ok(contrast(shade, named(scheme, ground)) >= 4.5, `${accent} as ${shade} on ${ground}`)
      // A focus ring needs 3 (WCAG 2.2, 1.4.11), next to a danger button too, whose card is around it.
      for (const ground of ['ground', 'card', 'danger-ground', 'good-ground'])
        assert.ok(contrast(shade, named(scheme, ground)) >= 3, `the focus in ${shade} on ${ground}`)
      assert.ok(contrast(ink, shade) >= 4.5, `${ink} on ${shade}, of ${accent}`)
    }
    assert.ok(contrast(inkOn(accent), accent) >= 4.5, `mail in ${accent}`)
  }
})

test('the danger colour is readable on every background, and an outline where the accent is filled', () => {
  for (const scheme of [light, dark]) {
    for (const ground of ['ground', 'card', 'danger-ground'])
      assert.ok(contrast(named(scheme, 'danger'), named(scheme, ground)) >= 4.5, ground)
  }
  const [, main = ''] = /\n\.main,\n\.button \{\n(.*?)\}/s.exec(style) ?? []
  const [, danger = ''] = /\n\.danger \{\n(.*?)\}/s.exec(style) ?? []
  assert.match(main, /background: var\(--accent\)/)
  assert.match(danger, /border: 2px solid;\n {2}background: var\(--card\)/)
})

test('the focus is a ring in the accent colour around whatever has it', () => {
  const [, ring = ''] = /\n:focus-visible \{\n(.*?)\}/s.exec(style) ?? []
  assert.match(ring, /outline: 3px solid var\(--accent\);\n {2}outline-offset: 2px/)
})

test('a dark shade keeps the hue and the saturation of its colour', () => {
  assert.deepEqual(accentShades('#1f7a5c').light, '#1f7a5c')
  const { dark: shade } = accentShades('#1f7a5c')
  const parts = [1, 3, 5].map((at) => Number.parseInt(shade.slice(at, at + 2), 16))
  assert.ok(Math.max(...parts) - Math.min(...parts) > 80, `${shade} is washed out`)
})
