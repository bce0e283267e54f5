// The building blocks of faulty servers.
import type { LayoutName } from '../../kit/src/layouts/layout.ts'
import type { Came, Mutate, Sent } from './proxy.ts'

/** One possible mistake, and the check for it. */
export interface Wrong {
  what: string
  caughtBy: string
  /** The layouts in which it is visible; by default all layouts of `everywhere`. */
  layouts?: readonly LayoutName[]
  /** A new one for each run, since some remember what has passed through. */
  server: () => Mutate
}

type Changed = Came | Promise<Came>

export const pathOf = ({ path }: Sent): string => path.split('?', 1)[0] ?? ''
export const queryOf = ({ path }: Sent): URLSearchParams => new URLSearchParams(path.split('?')[1] ?? '')
export const jsonOf = ({ body }: { body: Buffer }): any => {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

export const at = (end: RegExp) => (request: Sent) => end.test(pathOf(request))
export const authenticates = at(/\/authenticate$/)
export const asksHasJoined = at(/\/session\/(?:[a-z]+\/)?hasJoined$/)
export const joins = at(/\/session\/(?:minecraft\/)?join$/)
export const asksProfile = at(/\/session\/(?:minecraft\/)?profile\/[^/]+$/)
export const asksNames = (request: Sent): boolean =>
  request.method === 'POST' && /\/profiles\/(?:minecraft|game)$/.test(pathOf(request))
export const asksMetadata = at(/\/authlib-injector\/?$/)
export const uploads = (request: Sent): boolean =>
  request.method === 'PUT' && /\/(?:skin|cape)$/.test(pathOf(request))

/** The account that a launcher token names. */
export function subjectOf(token: string): string {
  const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
  return (payload as { sub: string }).sub
}

export const isSuccess = ({ status }: Came): boolean => status < 300

export const came = (status: number, json?: unknown, headers: Record<string, string> = {}): Came => ({
  status,
  headers: json === undefined ? headers : { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: Buffer.from(json === undefined ? '' : JSON.stringify(json)),
})

export const withJson = (answer: Came, json: unknown): Came => ({
  ...answer,
  body: Buffer.from(JSON.stringify(json)),
})

/** Changes the answers to some requests. */
export const answers =
  (isOne: (request: Sent) => boolean, change: (answer: Came, request: Sent) => Changed): (() => Mutate) =>
  () =>
  async (request, forward) => {
    const answer = await forward(request)
    return isOne(request) ? change(answer, request) : answer
  }

/** Changes the JSON of successes. */
export const members = (
  isOne: (request: Sent) => boolean,
  change: (json: any, request: Sent) => unknown,
): (() => Mutate) =>
  answers(isOne, (answer, request) => {
    const json = jsonOf(answer)
    return answer.status === 200 && json !== undefined ? withJson(answer, change(json, request)) : answer
  })

/** Answers everybody with what was answered first. */
export const firstAnswer =
  (isOne: (request: Sent) => boolean): (() => Mutate) =>
  () => {
    let first: Came | undefined
    return async (request, forward) => {
      const answer = await forward(request)
      if (!isOne(request) || answer.status !== 200) return answer
      first ??= answer
      return first
    }
  }

/** Answers some requests without forwarding them. */
export const instead =
  (isOne: (request: Sent) => boolean, answer: (request: Sent) => Came): (() => Mutate) =>
  () =>
  async (request, forward) =>
    isOne(request) ? answer(request) : forward(request)

/** Changes some requests before they are forwarded. */
export const requests =
  (isOne: (request: Sent) => boolean, change: (request: Sent) => Sent): (() => Mutate) =>
  () =>
  (request, forward) =>
    forward(isOne(request) ? change(request) : request)

/** An object without one of its members. */
export const without =
  (name: string) =>
  (json: object): object =>
    Object.fromEntries(Object.entries(json).filter(([each]) => each !== name))

export const withoutHeader =
  (name: string) =>
  (answer: Came): Came => ({ ...answer, headers: without(name)(answer.headers) as Record<string, string> })

export const withBody = (request: Sent, json: unknown): Sent => ({
  ...request,
  body: Buffer.from(JSON.stringify(json)),
})

export const withoutQuery = (request: Sent, name: string): Sent => {
  const query = queryOf(request)
  query.delete(name)
  return { ...request, path: `${pathOf(request)}?${query.toString()}` }
}

/** Changes the content of a profile's textures property; the signature stays the same. */
export const textures = (change: (payload: any) => unknown): (() => Mutate) =>
  members(
    (request) => asksProfile(request) || asksHasJoined(request),
    (profile) => ({
      ...profile,
      properties: profile.properties.map((property: any) =>
        property.name === 'textures'
          ? {
              ...property,
              value: Buffer.from(
                JSON.stringify(change(JSON.parse(Buffer.from(property.value, 'base64').toString('utf8')))),
              ).toString('base64'),
            }
          : property,
      ),
    }),
  )

/** Another text of the same length, still Base64. */
export const spoilt = (signature: string): string =>
  (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)

/** Takes launcher tokens after they have been ended with `invalidate`. */
export const takesEndedTokens =
  (isOne: (request: Sent) => boolean, success: Came): (() => Mutate) =>
  () => {
    const ended = new Set<string>()
    return async (request, forward) => {
      if (pathOf(request).endsWith('/invalidate')) ended.add(`Bearer ${jsonOf(request)?.accessToken}`)
      const answer = await forward(request)
      const isEnded = ended.has(String(request.headers['authorization']))
      return isOne(request) && isEnded && !isSuccess(answer) ? success : answer
    }
  }
