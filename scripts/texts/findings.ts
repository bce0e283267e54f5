import type { Texts } from '../../src/texts/catalogue.ts'

type Entry = string | Texts

/** The categories that whole numbers have in a language: one, few and many in Russian. */
export function categoriesOf(language: string): ReadonlySet<string> {
  const rules = new Intl.PluralRules(language)
  return new Set(Array.from({ length: 201 }, (_, number) => rules.select(number)))
}

/**
 * Returns what a translator has to mend in a file of texts: what is missing, superfluous or empty, placeholders and
 * terms that differ from those of the original, forms that the language lacks or does not have.
 */
export function findingsIn(language: string, own: Texts, original: Texts, path = ''): string[] {
  const names = new Set([...Object.keys(original), ...Object.keys(own)])
  return [...names].flatMap((name) => {
    const place = path === '' ? name : `${path}.${name}`
    const [text, english] = [own[name], original[name]]
    if (text === undefined) return [`${place}: missing`]
    if (english === undefined) return [`${place}: superfluous`]
    const isGroup = typeof english === 'object' && !isCounted(english)
    if (isGroup && typeof text === 'object') return findingsIn(language, text, english, place)
    return isGroup ? [`${place}: should be a group of texts`] : findingsOf(language, place, text, english)
  })
}

/** Forms by number have `other` in English. */
const isCounted = (texts: Texts): boolean => Object.hasOwn(texts, 'other')

function findingsOf(language: string, place: string, text: Entry, english: Entry): string[] {
  const empty = wordsOf(text).some((words) => words.trim() === '')
  const [used, given] = [placeholdersOf(text), placeholdersOf(english)]
  return [
    ...(empty ? [`${place}: empty`] : []),
    ...[...given].filter((name) => !used.has(name)).map((name) => `${place}: without {${name}}`),
    ...[...used].filter((name) => !given.has(name)).map((name) => `${place}: {${name}} has no value`),
    ...typographyFindings(language, place, text),
    ...synonymFindings(language, place, text),
    ...termFindings(place, text, english),
    ...formFindings(language, place, text, english),
  ]
}

/** Misprints of a language that a translator easily makes. */
const misprints: Readonly<Record<string, readonly [RegExp, string]>> = {
  es: [/^[^¿]*\?|^[^¡]*!/, 'a question or an exclamation without ¿ or ¡ before it'],
  fr: [/ [:;?!»]|« /, 'a space that can break before : ; ? ! » or after «'],
  'zh-CN': [/\p{Script=Han}[,;:!?](?!\d)/u, 'punctuation of half width'],
}

function typographyFindings(language: string, place: string, text: Entry): string[] {
  const [pattern, finding] = misprints[language] ?? []
  return pattern && wordsOf(text).some((words) => pattern.test(words)) ? [`${place}: ${finding}`] : []
}

/** Words in whose place the texts of a language have another one, so that a thing has one name and readers one address. */
const synonyms: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  de: [
    [/spielserver/i, 'Gameserver'],
    [/\p{Ll}en Sie\b/u, 'du'],
  ],
  es: [[/lanzador/i, 'launcher']],
  fr: [[/lanceur/i, 'launcher']],
  'pt-BR': [[/\bse registr/i, 'se cadastrar']],
  ru: [[/уч[её]тн\S* запис/i, 'аккаунт']],
  'zh-CN': [
    [/你/, '您'],
    [/[账帐]户/, '账号'],
  ],
}

const synonymFindings = (language: string, place: string, text: Entry): string[] =>
  (synonyms[language] ?? []).flatMap(([pattern, instead]) => {
    const [found] = pattern.exec(wordsOf(text).join('\n')) ?? []
    return found === undefined ? [] : [`${place}: "${found}" is "${instead}" elsewhere`]
  })

/** Commands, settings, addresses and files, which are the same in every language. */
const terms =
  /\bnorn(?: [a-z][a-z-]*)+|\bNORN_[A-Z_]+|https?:\/\/[\w./-]*\w|[\w-]+\.(?:jar|txt|md|properties)\b|[\w-]+=\w+|(?<![\w-])--[a-z-]+/g

const termsOf = (entry: Entry): ReadonlySet<string> =>
  new Set(wordsOf(entry).flatMap((words) => words.match(terms) ?? []))

function termFindings(place: string, text: Entry, english: Entry): string[] {
  const [own, given] = [termsOf(text), termsOf(english)]
  return [
    ...[...given].filter((term) => !own.has(term)).map((term) => `${place}: without "${term}"`),
    ...[...own]
      .filter((term) => !given.has(term))
      .map((term) => `${place}: "${term}" is not in the original`),
  ]
}

function formFindings(language: string, place: string, text: Entry, english: Entry): string[] {
  if (typeof text === 'string') return []
  if (typeof english === 'string') return [`${place}: should be one text, without forms`]
  const needed = categoriesOf(language)
  const numbers = Object.keys(english).filter((form) => /^\d+$/.test(form))
  const missing = [...needed, ...numbers].filter((form) => !Object.hasOwn(text, form))
  const wrong = Object.keys(text).filter((form) => !needed.has(form) && !/^\d+$/.test(form))
  return [
    ...missing.map((form) => `${place}: the form "${form}" is missing`),
    ...wrong.map((form) => `${place}: the language has no form "${form}"`),
  ]
}

const wordsOf = (entry: Entry): readonly string[] =>
  typeof entry === 'string' ? [entry] : Object.values(entry).flatMap(wordsOf)

/** The placeholders of a text, in whichever of its forms they are. A bracket left open is one, too. */
const placeholdersOf = (entry: Entry): ReadonlySet<string> =>
  new Set(wordsOf(entry).flatMap((words) => (words.match(/\{[^{}]*\}?|\}/g) ?? []).map(bare)))

const bare = (placeholder: string): string => placeholder.replace(/^\{(\w+)\}$/, '$1')
