// /keys: signing keys, as "norn key" has them.
import { Type } from 'typebox'
import { rotateKey } from '../../domain/operation/rotate-key.ts'
import { shownKey } from '../../present/key.ts'
import type { KnownKey } from '../../state/keys/signing-key.ts'
import { type AdminApi, Closed, created, Instant, Nullable } from './api.ts'
import { pageOfAll } from './lists.ts'

const Use = Type.Union([Type.Literal('tokens'), Type.Literal('textures'), Type.Literal('oauth')])
const states = ['pending', 'signing', 'published', 'retired', 'revoked', 'unreadable'] as const

const KeyAnswer = Type.Object({
  kid: Type.String(),
  use: Use,
  createdAt: Instant,
  signsFrom: Instant,
  publishedUntil: Nullable(Instant),
  revokedAt: Nullable(Instant),
  state: Type.Enum([...states]),
})

const NewKey = Closed({
  use: Use,
  now: Type.Optional(
    Type.Boolean({
      description:
        'If true, the key was stolen: the new one signs at once, and all earlier ones are revoked.',
    }),
  ),
})

export function keyRoutes({ app, context, lists, creates }: AdminApi): void {
  const { keys, clock } = context
  const shown = (key: KnownKey) => shownKey(key, keys.current(key.use), clock())
  /** The key belongs to a transaction that has not ended, so it is not loaded yet. */
  const shownNew = (key: KnownKey) => (key.signsFrom <= clock() ? shownKey(key, key, clock()) : shown(key))

  app.get('/keys', lists('The signing keys, by kid', KeyAnswer), async ({ query }) => {
    await keys.notice()
    return pageOfAll(query, 'kid', keys.all(), shown)
  })

  app.post(
    '/keys',
    creates('Creates a new signing key, which replaces the one of its use', KeyAnswer, [], { body: NewKey }),
    (request, reply) =>
      created(context, request, reply, shownNew, (by, keep) => {
        const { use, now: isStolen = false } = request.body
        return rotateKey(context, by, use, { isStolen }, keep)
      }),
  )
}
