// /api/v1/me/…: what a player keeps and wears, for launchers and other programs of players.
import { Type } from 'typebox'
import type { Context } from '../../domain/context.ts'
import { setFormerSkin } from '../../domain/game/former-skins.ts'
import { removeTexture } from '../../domain/game/set-textures.ts'
import { refuseSuspendedAtOnce } from '../../domain/game/uploads.ts'
import { addToWardrobe } from '../../domain/wardrobe/add.ts'
import { oneOfWardrobe, wardrobeOf } from '../../domain/wardrobe/list.ts'
import { recentSkins } from '../../domain/wardrobe/recent.ts'
import { removeFromWardrobe } from '../../domain/wardrobe/remove.ts'
import { renameInWardrobe } from '../../domain/wardrobe/rename.ts'
import { shelvesOf } from '../../domain/wardrobe/shelves.ts'
import { wearFromWardrobe } from '../../domain/wardrobe/wear.ts'
import { acceptAnyBody } from '../../http/body/body.ts'
import { checkFields } from '../../http/body/check-fields.ts'
import { readJsonObject } from '../../http/body/fields.ts'
import { sendAs, textOf } from '../../http/body/long-answer.ts'
import { textureBodyLimit } from '../../http/body/uploaded-texture.ts'
import { reservePlaceOf } from '../../http/body/uploads.ts'
import { forbidCaching } from '../../http/headers/no-store.ts'
import { protocolScope } from '../../http/paths/protocol-scope.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { ListQuery, pageOf } from '../admin/lists.ts'
import { EmptyBody } from '../yggdrasil/responses.ts'
import { AddingForm, checkAddingForm, readAddingForm } from './adding.ts'
import { Item, Items, shownRecent, shownTexture } from './answers.ts'
import { wardrobeErrors } from './errors.ts'
import { askingPlayer, refuseOthers } from './player.ts'

const WardrobeQuery = Type.Object({
  ...ListQuery,
  from: Type.Optional(
    Type.Enum(['recent', 'shelves'], {
      description: 'The last skins that are not kept, or those of groups. What is kept unless given.',
    }),
  ),
})

const ItemParams = Type.Object({ id: Type.String({ description: 'The `id` of an item.' }) })

const Renaming = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 64 }) },
  { additionalProperties: false },
)

const sha256 = /^[0-9a-f]{64}$/

const ofToken = ['bearer_invalid', 'scope_missing'] as const
const ofPictures = [
  'texture_malformed',
  'texture_animated',
  'texture_size_unknown',
  'texture_too_large',
] as const
const off = ['skins_off', 'capes_off'] as const

