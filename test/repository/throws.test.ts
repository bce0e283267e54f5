// A doc comment that says "Throws Refused" names every reason for which the function itself throws it.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../../src/', import.meta.url))

/** A doc comment at the beginning of a line, and the declaration below it, up to the line that ends it. */
const documented =
  /^\/\*\*((?:(?!\*\/)[^])*?)\*\/\n((?:export )?(?:default )?(?:async )?(?:function|const) (\w+)[^]*?)(?=\n\n|\n\/\*\*|$(?![^]))/gm

/** The whole declaration of a function that a blank line divides. */
function wholeOf(text: string, from: number): string {
  const end = /\n\}(?:\n|$)/.exec(text.slice(from))
  return end ? text.slice(from, from + end.index) : text.slice(from)
}

test('every reason that a function throws is in its comment, if that lists reasons', () => {
  const found: string[] = []
  let comments = 0
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((each) =>
    each.endsWith('.ts'),
  )) {
    const text = readFileSync(join(source, file), 'utf8')
    for (const match of text.matchAll(documented)) {
      const [whole, comment = '', declaration = '', name = ''] = match
      if (!/Throws\s+(?:\*\s+)?Refused|Refused\s+`|Throws[^.]*Refused/.test(comment)) continue
      comments += 1
      const from = match.index + whole.length - declaration.length
      const body = /^(?:export )?(?:default )?(?:async )?function/.test(declaration)
        ? wholeOf(text, from)
        : declaration
      const reasons = new Set([...body.matchAll(/new Refused\('(\w+)'/g)].map(([, reason = '']) => reason))
      if (/(?<!\w)Refused\.\s*$/.test(comment.trim())) found.push(`${file}: ${name} names no reason`)
      for (const reason of reasons) {
        if (!comment.includes(`\`${reason}\``)) found.push(`${file}: ${name} throws ${reason}`)
      }
    }
  }
  assert.ok(comments > 100, `${comments}`)
  assert.deepEqual(found, [])
})

test('in the domain, only a rule whose name says so returns a problem', () => {
  const declared = /function (\w+)\s*(?:<[^>]*>)?\((?:[^()]|\([^()]*\))*\): ([^\n]+) \{$/gm
  const found: string[] = []
  let rules = 0
  for (const file of readdirSync(join(source, 'domain'), { recursive: true, encoding: 'utf8' })) {
    // Whether a player may join is decided before it is thrown.
    if (!file.endsWith('.ts') || file.startsWith('neighbours/')) continue
    for (const [, name = '', type = ''] of readFileSync(join(source, 'domain', file), 'utf8').matchAll(
      declared,
    )) {
      if (!/[pP]roblem|Refusal\b/.test(type)) continue
      if (/[pP]roblem/.test(name)) rules += 1
      else found.push(`${file}: ${name} returns ${type}`)
    }
  }
  assert.ok(rules > 2, `${rules}`)
  assert.deepEqual(found, [])
})
