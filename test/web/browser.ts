// A browser without a screen: keeps cookies, follows redirects, submits forms as the page has them.
import assert from 'node:assert/strict'
import type { Answer, RunningService } from '../service.ts'

export interface PageView extends Omit<Answer, 'json'> {
  /** The final address, below the base URL, with its query. */
  path: string
  heading: string
  /** The address of another site to which it was redirected. */
  sentTo: URL | undefined
  /** The text of `role=alert`, and of `role=status`. */
  alert: string | undefined
  flash: string | undefined
}

export interface Browser {
  cookies: Map<string, string>
  get(path: string, headers?: Record<string, string>): Promise<PageView>
  /**
   * Submits the form of the page that goes to `action`, with these fields filled in, and follows redirects. Where a button
   * leads to a question first, the question is answered, with the name that it wants to be typed.
   */
  send(page: PageView, action: string, fields?: Record<string, string | Blob>): Promise<PageView>
  /** Sends one request as it is, without following redirects. */
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Answer>
  signIn(account: { username: string; password: string }, next?: string): Promise<PageView>
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const plain = (markup: string): string =>
  markup.replaceAll(/<[^>]*>/g, '').replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name] ?? '')

/**
 * Returns the name that a question wants to be typed: its heading is the text of its button, a colon, and the name. Empty
 * on other pages.
 */
export const nameAsked = ({ heading, text }: PageView): string => {
  if (!text.includes(' name="name-of"')) return ''
  const [, button = ''] = /<button class="danger">(.*?)<\/button>/.exec(text) ?? []
  return heading.slice(plain(button).length).replaceAll(/^[\s:：]+|[\u2068\u2069]/gu, '')
}

/** The parts of a service that a browser sees. */
type Visited = Pick<RunningService, 'baseUrl' | 'request'> & {
  context: Pick<RunningService['context'], 'baseUrl'>
}

export function browserOf(service: Visited): Browser {
  const cookies = new Map<string, string>()
  const base = new URL(service.baseUrl)
  const own = [base.origin, new URL(service.context.baseUrl()).origin]

  const request = async (url: string, init: RequestInit = {}): Promise<Answer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await service.request(url.slice(base.pathname.replace(/\/$/, '').length), {
      ...init,
      headers: {
        accept: 'text/html',
        ...(cookie && { cookie }),
        ...(init.headers as Record<string, string>),
      },
    })
    for (const set of answer.headers.getSetCookie()) keep(set)
    return answer
  }
  const keep = (set: string) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
    if (/; Max-Age=0(;|$)|; Expires=Thu, 01 Jan 1970/i.test(set)) cookies.delete(name)
    else cookies.set(name, value)
  }
  const full = (path: string): string => base.pathname.replace(/\/$/, '') + path

  const follow = async (answer: Answer, url: string, left = 5): Promise<PageView> => {
    const location = answer.headers.get('location')
    const target = answer.status === 303 && location !== null && new URL(location, base)
    if (target && own.includes(target.origin)) {
      assert.ok(left > 0, `too many redirects, the last one to ${location}`)
      const next = target.pathname + target.search
      return follow(await request(next), next, left - 1)
    }
    const find = (pattern: RegExp): string | undefined => {
      const [, found] = pattern.exec(answer.text) ?? []
      return found === undefined ? undefined : plain(found).trim()
    }
    const { status, headers, text } = answer
    return {
      status,
      headers,
      text,
      sentTo: target ? target : undefined,
      path: url.slice(base.pathname.replace(/\/$/, '').length),
      heading: find(/<h1>(.*?)<\/h1>/s) ?? '',
      alert: find(/role="alert">(.*?)<\/p>/s),
      flash: find(/role="status">(.*?)<\/p>/s),
    }
  }

  const post: Browser['post'] = (path, fields, headers = {}) =>
    request(full(path), {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })

  const postForm = (
    path: string,
    encoding: 'multipart' | 'urlencoded',
    fields: Record<string, string | Blob>,
  ) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    if (encoding === 'multipart') return request(full(path), { method: 'POST', body })
    const texts = [...body].map(([name, value]): [string, string] => [name, String(value)])
    return post(path, Object.fromEntries(texts))
  }

  /** Returns the query with which a button asks first; undefined if the page has no such button. */
  const questionOf = (page: PageView, action: string, fields: Record<string, string | Blob>) => {
    const asking = page.text
      .split('<form ')
      .find((text) => text.startsWith(`method="get" action="${action}"`))
    if (asking === undefined) return undefined
    const [markup = ''] = asking.split('</form>')
    const query = new URLSearchParams()
    for (const [, name = '', value = ''] of markup.matchAll(
      /<(?:input type="hidden"|select id="[^"]*"|button class="\w+") name="([^"]+)"(?: value="([^"]*)")?/g,
    ))
      query.set(name, String(fields[name] ?? plain(value)))
    return `?${query}`
  }

  const browser: Browser = {
    cookies,
    get: async (path, headers = {}) => follow(await request(full(path), { headers }), full(path)),
    send: async (page, action, fields = {}) => {
      const form = page.text
        .split('<form ')
        .find((text) => text.startsWith(`method="post" action="${full(action)}"`))
      const asked = form === undefined && questionOf(page, full(action), fields)
      if (asked !== undefined && asked !== false) {
        const question = await browser.get(action + asked)
        // What there was to ask about may be gone.
        return question.path === action + asked ? browser.send(question, action, fields) : question
      }
      assert.ok(form, `${page.path} has no form that goes to ${action}:\n${page.text}`)
      const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
      const filled = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, plain(value)]))
      const name = nameAsked(page)
      if (name !== '') filled['name-of'] = name
      const encoding = /^[^>]*enctype="multipart/.test(form) ? 'multipart' : 'urlencoded'
      return follow(await postForm(action, encoding, { ...filled, ...fields }), full(action))
    },
    post,
    signIn: async ({ username, password }, next) => {
      const query = next === undefined ? '' : `?next=${encodeURIComponent(next)}`
      return browser.send(await browser.get(`/sign-in${query}`), '/sign-in', { login: username, password })
    },
  }
  return browser
}
