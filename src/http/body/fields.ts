import { Refused } from '../../model/refusal.ts'
import { multipartFields } from './multipart.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Of an urlencoded form: no launcher sends ten, and the runtime's reader takes time in their square. */
const maxFormFields = 256

/** Bytes of an urlencoded form, also where a file may be sent as multipart: as much as any other body has. */
const maxFormBytes = 64 * 1024

/**
 * The named parameters of a body: a JSON object, or form fields. JSON is tried whatever the Content-Type
 * says (P1). An empty body has no parameters; one that can't be parsed is refused.
 */
export async function readFields(body: Buffer, contentType: string | undefined): Promise<object> {
  if (body.length === 0) return {}
  const json = parseJson(body)
  if (json !== undefined) return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {}
  return Object.fromEntries(await formFieldsWithoutNul(body, contentType))
}

/** The object of a body that is JSON, whatever the Content-Type says. Throws Refused `body_unreadable`. */
export async function readJsonObject(body: Buffer): Promise<object> {
  const value = parseJson(body)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new Refused('body_unreadable')
}

/** The value of a JSON text (RFC 8259) in UTF-8; undefined for anything else. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body))
  } catch {
    return undefined
  }
}

/** The fields of a form in their order, urlencoded or multipart as the Content-Type says. */
export async function formFields(
  body: Buffer,
  contentType: string | undefined,
): Promise<Iterable<[string, unknown]>> {
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType ?? '')) return urlencodedFields(body)
  return multipartFields(body, contentType)
}

/** Reads the fields of a page's form. Declines a NUL in any of them: browsers send none, and databases take none. */
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
