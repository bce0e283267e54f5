import { parseStrictJson } from '../../lib/text/strict-json.ts'
import { ExchangeFailed } from './exchange-failed.ts'
import { askBounded, type GuardedQuestion } from './guarded-fetch.ts'

const maxDepth = 16

/** Asks an API of a provider with the token that it has just issued. */
export type AskApi = (url: string) => Promise<{ status: number; value: unknown }>

/** Returns a function that sends GET requests with a bearer token. It throws ExchangeFailed. */
export const apiAskedWith =
  (accessToken: string, isPrivate: boolean, question: () => GuardedQuestion): AskApi =>
  async (url) => {
    if (!isPrivate && !url.startsWith('https:')) throw unproved('an address without TLS')
    // Otherwise the token could not be sent (RFC 6750, section 2.1).
    if (!/^[\x21-\x7e]+$/.test(accessToken)) throw unproved('an access token that no header can have')
    const asked = question()
    const headers = { ...asked.headers, authorization: `Bearer ${accessToken}` }
    const { status, body } = await askBounded(url, { ...asked, headers })
    return { status, value: status === 200 ? parsed(body) : undefined }
  }

/** Returns the members of an object at an address. Throws ExchangeFailed. */
export async function objectAt(ask: AskApi, url: string): Promise<Record<string, unknown>> {
  const { status, value } = await ask(url)
  if (status >= 500 || status === 429) throw new ExchangeFailed('unanswered', `status ${status}`)
  if (status !== 200) throw unproved(`status ${status}`)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unproved('not an object')
  return value as Record<string, unknown>
}

function parsed(body: Buffer): unknown {
  try {
    const { value, hasDuplicates } = parseStrictJson(body, maxDepth)
    if (!hasDuplicates) return value
  } catch {
    throw unproved('not JSON')
  }
  throw unproved('a member is there twice')
}

const unproved = (message: string) => new ExchangeFailed('unproved', message)
