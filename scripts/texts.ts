// npm run texts [-- LANGUAGE…]: lists what is missing or wrong in the texts of each language, as docs/translating.md
// describes. The exit status is 1 if anything is.
import { readCatalogue } from '../src/texts/catalogue.ts'
import { type Language, languages } from '../src/texts/languages.ts'
import { findingsIn } from './texts/findings.ts'

const given = process.argv.slice(2)
const unknown = given.filter((language) => !languages.includes(language as Language))
if (unknown.length > 0) throw new Error(`src/texts/languages.ts does not list ${unknown.join(', ')}`)

const original = readCatalogue('en')
for (const language of given.length > 0 ? (given as Language[]) : languages) {
  for (const finding of findingsIn(language, readCatalogue(language), original)) {
    console.log(`src/texts/${language}.json: ${finding}`)
    process.exitCode = 1
  }
}
