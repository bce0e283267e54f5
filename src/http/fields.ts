import { Refused } from '../model/refusal.ts'
import { multipartFields } from './multipart.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Of an urlencoded form: no launcher sends ten, and the runtime's reader takes time in their square. */
export const maxFormFields = 256

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
  return Object.fromEntries(await formFields(body, contentType))
}

/** The value of a body that is JSON, whatever the Content-Type says; an empty one is an object without fields. */
export async function readJson(body: Buffer): Promise<unknown> {
  if (body.length === 0) return {}
  const value = parseJson(body)
  if (value === undefined) throw new Refused('body_unreadable')
  return value
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
