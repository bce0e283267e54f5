import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context, ReadContext } from '../../domain/context.ts'
import { type OpenSession, openSession } from '../../domain/tokens/web-sessions.ts'
import type { Account } from '../../model/account.ts'
import { type Actor, accountActor } from '../../model/actor.ts'
import { csrfToken } from '../form/csrf.ts'
import { type Language, languages, saidText, type Text } from '../text/text.ts'
import { clearCookie, readCookie, setCookie } from './cookies.ts'
import { acceptedLanguage, nearestLanguage } from './language.ts'

/** Somebody who looks at a page. */
export interface Visit {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly language: Language
  readonly text: Text
  /** Who is signed in. */
  readonly account: Account | undefined
  /** By which session. */
  readonly session: OpenSession | undefined
  /** What the cookie of the session holds; where nobody is signed in, that of the guest. */
  readonly secret: string | undefined
  /** What its forms bear. */
  readonly csrf: string | undefined
  /** What is to be said of what was done before. */
  readonly said: string | undefined
}

export interface SignedInVisit extends Visit {
  readonly account: Account
  readonly session: OpenSession
  readonly secret: string
}

/** A player who does something on a page. */
export function actorOf({ account, request, session }: SignedInVisit): Actor {
  const { neededRole } = request.routeOptions.config
  return {
    ...accountActor(account, request.ip),
    session: session.id,
    ...(neededRole && { role: neededRole }),
  }
}

export const isSignedIn = (visit: Visit): visit is SignedInVisit => visit.account !== undefined

type Deps = ReadContext & Pick<Context, 'baseUrl' | 'config' | 'credentialUses' | 'random'>

const secretPattern = /^[\w-]{43}$/
const secretBytes = 32

/** One statement where there is a session cookie, none where there is not. */
export async function visitOf(context: Deps, request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
  const cookie = readCookie(context, request, 'session') ?? ''
  const session = secretPattern.test(cookie) ? await openSession(context, cookie, request.ip) : undefined
  if (session?.isProlonged) setCookie(context, reply, 'session', cookie, context.config.sessionLifetime)
  const language = languageOf(context, request, session?.account)
  const { text } = languages[language]
  const place = readCookie(context, request, 'said')
  const { account } = session ?? {}
  const secret = account ? cookie : guestSecret(context, request, reply)
  request.about = account
  return {
    request,
    reply,
    language,
    text,
    account,
    session,
    secret,
    csrf: csrfToken(secret),
    said: place === undefined ? undefined : saidText(text, place),
  }
}

/** Of a request that no page has received: nothing of its cookies was read. */
export function unreadVisit(
  context: Pick<Context, 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Visit {
  const language = acceptedLanguage(request.headers['accept-language']) ?? context.config.language
  const { text } = languages[language]
  return {
    request,
    reply,
    language,
    text,
    account: undefined,
    session: undefined,
    secret: undefined,
    csrf: undefined,
    said: undefined,
  }
}

/** What forms are bound to before anybody is signed in. */
function guestSecret(context: Deps, request: FastifyRequest, reply: FastifyReply): string {
  const held = readCookie(context, request, 'guest') ?? ''
  if (secretPattern.test(held)) return held
  const secret = context.random.bytes(secretBytes).toString('base64url')
  setCookie(context, reply, 'guest', secret)
  return secret
}

function languageOf(context: Deps, request: FastifyRequest, account: Account | undefined): Language {
  return (
    nearestLanguage(account?.language ?? '') ??
    nearestLanguage(readCookie(context, request, 'language') ?? '') ??
    acceptedLanguage(request.headers['accept-language']) ??
    context.config.language
  )
}

/** What is said once is not said again. */
export function forgetSaid(context: Deps, { request, reply }: Visit): void {
  if (readCookie(context, request, 'said') !== undefined) clearCookie(context, reply, 'said')
}
