// Services with mistakes in how they ask other services about players.
import type { Came, Mutate, Sent } from './proxy.ts'
import { asksNames, at, came, instead, members, pathOf, queryOf, type Wrong } from './wrong.ts'

const asksHasJoined = at(/\/hasJoined$/)

const isYes = ({ status, body }: Came): boolean => status === 200 && body.length > 0

/** Longer than newer games wait. */
const waitedMs = 5500

/** Asks as the least careful service does: with all that came, wherever it is led, and passes on what it gets. */
async function passedOn({ method, headers, path }: Sent, root: string): Promise<Came | undefined> {
  const { host: _host, connection: _connection, ...rest } = headers
  try {
    const answer = await fetch(
      `${root}/sessionserver/session/minecraft/hasJoined?${queryOf({ path } as Sent)}`,
      {
        method,
        headers: rest,
        signal: AbortSignal.timeout(waitedMs),
      },
    )
    const body = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, headers: { 'content-type': 'application/json' }, body }
  } catch {
    return undefined
  }
}

/** Goes from one neighbour to the next, also where one fails, and believes the first yes. */
const credulous =
  (roots: readonly string[]): Mutate =>
  async (request, forward) => {
    for (const root of asksHasJoined(request) ? roots : []) {
      const answer = await passedOn(request, root)
      if (answer && isYes(answer)) return answer
    }
    const own = await forward(request)
    return own.status === 503 ? came(204) : own
  }

/** The checks that notice a service which believes everything. */
const noticed = [
  'federation.joined.head',
  'federation.sources.two',
  'federation.sources.unsure',
  'federation.sources.status',
  'federation.sources.named',
  'federation.name.account',
  'federation.name.case',
  'federation.name.asked',
  'federation.name.answered',
  'federation.name.pinned',
  'federation.name.moved',
  'federation.name.form',
  'federation.uuid.account',
  'federation.uuid.other',
  'federation.uuid.derived',
  'federation.uuid.reserved',
  'federation.answer.malformed',
  'federation.answer.ambiguous',
  'federation.answer.codec',
  'federation.answer.large',
  'federation.answer.redirect',
  'federation.answer.rebuilt',
  'federation.textures.signature',
  'federation.textures.host',
  'federation.time.silent',
  'federation.time.slow',
  'federation.privacy.address',
  'federation.privacy.headers',
  'federation.privacy.root',
] as const

/** Remembers each yes by the name, and repeats it. */
const remembering = (): Mutate => {
  const known = new Map<string, Came>()
  return async (request, forward) => {
    if (!asksHasJoined(request)) return forward(request)
    const name = queryOf(request).get('username') ?? ''
    const answer = known.get(name) ?? (await forward(request))
    if (isYes(answer)) known.set(name, answer)
    return answer
  }
}

/** Mistakes of a service whose neighbours have these roots. */
export const aboutNeighbours = (roots: () => readonly string[]): Wrong[] => [
  ...noticed.map((caughtBy) => ({
    what: 'it believes what the first neighbour says',
    caughtBy,
    server: () => credulous(roots()),
  })),
  {
    what: 'players of neighbours are not let in',
    caughtBy: 'federation.joined.yes',
    server: instead(asksHasJoined, () => came(204)),
  },
  {
    what: 'players of neighbours have another UUID',
    caughtBy: 'federation.joined.yes',
    server: members(asksHasJoined, (json) => ({ ...json, id: 'f'.repeat(32) })),
  },
  {
    what: 'players of neighbours have another name',
    caughtBy: 'federation.joined.yes',
    server: members(asksHasJoined, (json) => ({ ...json, name: `${json.name}_2` })),
  },
  {
    what: 'it breaks where no neighbour knows the player',
    caughtBy: 'federation.joined.none',
    server: instead(asksHasJoined, () => came(500)),
  },
  { what: 'it remembers a yes', caughtBy: 'federation.joined.cached', server: remembering },
  {
    what: 'lookups find the player of the more trusted neighbour',
    caughtBy: 'federation.name.lookup',
    server: instead(
      (request) => asksNames(request) && pathOf(request).startsWith('/at/'),
      ({ body }) => came(200, [{ id: 'f'.repeat(32), name: JSON.parse(body.toString())[0] }]),
    ),
  },
]
