// Textures that launchers put on and take off.
import type { Answer } from '../http/exchange.ts'
import { textAt } from '../json.ts'
import { NotOffered, Skipped } from '../outcome.ts'
import { makePng } from '../png.ts'
import type { Trial } from '../trial.ts'
import { summary } from './answers.ts'
import { type Session, signIn } from './launcher.ts'
import { profile } from './session.ts'
import { modelOf, payloadOf, texturesOf, urlOf } from './textures.ts'

export type Kind = 'skin' | 'cape'

interface Upload {
  /** Whose token is sent; none where it is undefined. */
  accessToken: string | undefined
  /** Whose profile is changed. */
  id: string
  kind?: Kind
  file?: Buffer
  model?: string
}

const authorization = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` }

/** Puts a texture on; a skin unless the kind says so. */
export function upload(
  trial: Trial,
  { accessToken, id, kind = 'skin', file, model }: Upload,
): Promise<Answer> {
  const boundary = `check-${trial.chance.hex(16)}`
  const part = (head: string, content: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ])
  const body = Buffer.concat([
    ...(model === undefined ? [] : [part('name="model"', Buffer.from(model))]),
    part(
      'name="file"; filename="check.png"\r\nContent-Type: image/png',
      file ?? makePng(64, 64, trial.chance.below(1e6)),
    ),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    ...authorization(accessToken),
  }
  return trial.ask('texture', { method: 'PUT', params: { id, kind }, body, headers })
}

export const takeOff = (
  trial: Trial,
  { accessToken, id }: Pick<Session, 'accessToken' | 'id'>,
  kind: Kind,
): Promise<Answer> =>
  trial.ask('texture', { method: 'DELETE', params: { id, kind }, headers: authorization(accessToken) })

/** Reads what a profile wears: the payload of its textures. */
export async function worn(trial: Trial, id: string): Promise<unknown> {
  const answer = await profile(trial, id)
  const property = texturesOf(answer)
  return property && payloadOf(answer, property)
}

/** A texture that an account wore before the run, to be put on again after it. */
export interface Worn {
  kind: Kind
  file: Buffer | undefined
  model: string | undefined
}

/**
 * Signs in and puts a skin on.
 *
 * @throws {NotOffered} where launchers cannot upload here
 */
export async function dressed(trial: Trial, options: Partial<Upload> = {}): Promise<Session> {
  const session = await signIn(trial, trial.account())
  const answer = await upload(trial, { ...session, ...options })
  if (answer.status === 403 || answer.status === 401)
    throw new NotOffered(`launchers may not upload a ${options.kind ?? 'skin'} here: status ${answer.status}`)
  if (answer.status !== 204 && answer.status !== 200)
    throw new Skipped(`an upload failed: ${summary(answer)}`)
  return session
}

/** Remembers what the account wears, files included. */
export async function remember(trial: Trial): Promise<readonly Worn[]> {
  const { id } = await signIn(trial, trial.account())
  const payload = await worn(trial, id)
  const all: Worn[] = []
  for (const kind of ['skin', 'cape'] as const) {
    const url = urlOf(payload, kind === 'skin' ? 'SKIN' : 'CAPE')
    const file = url === undefined ? undefined : (await trial.send('GET', url)).bytes
    const model = modelOf(payload)
    all.push({ kind, file, model: kind === 'skin' && typeof model === 'string' ? model : undefined })
  }
  return all
}

/** Puts on what was remembered, and takes off what was not worn. */
export async function putBack(trial: Trial, before: readonly Worn[]): Promise<void> {
  const session = await signIn(trial, trial.account())
  for (const { kind, file, model } of before)
    if (file) await upload(trial, { ...session, kind, file, ...(kind === 'skin' && { model: model ?? '' }) })
    else await takeOff(trial, session, kind)
}

/** The kinds that a profile says launchers may upload; undefined where it does not say. */
export async function uploadable(trial: Trial, id: string): Promise<readonly string[] | undefined> {
  const { json } = await profile(trial, id)
  const properties = (json as { properties?: unknown[] } | undefined)?.properties ?? []
  const property = properties.find((each) => textAt(each, 'name') === 'uploadableTextures')
  return textAt(property, 'value')?.split(',')
}
