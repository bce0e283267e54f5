// npm run prose [-- FILE…]: finds English that a native reader stumbles over, in the files that scripts/prose/covered.ts
// names or in those given. The exit status is 1 if there is any.
import { globSync, readFileSync } from 'node:fs'
import { covered, exceptions } from './prose/covered.ts'
import { findingsIn } from './prose/findings.ts'

const given = process.argv.slice(2)
const files = given.length > 0 ? given : globSync([...covered], { exclude: ['**/node_modules/**'] })

let count = 0
for (const file of files.toSorted()) {
  const text = readFileSync(file, 'utf8')
  const lines = text.split('\n')
  const allowed = exceptions.filter((exception) => exception.file === file)
  for (const { line, words, instead } of findingsIn(file, text)) {
    if (allowed.some((exception) => exception.line.test(lines[line - 1] ?? ''))) continue
    console.log(`${file}:${line}: "${words}": ${instead}`)
    count++
  }
}
if (count > 0) {
  console.error(`${count} places to reword; scripts/prose/patterns.ts has the patterns`)
  process.exitCode = 1
}
