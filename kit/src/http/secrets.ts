/** Members of JSON and of forms whose values are never shown. */
const secretNames = [
  'accessToken',
  'access_token',
  'refresh_token',
  'id_token',
  'device_code',
  'client_secret',
  'code_verifier',
  'password',
  'privateKey',
]

const members = new RegExp(`"(?:${secretNames.join('|')})"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*")`, 'g')
const fields = new RegExp(`(?<=^|[?&])(?:${secretNames.join('|')})=([^&\\s]+)`, 'g')
const webToken = /eyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g
const credentials = /\b(Bearer|Basic)\s+[^\s"',;]+/gi

const mask = '***'

/** Remembers every password and token of a run, and takes them out of what is shown. */
export class Secrets {
  readonly #known = new Set<string>()

  add(...secrets: readonly (string | undefined)[]): void {
    // A shorter one would take parts out of words that have nothing to do with it.
    for (const secret of secrets) if (secret && secret.length >= 4) this.#known.add(secret)
  }

  /** Remembers what stands in a body under the name of a secret. */
  learn(text: string): void {
    for (const [, quoted = '""'] of text.matchAll(members)) this.#learnt(unquoted(quoted))
    for (const [, value = ''] of text.matchAll(fields)) this.#learnt(value, decoded(value))
  }

  /** No server issues a shorter one; what a check sends as nonsense may be a word. */
  #learnt(...secrets: readonly string[]): void {
    this.add(...secrets.filter(({ length }) => length >= 8))
  }

  masked(text: string): string {
    this.learn(text)
    let shown = text
    for (const secret of [...this.#known].sort((a, b) => b.length - a.length))
      for (const form of formsOf(secret)) shown = shown.replaceAll(form, mask)
    return shown.replace(webToken, mask).replace(credentials, `$1 ${mask}`)
  }
}

const formsOf = (secret: string): string[] => [
  ...new Set([secret, encodeURIComponent(secret), formEncoded(secret), JSON.stringify(secret).slice(1, -1)]),
]

const formEncoded = (secret: string): string => new URLSearchParams([['', secret]]).toString().slice(1)

function unquoted(quoted: string): string {
  try {
    return JSON.parse(quoted) as string
  } catch {
    return quoted.slice(1, -1)
  }
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    return value
  }
}
