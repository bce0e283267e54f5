// Keeps in the browser what was typed into a form whose sender has to sign in first, and fills it in again when the page
// of the form is opened.
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ReadContext, SiteContext } from '../../domain/context.ts'
import { minuteMs } from '../../lib/measure/units.ts'
import type { Account } from '../../model/accounts/account.ts'
import { clearCookie, readCookie, setCookie } from '../context/cookies.ts'
import { csrfToken, isCsrfToken, isOwnOrigin, senderIn } from './csrf.ts'
import type { FormFields } from './form-fields.ts'
import { addressOf } from './form-page.ts'

export interface TypedForm {
  /** The full path that the form was sent to, with the player that it is for. */
  action: string
  /** Texts by the names of their fields. An unticked box has none. */
  fields: ReadonlyMap<string, string>
}

/** The content of the cookie. */
interface Kept {
  /** Epoch milliseconds. */
  until: number
  /** Stands for the account into whose page it was typed (FormSeals). */
  sender: string
  page: string
  action: string
  typed: [string, string][]
}

/** The time to sign in, with a code or after choosing another password. */
const keptMs = 15 * minuteMs

/** In bytes. The longest rules in any script fit. */
const maxTypedBytes = 16 * 1024

/** Browsers drop cookies of more than 4096 bytes, name and attributes included. */
const maxCookieLength = 3800

/** Proofs, codes, and what the page makes itself. */
const neverKept = /^(?:altcha|answer|code|csrf|current|next)$|password|secret|token$/i

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
/** The default takes twenty times as long for a tenth less. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/**
 * Returns true if a form of somebody who is not signed in may be read, to keep what was typed. Other sites can't send
 * such a form: browsers name the origin of every POST.
 */
export const mayBeKept = (
  { baseUrl }: SiteContext,
  { headers, method, routeOptions }: FastifyRequest,
): boolean =>
  method === 'POST' &&
  routeOptions.config.keepsTyped === true &&
  headers.origin !== undefined &&
  isOwnOrigin(headers.origin, headers.host, baseUrl())

/**
 * Keeps the texts of a form, sealed, for its `page`, where the form goes to `action`: `kept`, `none` if there is nothing
 * to keep, or `too-long`. A browser that still has the cookie of the session has to prove that the form was made for it.
 */
export async function keepTyped(
  context: ReadContext & SiteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { page, action = addressOf(request.url), fields }: { page: string; action?: string; fields: FormFields },
): Promise<'kept' | 'none' | 'too-long'> {
  const session = readCookie(context, request, 'session')
  const csrf = fields.text('csrf')
  const sender = senderIn(csrf)
  if (session !== undefined && !isCsrfToken(csrf, csrfToken(session, sender))) return 'none'
  // Nobody made this form for an account.
  if (sender === '') return 'none'
  const typed = fields.texts().filter(([name]) => !neverKept.test(name))
  if (typed.every(([, text]) => text === '')) return 'none'
  const content = Buffer.from(
    JSON.stringify({ until: context.clock() + keptMs, sender, page, action, typed }),
  )
  if (content.length > maxTypedBytes) return 'too-long'
  const sealed = context.formSeals.seal(await compress(content, quality), 'typed form')
  if (sealed.length > maxCookieLength) return 'too-long'
  setCookie(context, reply, 'typed', sealed, keptMs)
  return 'kept'
}

/**
 * Returns what the account typed into a form of the page that is being opened, once. What another account typed is
 * dropped as soon as this one opens a page.
 */
export async function takeTyped(
  context: ReadContext & SiteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Pick<Account, 'id'>,
): Promise<TypedForm | undefined> {
  const sealed = request.method === 'GET' ? readCookie(context, request, 'typed') : undefined
  const content = sealed === undefined ? undefined : context.formSeals.open(sealed, 'typed form')
  if (!content) return undefined
  const kept: Kept = JSON.parse((await decompress(content, { maxOutputLength: maxTypedBytes })).toString())
  if (kept.sender !== context.formSeals.senderOf(account.id)) {
    clearCookie(context, reply, 'typed')
    return undefined
  }
  if (kept.page !== addressOf(request.url)) return undefined
  clearCookie(context, reply, 'typed')
  return kept.until > context.clock() ? { action: kept.action, fields: new Map(kept.typed) } : undefined
}
