import type { FastifyReply, FastifyRequest } from 'fastify'
import { mayHaveCharacters } from '../../domain/characters/room.ts'
import type { ChangeContext, ReadContext, SiteContext, TokenContext } from '../../domain/context.ts'
import { openReports } from '../../domain/moderation/queue.ts'
import { type OpenSession, openSession } from '../../domain/tokens/web-sessions.ts'
import type { Account } from '../../model/accounts/account.ts'
import { type Actor, accountActor } from '../../model/accounts/actor.ts'
import { hasRole } from '../../model/accounts/role.ts'
import type { Language } from '../../texts/languages.ts'
import { csrfToken } from '../form/csrf.ts'
import { type TypedForm, takeTyped } from '../form/typed-form.ts'
import { clearCookie, readCookie, setCookie } from './cookies.ts'
import { acceptedLanguage, nearestLanguage } from './language.ts'
import { flashText, type Text, textIn } from './text.ts'

/** A request to a page, and who sent it. */
export interface PageContext {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly language: Language
  readonly text: Text
  readonly account: Account | undefined
  /** The session that the visitor is signed in with. */
  readonly session: OpenSession | undefined
  /** True on the pages of an account that has characters, or can have some. */
  readonly hasCharacters: boolean
  /** The number of open reports on the pages of administration, otherwise 0. */
  readonly openReports: number
  /** The secret in the session cookie, or in the guest cookie of a visitor who is not signed in. */
  readonly secret: string | undefined
  /** The CSRF token of the visitor's forms. */
  readonly csrf: string | undefined
  /** The key of the message about what was just done. */
  readonly flash: string | undefined
  /** The contents of a form of this page, as typed before its sender had to sign in. */
  readonly typed: TypedForm | undefined
}

export interface SignedInPageContext extends PageContext {
  readonly account: Account
  readonly session: OpenSession
  readonly secret: string
}

/** A page that is about one player of the account. */
export interface PlayerPageContext extends SignedInPageContext {
  /** The account's own player, or a character. */
  readonly player: Account
}

/** Returns a page that is about the account's own player. */
export const ofOwnPlayer = (page: SignedInPageContext): PlayerPageContext => ({
  ...page,
  player: page.account,
})

/** Returns an account that changes one of its players. Nobody changes a character while it is suspended, unless it may be. */
export function playerActor(page: PlayerPageContext, { mayBeSuspended = false } = {}): Actor {
  const { id, ownerId } = page.player
  const by = actorOf(page)
  return ownerId === undefined ? by : { ...by, character: { id, mayBeSuspended } }
}

/** Returns a player who changes something on a page. */
export function actorOf({ account, request, session }: SignedInPageContext): Actor {
  const { neededRole } = request.routeOptions.config
  return {
    ...accountActor(account, request.ip),
    session: session.id,
    ...(neededRole && { role: neededRole }),
  }
}

export const isSignedIn = (page: PageContext): page is SignedInPageContext => page.account !== undefined

type Deps = ChangeContext & TokenContext & SiteContext

const secretPattern = /^[\w-]{43}$/
const secretBytes = 32

/** Reads who sent the request: one statement with a session cookie, none without. */
export async function pageContextOf(
  context: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PageContext> {
  const cookie = readCookie(context, request, 'session') ?? ''
  const session = secretPattern.test(cookie) ? await openSession(context, cookie, request.ip) : undefined
  if (session?.isProlonged) setCookie(context, reply, 'session', cookie, context.config.sessionLifetime)
  const language = languageOf(context, request, session?.account)
  const text = textIn(language)
  const { account } = session ?? {}
  const secret = account ? cookie : guestSecret(context, request, reply)
  const typed = account && (await takeTyped(context, request, reply, account))
  const place = typed ? 'signIn.typedAgain' : readCookie(context, request, 'flash')
  request.about = account
  return {
    request,
    reply,
    language,
    text,
    account,
    session,
    hasCharacters:
      account !== undefined && isOfAccount(request) && (await mayHaveCharacters(context, account)),
    openReports: account && hasRole(account) && isOfAdministration(request) ? await openReports(context) : 0,
    secret,
    csrf: csrfToken(secret, account && context.formSeals.senderOf(account.id)),
    flash: place === undefined ? undefined : flashText(text, place),
    typed,
  }
}

const isOfAccount = ({ url }: FastifyRequest): boolean => /\/account(?:[/?]|$)/.test(url)

const isOfAdministration = ({ url }: FastifyRequest): boolean => /\/admin(?:[/?]|$)/.test(url)

/** Returns a page context whose cookies were not read, for a request that did not reach a page. */
export function unreadPageContext(
  context: ReadContext,
  request: FastifyRequest,
  reply: FastifyReply,
): PageContext {
  const language = acceptedLanguage(request.headers['accept-language']) ?? context.config.language
  const text = textIn(language)
  return {
    request,
    reply,
    language,
    text,
    account: undefined,
    session: undefined,
    hasCharacters: false,
    openReports: 0,
    secret: undefined,
    csrf: undefined,
    flash: undefined,
    typed: undefined,
  }
}

/** Returns the secret that CSRF tokens are bound to before anybody is signed in. */
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

/** Deletes the message, so that it is shown once. */
export function forgetFlash(context: Deps, { request, reply }: PageContext): void {
  if (readCookie(context, request, 'flash') !== undefined) clearCookie(context, reply, 'flash')
}
