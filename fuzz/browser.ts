// The pages as a browser finds them: the links it may follow, and the forms it may send.
import type { Operation } from './document.ts'

export interface Session {
  /** The value of the Cookie header. */
  cookie: string
  /** The token in the forms of this session. */
  csrf: string
}

export const noSession: Session = { cookie: '', csrf: '' }

const plainLimit = 64 * 1024
const uploadLimit = 1024 * 1024 + 16 * 1024

class Browser {
  readonly #base: string
  readonly #cookies = new Map<string, string>()

  constructor(port: number) {
    this.#base = `http://127.0.0.1:${port}`
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async ask(path: string, form?: Record<string, string>): Promise<{ status: number; page: string }> {
    const answer = await fetch(this.#base + path, {
      redirect: 'manual',
      headers: { cookie: this.cookie },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      this.#cookies.set(name, value)
    }
    const isPage = answer.headers.get('content-type')?.startsWith('text/html')
    const page = await answer.text()
    return { status: answer.status, page: isPage ? page : '' }
  }
}

const csrfIn = (page: string): string => /name="csrf" value="([^"]*)"/.exec(page)?.[1] ?? ''

/** Signs in through the form; returns a session without a cookie if that is refused. */
export async function signInAt(port: number, login: string, password: string): Promise<Session> {
  const browser = new Browser(port)
  const csrf = csrfIn((await browser.ask('/sign-in')).page)
  const { status } = await browser.ask('/sign-in', { csrf, login, password, next: '/account' })
  if (status !== 303) return noSession
  return { cookie: browser.cookie, csrf: csrfIn((await browser.ask('/account/email')).page) }
}

/**
 * Returns every page that a person reaches by links, and every form on them. One page stands for all with the same
 * pattern.
 */
export async function operationsOfPages(port: number, { cookie }: Session): Promise<Operation[]> {
  const found = new Map<string, Operation>()
  const waiting = ['/', '/register', '/recover', '/device', '/account', '/admin']
  const seen = new Set<string>()
  const open = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', headers: { cookie } })
    return answer.headers.get('content-type')?.startsWith('text/html') ? answer.text() : ''
  }
  const add = (method: string, path: string, fields?: readonly string[], takesFile = false) => {
    const template = templateOf(path)
    const query = method === 'GET' ? (fields ?? []) : []
    const key = `${method} ${template}`
    const known = found.get(key)
    found.set(key, {
      method,
      template,
      query: [...new Set([...(known?.query ?? []), ...query])],
      fields: method === 'GET' ? undefined : [...new Set([...(known?.fields ?? []), ...(fields ?? [])])],
      limit: takesFile ? uploadLimit : plainLimit,
      takesFile,
      isPage: true,
      responses: undefined,
    })
  }
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (seen.has(templateOf(path))) continue
    seen.add(templateOf(path))
    add('GET', path)
    const page = await open(path)
    for (const [, link = ''] of page.matchAll(/<a [^>]*?href="(\/[^"#]*)"/g)) {
      waiting.push(link.replace(/\?.*/, ''))
    }
    for (const [whole, method = ''] of page.matchAll(/<form method="(get|post)".*?<\/form>/gs)) {
      const names = [...whole.matchAll(/<(?:input|select|textarea)[^>]* name="([^"]*)"/g)].map(
        ([, name = '']) => name,
      )
      const actions = [...whole.matchAll(/(?:form)?action="(\/[^"]*)"/g)].map(([, action = '']) => action)
      for (const action of actions) add(method.toUpperCase(), action, names, whole.includes('type="file"'))
    }
  }
  return [...found.values()]
}

const templateOf = (path: string): string =>
  path
    .replace(/\?.*/, '')
    .replaceAll(/[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}')
    .replaceAll(/(?<=\/)[\w-]{20,}(?=\/|$)/g, '{token}')

/** Returns the OAuth 2.0 operations that the discovery document names. */
export async function operationsOfOAuth(port: number): Promise<Operation[]> {
  const found = await fetch(`http://127.0.0.1:${port}/.well-known/oauth-authorization-server`)
  const document = (await found.json()) as Record<string, unknown>
  const authorization = [
    'client_id',
    'redirect_uri',
    'response_type',
    'scope',
    'state',
    'nonce',
    'prompt',
    'max_age',
    'code_challenge',
    'code_challenge_method',
    'response_mode',
    'login_hint',
    'ui_locales',
  ]
  const token = [
    'grant_type',
    'client_id',
    'client_secret',
    'code',
    'code_verifier',
    'redirect_uri',
    'refresh_token',
    'device_code',
    'scope',
  ]
  const fields: Record<string, readonly string[]> = {
    token_endpoint: token,
    device_authorization_endpoint: ['client_id', 'scope'],
    revocation_endpoint: ['token', 'token_type_hint', 'client_id', 'client_secret'],
    introspection_endpoint: ['token', 'token_type_hint', 'client_id', 'client_secret'],
    userinfo_endpoint: ['access_token'],
    authorization_endpoint: authorization,
  }
  // The first request loads the library.
  await fetch(new URL(String(document['userinfo_endpoint'])))
  const plain = { limit: plainLimit, takesFile: false, responses: undefined }
  return Object.entries(fields).flatMap(([name, names]): Operation[] => {
    const template = new URL(String(document[name])).pathname
    const isPage = name === 'authorization_endpoint'
    const posted: Operation = { ...plain, method: 'POST', template, query: [], fields: names, isPage }
    const got: Operation = { ...plain, method: 'GET', template, query: names, fields: undefined, isPage }
    return name === 'authorization_endpoint' || name === 'userinfo_endpoint' ? [posted, got] : [posted]
  })
}
