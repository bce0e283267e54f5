// /reports, /textures and the uploads of an account: what moderators do about skins and capes.
import { Type } from 'typebox'
import { publishTexture, refuseTexture } from '../../domain/library/review.ts'
import { keepReported } from '../../domain/moderation/keep.ts'
import { listReports } from '../../domain/moderation/queue.ts'
import { restoreTexture, takeDownTexture } from '../../domain/moderation/take-down.ts'
import { listTextures, textureCalled } from '../../domain/moderation/textures.ts'
import { allowUploads, suspendUploads } from '../../domain/moderation/uploads.ts'
import { malformed } from '../../model/errors/families.ts'
import { textureKinds, texturePlaces } from '../../model/game/texture.ts'
import { reportStates } from '../../model/game/texture-report.ts'
import { shownUploads } from '../../present/account.ts'
import { shownReport } from '../../present/report.ts'
import { shownTexture } from '../../present/texture.ts'
import { AccountParams, accountOf } from './account-answers.ts'
import { type AdminApi, actorOf, Closed, Id, Instant, Nullable, word } from './api.ts'
import { ListOf, ListQuery, linePattern, pageOf } from './lists.ts'

const Hash = Type.String({ description: 'The SHA-256 of the file, as below /textures.' })

const TextureAnswer = Type.Object({
  hash: Hash,
  kind: Type.Enum(textureKinds),
  bytes: Nullable(Type.Integer({ description: 'Null once the file of a hidden one is gone.' })),
  place: Type.Enum([...texturePlaces], { description: 'The place of the file.' }),
  worn: Type.Integer({ description: 'The number of players and visitors who wear it.' }),
  kept: Type.Integer({ description: 'The number of those who keep or hide it, or wore it before.' }),
  sharedBy: Nullable(Type.String({ description: 'The name of the player who shares it in the library.' })),
  hidden: Type.Boolean({ description: 'True if it was taken down.' }),
  reason: Nullable(Type.String({ description: 'The reason for which it was taken down.' })),
})

const ReportAnswer = Type.Object({
  id: Id,
  hash: Nullable(Hash),
  kind: Type.Enum(textureKinds),
  name: Type.String({ description: 'The name of the player when it was reported.' }),
  player: Type.String({ description: 'The UUID of the player, or of the visitor.' }),
  reporter: Nullable(
    Type.String({ description: '`system` for the service; null once the account is gone.' }),
  ),
  reason: Type.String(),
  at: Instant,
  state: Type.Enum(reportStates),
  by: Nullable(Type.String({ description: 'The name of who decided.' })),
})

const Uploads = Type.Object({ allowed: Type.Boolean(), reason: Nullable(Type.String()) })

const Reason = Type.Optional(
  Nullable(Type.String({ maxLength: 1000, description: 'One line, which the players are told.' })),
)

const HashParams = Type.Object({ hash: Hash })

export function moderationRoutes({ app, context, reads, changes, ends }: AdminApi): void {
  app.get(
    '/textures',
    reads('The skins and capes, by hash', ListOf(TextureAnswer), ['malformed', 'account_unknown'], {
      querystring: Type.Object({
        ...ListQuery,
        account: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 254,
            pattern: linePattern,
            description:
              'Only what this player wears, wore and keeps: a UUID, a username or an email address.',
          }),
        ),
        hidden: Type.Optional(Type.Boolean({ description: 'If true, those that were taken down instead.' })),
      }),
    }),
    async ({ query: { account: named, hidden, ...query } }) => {
      const account = named === undefined ? undefined : await accountOf(context, { id: named })
      return pageOf(
        query,
        'hash',
        (part) => listTextures(context, { ...part, account, hidden }),
        shownTexture,
      )
    },
  )

  app.post(
    '/textures/:hash/hide',
    changes(
      'Takes a skin or a cape down for everybody, and closes its reports',
      TextureAnswer,
      ['unknown', 'malformed', 'overloaded'],
      { params: HashParams, body: Closed({ reason: Reason }) },
    ),
    async (request) => {
      const { hash } = await textureCalled(context, request.params.hash)
      await takeDownTexture(context, actorOf(request), hash, { reason: request.body.reason })
      return shownTexture(await textureCalled(context, hash))
    },
  )

  app.post(
    '/textures/:hash/unhide',
    changes('Brings back a skin or a cape that was taken down within 30 days', TextureAnswer, ['unknown'], {
      params: HashParams,
    }),
    async (request) => {
      const hash = word(request.params.hash)
      await restoreTexture(context, actorOf(request), hash)
      return shownTexture(await textureCalled(context, hash))
    },
  )

  app.get(
    '/reports',
    reads('The reports of skins and capes, the oldest first', ListOf(ReportAnswer), ['malformed'], {
      querystring: Type.Object({
        ...ListQuery,
        state: Type.Optional(Type.Enum(['open', 'closed'], { description: 'All unless given.' })),
      }),
    }),
    ({ query: { state, ...query } }) =>
      pageOf(query, 'id', (part) => listReports(context, { ...part, state }), shownReport),
  )

  app.post(
    '/reports/:id/keep',
    ends('Closes all open reports of a texture, and keeps it', 'They are closed.', ['unknown'], {
      params: Type.Object({ id: Id }),
    }),
    async (request) => {
      await keepReported(context, actorOf(request), word(request.params.id))
    },
  )

  app.post(
    '/reports/:id/publish',
    ends('Publishes what waits for a review of the library', 'It is in the library.', ['unknown'], {
      params: Type.Object({ id: Id }),
    }),
    async (request) => {
      await publishTexture(context, actorOf(request), word(request.params.id))
    },
  )

  app.post(
    '/reports/:id/refuse',
    ends(
      'Refuses what waits for a review, or takes what was reported out of the library',
      'It is not in the library.',
      ['unknown', 'malformed'],
      {
        params: Type.Object({ id: Id }),
        body: Closed({
          note: Type.Optional(
            Nullable(Type.String({ maxLength: 1000, description: 'One line, which the player reads.' })),
          ),
        }),
      },
    ),
    async (request) => {
      const { note } = request.body
      await refuseTexture(context, actorOf(request), word(request.params.id), { note })
    },
  )

  app.put(
    '/accounts/:id/uploads',
    changes('Suspends or allows the uploads of an account', Uploads, ['account_unknown', 'malformed'], {
      params: AccountParams,
      body: Closed({ allowed: Type.Boolean(), reason: Reason }),
    }),
    async (request) => {
      const { allowed, reason } = request.body
      if (allowed && typeof reason === 'string')
        throw malformed('reason', 'a reason with "allowed": false only')
      const player = await accountOf(context, request.params)
      const by = actorOf(request)
      return shownUploads(
        allowed
          ? await allowUploads(context, by, player)
          : await suspendUploads(context, by, player, { reason }),
      )
    },
  )
}
