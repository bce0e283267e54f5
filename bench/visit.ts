// A browser that only views pages.
import type { Service } from './service.ts'

const urlOf = ({ port }: Service, path: string): string => `http://127.0.0.1:${port}${path}`

/** Signs in and returns the session cookie. */
export async function enter(to: Service, login: string, password: string): Promise<string> {
  const page = await fetch(urlOf(to, '/sign-in'))
  const guest = page.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(await page.text()) ?? []
  const body = new URLSearchParams({ csrf, login, password, next: '' })
  const headers = { cookie: guest }
  const answer = await fetch(urlOf(to, '/sign-in'), { method: 'POST', body, headers, redirect: 'manual' })
  const session = answer.headers.getSetCookie().find((set) => set.startsWith('norn-session='))
  if (session === undefined) throw new Error(`nobody was signed in: ${answer.status}`)
  return session.split(';')[0] ?? ''
}

/** Views a page and returns its length. */
export async function view(to: Service, path: string, cookie: string): Promise<number> {
  const answer = await fetch(urlOf(to, path), {
    headers: { accept: 'text/html', cookie },
    redirect: 'manual',
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.headers.get('location')}`)
  return text.length
}
