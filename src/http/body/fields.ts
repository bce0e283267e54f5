import { Refused } from '../../model/errors/refusal.ts'
import { multipartFields } from './multipart.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The most fields of a urlencoded form. No launcher sends ten, and the runtime's reader takes quadratic time. */
export const maxFormFields = 256

/** The most bytes of a urlencoded form, even where a larger multipart form is allowed: that of any other body. */
const maxFormBytes = 64 * 1024

/**
 * Reads the named parameters of a body: a JSON object, or form fields. JSON is tried whatever the Content-Type says
 * (P1). An empty body has no parameters. Throws Refused `body_unreadable`. Only for a form, which few clients send, it
 * returns a promise.
 */
export function readFields(body: Buffer, contentType: string | undefined): object | Promise<object> {
  if (body.length === 0) return {}
  const json = parseJson(body)
  if (json !== undefined) return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {}
  return formFieldsWithoutNul(body, contentType).then(Object.fromEntries<unknown>)
}

/** Reads a JSON object, whatever the Content-Type says. Throws Refused `body_unreadable`. */
export async function readJsonObject(body: Buffer): Promise<object> {
  const value = parseJson(body)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new Refused('body_unreadable')
}

/** Parses a JSON text (RFC 8259) in UTF-8. Returns undefined for anything else. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body))
  } catch {
    return undefined
  }
}

/** Reads the fields of a form in order, urlencoded or multipart as the Content-Type says. */
export async function formFields(
  body: Buffer,
  contentType: string | undefined,
): Promise<Iterable<[string, unknown]>> {
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType ?? '')) return urlencodedFields(body)
  return multipartFields(body, contentType)
}

/** Reads the fields of a page's form. Refuses NUL characters, which browsers don't send and databases don't store. */
export async function formFieldsWithoutNul(
  body: Buffer,
  contentType: string | undefined,
): Promise<[string, unknown][]> {
  const fields = [...(await formFields(body, contentType))]
  const hasNul = fields.some(([, value]) => typeof value === 'string' && value.includes('\0'))
  if (hasNul) throw new Refused('body_unreadable')
  return fields
}

function urlencodedFields(body: Buffer): URLSearchParams {
  if (body.length > maxFormBytes) throw new Refused('body_too_large')
  let pairs = 1
  for (let at = body.indexOf('&'); at >= 0; at = body.indexOf('&', at + 1)) {
    if (++pairs > maxFormFields) throw new Refused('body_unreadable')
  }
  try {
    return new URLSearchParams(utf8.decode(body))
  } catch (error) {
    throw new Refused('body_unreadable', { cause: error })
  }
}
