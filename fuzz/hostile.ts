import { boundary, multipartType } from './bodies.ts'
import type { Operation } from './document.ts'
import { Random } from './random.ts'
import { assemble, headersOf } from './requests.ts'
import { type Good, value } from './values.ts'

/** Texts that a database may reject: a NUL, and half of a surrogate pair as some programs encode it. */
const inUrl = ['%00', 'a%00b', '%ED%A0%80']
const inJson = ['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"a\\udfffb"', '["\\u0000"]']
const inPart = ['\0', 'a\0b', '\xed\xa0\x80']
const inHeader = ['%00', '\\u0000', '\xed\xa0\x80', '\x80']
const headerNames = [
  'Authorization: Bearer ',
  'Idempotency-Key: ',
  'Cookie: session=',
  'User-Agent: ',
  'If-None-Match: ',
  'X-Forwarded-For: ',
  'Accept-Language: ',
]

/**
 * Yields requests with such a text in one place and valid values elsewhere, for every place of every operation.
 */
export function* hostile(operations: readonly Operation[], good: Good): Generator<Buffer> {
  const random = new Random(0, 0)
  for (const operation of operations) {
    const { method, template, query, fields = [], takesFile } = operation
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const path = (bad?: string, text = '') =>
      template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        name === bad ? text : name === 'game' ? name : encodeURIComponent(usual(name)),
      )
    const usual = (name: string) => value(random, name, good).toWellFormed().replaceAll('\0', '') || 'x'
    const pairs = (all: readonly string[], bad?: string, text = '') =>
      all.map((name) => `${name}=${name === bad ? text : encodeURIComponent(usual(name))}`).join('&')
    const asked = (search: string) => (search === '' ? path() : `${path()}?${search}`)
    const send = (target: string, body?: string, type?: string, more: readonly string[] = []) =>
      assemble(
        method,
        target,
        [...headersOf(random, operation, good), ...more],
        body === undefined ? undefined : { bytes: Buffer.from(body, 'latin1'), type, encoding: undefined },
      )
    const plain = takesFile || method === 'GET' ? undefined : pairs(fields)
    for (const name of names) for (const text of inUrl) yield send(path(name, text), plain, formType)
    for (const name of query)
      for (const text of inUrl) yield send(asked(pairs(query, name, text)), plain, formType)
    for (const name of headerNames)
      for (const text of inHeader) yield send(asked(pairs(query)), plain, formType, [name + text])
    if (method === 'GET') continue
    for (const name of fields) {
      for (const text of inUrl) yield send(path(), pairs(fields, name, text), formType)
      for (const text of inJson) {
        const members = fields.map(
          (each) => `"${each}":${each === name ? text : JSON.stringify(usual(each))}`,
        )
        yield send(path(), `{${members.join(',')}}`, 'application/json')
      }
      for (const text of inPart) {
        const parts = fields.map(
          (each) =>
            `--${boundary}\r\nContent-Disposition: form-data; name="${each}"\r\n\r\n${each === name ? text : usual(each)}\r\n`,
        )
        yield send(path(), `${parts.join('')}--${boundary}--\r\n`, multipartType)
      }
    }
    if (fields.length === 0) for (const text of inJson) yield send(path(), text, 'application/json')
  }
}

const formType = 'application/x-www-form-urlencoded'
