// Runs the library: passes requests to it, commits what it issues, and reports what it refuses.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { errors, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { findAccount } from '../../../domain/accounts/find.ts'
import type { Context } from '../../../domain/context.ts'
import { findClient } from '../../../domain/oauth/clients.ts'
import { commitExchange } from '../../../domain/oauth/exchange.ts'
import { maySignInTo } from '../../../domain/oauth/membership.ts'
import { wordsOf } from '../../../http/errors/error-table.ts'
import { asRefused } from '../../../http/errors/errors.ts'
import { pollIntervalS } from '../../../state/limits/device-polls.ts'
import { oauthErrors } from '../errors.ts'
import { beginFlow, type Flow, flowOf, type PageError } from './flow.ts'
import { newProvider } from './provider.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Passes requests to a provider that signs with the current keys. Keys are fixed when a provider is created, so a
 * new key means a new provider.
 */
export class Library {
  readonly #context: Context
  #current: { kids: string; answer: Promise<Answer> } | undefined

  constructor(context: Context) {
    this.#context = context
  }

  /** Answers the request as if its path were this one below the issuer. */
  async handle(
    request: FastifyRequest,
    reply: FastifyReply,
    url: string,
    given: Pick<Flow, 'signedIn' | 'asksConsent'>,
  ): Promise<void> {
    const answer = await this.#answer()
    reply.hijack()
    beginFlow(request, { ...given, isPage: false })
    await handOver(answer, request, reply, url)
  }

  /** Handles a request whose errors the caller answers with a page. */
  async show(
    request: FastifyRequest,
    reply: FastifyReply,
    url: string,
    given: Pick<Flow, 'signedIn' | 'asksConsent'>,
  ): Promise<PageError | undefined> {
    const answer = await this.#answer()
    const flow = beginFlow(request, { ...given, isPage: true })
    reply.header('content-security-policy', formPostPolicy)
    await handOver(answer, request, reply, url)
    if (flow.failure) throw flow.failure
    if (!flow.pageError) reply.hijack()
    return flow.pageError
  }

  async #answer(): Promise<Answer> {
    const { keys } = this.#context
    await keys.ensure('oauth')
    await keys.notice()
    const kids = `${keys.current('oauth').kid} ${keys.current('tokens').kid}`
    if (this.#current?.kids !== kids) {
      this.#current = {
        kids,
        answer: newProvider(this.#context).then((made) => answerOf(this.#context, made)),
      }
    }
    return this.#current.answer
  }
}

/** The library adds the digest of the only script, which sends its form for `response_mode=form_post`. */
const formPostPolicy = "default-src 'none'; script-src; base-uri 'none'; frame-ancestors 'none'"

async function handOver(
  answer: Answer,
  request: FastifyRequest,
  reply: FastifyReply,
  url: string,
): Promise<void> {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  const { url: asked = '' } = request.raw
  request.raw.url = url
  await answer(request.raw, reply.raw)
  request.raw.url = asked
}

function answerOf(context: Context, provider: Provider): Answer {
  const note = (ctx: KoaContextWithOIDC, { error }: errors.OIDCProviderError) => {
    const { request } = flowOf(ctx.req)
    request.oauthError = error
    const { client, params } = ctx.oidc
    const [id, redirectUri] = [params?.['client_id'], params?.['redirect_uri']]
    request.oauthClient = client?.clientId ?? (typeof id === 'string' ? id : undefined)
    // Elsewhere it is one of the application's own.
    if (error === 'invalid_redirect_uri' && typeof redirectUri === 'string') request.redirectUri = redirectUri
  }
  provider
    .on('authorization.error', note)
    .on('device_authorization.error', note)
    .on('grant.error', (ctx, error) => {
      note(ctx, error)
      keepRefusal(context, flowOf(ctx.req), error.error)
    })
    .on('introspection.error', note)
    .on('revocation.error', note)
    .on('userinfo.error', note)
    .on('server_error', (ctx, error) => {
      flowOf(ctx.req).failure ??= error
    })
  const isSecure = context.baseUrl().startsWith('https:')
  provider.use(async (ctx: KoaContextWithOIDC, next) => {
    // A proxy may handle TLS for us, and the library ignores the proxy's headers.
    ctx.cookies.secure = isSecure
    const flow = flowOf(ctx.req)
    try {
      await next()
      if (!flow.failure && ctx.status < 400) await complete(context, ctx, flow)
    } catch (error) {
      flow.failure = error instanceof Error ? error : new Error(String(error))
    }
    if (flow.isPage && (flow.failure || flow.pageError)) ctx.respond = false
    else if (flow.failure) answerFailure(ctx, flow, flow.failure)
  })
  // It would log to the console when clients disconnect.
  provider.silent = true
  return provider.callback()
}

/** Returns false if the application of a token lists groups, and the token's owner is in none of them. */
async function maySignIn(context: Context, clientId = '', accountId: string): Promise<boolean> {
  const client = await findClient(context, clientId)
  return client !== undefined && maySignInTo(context.db, client, accountId)
}

/** Does what the library leaves to us before an answer is sent. */
async function complete(context: Context, ctx: KoaContextWithOIDC, flow: Flow): Promise<void> {
  const body = ctx.body
  const hasIssued = flow.spent !== undefined || flow.accessToken || flow.issued
  if (hasIssued && !(await commitExchange(context, flow))) {
    flow.request.oauthError = 'invalid_grant'
    keepRefusal(context, flow, 'invalid_grant')
    ctx.status = 400
    ctx.body = { error: 'invalid_grant', error_description: 'the grant has ended, or was used a moment ago' }
    return
  }
  if (flow.accessToken && flow.accountId !== undefined) {
    context.attempts.succeeded('oauth', flow.accountId, flow.request.ip)
  }
  if (typeof body !== 'object' || body === null) return
  if ('device_code' in body) Object.assign(body, { interval: pollIntervalS })
  if ('active' in body && 'sub' in body && typeof body.sub === 'string') {
    const { client_id: clientId } = body as { client_id?: string }
    if (!(await maySignIn(context, clientId, body.sub))) ctx.body = { active: false }
    else Object.assign(body, { username: (await findAccount(context, body.sub))?.username })
  }
}

/** Records why an application could not sign its player in. One that still waits for the player was not refused. */
function keepRefusal(context: Context, { accountId, request }: Flow, error: string): void {
  if (accountId === undefined || error === 'authorization_pending' || error === 'slow_down') return
  const reason = error === 'invalid_grant' ? 'grant_ended' : error
  context.attempts.refused('oauth', { about: { id: accountId }, reason }, request.ip)
}

function answerFailure(ctx: KoaContextWithOIDC, flow: Flow, failure: Error): void {
  const refused = asRefused(failure)
  const words = wordsOf(oauthErrors, refused.reason)
  const { status = 500, ...body } = words ?? {}
  flow.request.refused = refused
  ctx.status = status
  ctx.body = body
  ctx.remove('location')
  ctx.set('cache-control', 'no-store')
  if (refused.retryAfter !== undefined) ctx.set('retry-after', String(refused.retryAfter))
}