/** Registers the routes, unless there are no wardrobes: then all of them are 404. */
export const wardrobeRoutes = (context: Context) => async (app: Routes) => {
  const refuses = protocolScope(app, {
    title: 'The wardrobe of players',
    errors: wardrobeErrors,
    bearer: 'accessToken',
  })
  app.setValidatorCompiler(checkFields)
  forbidCaching(app)
  app.setNotFoundHandler(() => {
    throw new Refused('route_unknown')
  })
  if (context.config.wardrobeSize === 0) return
  const urlOf = (hash: string) => `${context.baseUrl()}/textures/${hash}`

  app.register(async (scope: Routes) => {
    scope.addHook('onRequest', refuseOthers(context))
    acceptAnyBody(scope, readAddingForm)
    scope.post(
      '/wardrobe',
      {
        schema: {
          summary: 'Keeps a picture in the wardrobe',
          body: AddingForm,
          response: { 200: Item, 201: Item },
        },
        onRequest: async (request, reply) => {
          const { player, by } = await askingPlayer(context, request)
          await refuseSuspendedAtOnce(context, by, player.id)
          await reservePlaceOf(context, player, request, reply)
        },
        bodyLimit: textureBodyLimit,
        validatorCompiler: checkAddingForm,
        config: refuses(
          ...ofToken,
          'malformed',
          'wardrobe_name_malformed',
          'wardrobe_full',
          'texture_missing',
          ...ofPictures,
          ...off,
          'uploads_suspended',
          'texture_taken_down',
          'too_many_uploads',
          'overloaded',
          'texture_store_unavailable',
          'account_unknown',
        ),
      },
      async (request, reply) => {
        const { player, by } = await askingPlayer(context, request)
        const { texture, isNew } = await addToWardrobe(context, by, player, request.body)
        return reply.code(isNew ? 201 : 200).send(shownTexture(texture, urlOf))
      },
    )
  })

  app.register(async (scope: Routes) => {
    scope.addHook('onRequest', refuseOthers(context))
    acceptAnyBody(scope, readJsonObject)
    scope.get(
      '/wardrobe',
      {
        schema: {
          summary: 'The skins and capes of a player',
          querystring: WardrobeQuery,
          response: { 200: Items },
        },
        config: refuses(...ofToken, 'malformed', 'account_unknown'),
      },
      async (request, reply) => {
        const { player } = await askingPlayer(context, request)
        const { from, ...wanted } = request.query
        if (from === 'recent') {
          const recent = await recentSkins(context, player)
          return { items: recent.map((skin) => shownRecent(skin, player, urlOf)), next: null }
        }
        const page = await pageOf(
          wanted,
          'id',
          ({ after, limit }) =>
            (from === 'shelves' ? shelvesOf : wardrobeOf)(context, player, {
              after: after || undefined,
              limit,
            }),
          (texture) => shownTexture(texture, urlOf),
        )
        sendAs(reply, await textOf(page))
        return page
      },
    )

    scope.patch(
      '/wardrobe/:id',
      {
        schema: { summary: 'Renames something', params: ItemParams, body: Renaming, response: { 200: Item } },
        config: refuses(
          ...ofToken,
          'malformed',
          'texture_unknown',
          'wardrobe_name_malformed',
          'uploads_suspended',
          'too_many_shares',
          'account_unknown',
        ),
      },
      async (request) => {
        const { player, by } = await askingPlayer(context, request)
        const { id } = request.params
        await renameInWardrobe(context, by, player, id, request.body.name)
        return shownTexture(await oneOfWardrobe(context, player, id), urlOf)
      },
    )

    scope.post(
      '/wardrobe/:id/wear',
      {
        schema: {
          summary: 'Wears something',
          params: ItemParams,
          response: { 204: EmptyBody('It is worn.') },
        },
        config: refuses(...ofToken, 'texture_unknown', 'texture_taken_down', ...off, 'account_unknown'),
      },
      async (request, reply) => {
        const { player, by } = await askingPlayer(context, request)
        const { id } = request.params
        await (sha256.test(id)
          ? setFormerSkin(context, by, player.id, id)
          : wearFromWardrobe(context, by, player, id))
        return reply.code(204).send()
      },
    )

    scope.delete(
      '/wardrobe/:id',
      {
        schema: {
          summary: 'Keeps something no longer',
          params: ItemParams,
          response: { 204: EmptyBody('It is gone, and the player does not wear it.') },
        },
        config: refuses(...ofToken, 'texture_unknown', ...off, 'account_unknown'),
      },
      async (request, reply) => {
        const { player, by } = await askingPlayer(context, request)
        await removeFromWardrobe(context, by, player, request.params.id)
        return reply.code(204).send()
      },
    )

    for (const kind of ['skin', 'cape'] as const) {
      scope.delete(
        `/worn/${kind}`,
        {
          schema: { summary: `Takes the ${kind} off`, response: { 204: EmptyBody('It is off.') } },
          config: refuses(...ofToken, kind === 'skin' ? 'skins_off' : 'capes_off', 'account_unknown'),
        },
        async (request, reply) => {
          const { player, by } = await askingPlayer(context, request)
          await removeTexture(context, by, player.id, kind)
          return reply.code(204).send()
        },
      )
    }
  })
}
