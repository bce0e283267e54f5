import { spellings } from './spellings.ts'

/** Members of JSON and of forms whose values are never shown. */
const secretNames = [
  'accessToken',
  'access_token',
  'refreshToken',
  'refresh_token',
  'idToken',
  'id_token',
  'device_code',
  'clientSecret',
  'client_secret',
  'code_verifier',
  'password',
  'privateKey',
]

/** The value may be cut off. */
const members = new RegExp(`("(?:${secretNames.join('|')})"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*(?:"|$))`, 'g')
const fields = new RegExp(`(?<=^|[?&#;])((?:${secretNames.join('|')})=)([^&;\\s]+)`, 'g')
const credentials = /\b(Bearer|Basic)\s+[^\s"',;]+/gi

const mask = '***'

/** A server that fills its answers with made-up tokens must not slow the run down: so many are learnt of one, and of all. */
const most = { ofOne: 5, ofAll: 500 }

/** Remembers every password and token of a run, and takes them out of what is shown. */
export class Secrets {
  readonly #known = new Map<string, readonly string[]>()
  #ofAnswers = 0

  add(...secrets: readonly (string | undefined)[]): void {
    // A shorter one would take parts out of words that have nothing to do with it.
    for (const secret of secrets)
      if (secret && secret.length >= 4 && !this.#known.has(secret)) this.#known.set(secret, spellings(secret))
  }

  /** Remembers what a body that is sent has under the name of a secret. */
  learn(text: string): void {
    this.add(...named(text))
  }

  /** Remembers what an answer has under the name of a secret. */
  learnFromAnswer(text: string): void {
    const fresh = named(text).filter((secret) => !this.#known.has(secret))
    const some = fresh.slice(0, Math.min(most.ofOne, most.ofAll - this.#ofAnswers))
    this.#ofAnswers += some.length
    this.add(...some)
  }

  masked(text: string): string {
    let shown = text.replace(members, `$1"${mask}"`).replace(fields, `$1${mask}`)
    for (const forms of [...this.#known.values()].sort((a, b) => (b[0]?.length ?? 0) - (a[0]?.length ?? 0)))
      for (const form of forms) shown = shown.replaceAll(form, mask)
    if (shown.endsWith('…')) shown = this.#withoutCutSecret(shown.slice(0, -1)) + '…'
    return withoutWebTokens(shown).replace(credentials, `$1 ${mask}`)
  }

  /** Takes out the beginning of a secret at the end of a text that was cut there. */
  #withoutCutSecret(text: string): string {
    const begins = Math.max(
      0,
      ...[...this.#known.values()].flat().map((form) => {
        let length = Math.min(form.length, text.length)
        while (length >= 4 && !text.endsWith(form.slice(0, length))) length--
        return length < 4 ? 0 : length
      }),
    )
    return begins > 0 ? text.slice(0, -begins) + mask : text
  }
}

/** Values under the name of a secret. No server issues a shorter one; what a check sends as nonsense may be a word. */
const named = (text: string): string[] =>
  [
    ...[...text.matchAll(members)].flatMap(([, , quoted = '']) => unquoted(quoted)),
    ...[...text.matchAll(fields)].flatMap(([, , value = '']) => [value, decoded(value)]),
  ].filter(({ length }) => length >= 8)

/** Takes out all JSON Web Tokens. A pattern would take a time that grows with the square of the text. */
const withoutWebTokens = (text: string): string =>
  text.replace(/[\w.-]+/g, (word) => {
    const start = word.indexOf('eyJ')
    if (start < 0) return word
    const [header = '', payload = '', signature] = word.slice(start).split('.')
    const isToken = header.length > 10 && payload.length > 0 && signature !== undefined
    return isToken ? word.slice(0, start) + mask : word
  })

function unquoted(quoted: string): string[] {
  try {
    return [JSON.parse(quoted) as string]
  } catch {
    return []
  }
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    return value
  }
}
