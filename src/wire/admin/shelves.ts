// /groups/{name}/shelf: the textures of a group, as "norn shelf" has them.
import { Type } from 'typebox'
import { addToShelf, listShelf, removeFromShelf } from '../../domain/wardrobe/shelves.ts'
import { acceptAnyBody } from '../../http/body/body.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { isLabel } from '../../model/accounts/label.ts'
import { shelfKinds } from '../../model/game/shelf.ts'
import { maxTextureBytes } from '../../model/game/texture.ts'
import { shownShelfTexture } from '../../present/texture.ts'
import { type AdminApi, actorOf, created, word } from './api.ts'
import { ListOf, ListQuery, linePattern, pageOfAll } from './lists.ts'
import { checkFile, PngBody } from './png-body.ts'

const ShelfTexture = Type.Object({
  group: Type.String(),
  name: Type.String(),
  kind: Type.Enum(shelfKinds),
  hash: Type.String({ description: 'The name of its file below /textures.' }),
})

const GroupParams = Type.Object({ name: Type.String({ description: 'The name of the group.' }) })
const TextureParams = Type.Object({
  ...GroupParams.properties,
  texture: Type.String({ description: 'The name of the texture.' }),
})

const NewTexture = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 128, pattern: linePattern }),
  kind: Type.Optional(
    Type.Enum(shelfKinds, { description: 'Guessed from size and pixels unless given; slim is a skin, too.' }),
  ),
})

/** Returns an empty string for anything that names no texture. */
const label = (text: string): string => (isLabel(text) ? text : '')

export function shelfRoutes({ app, context, reads, ends, creates }: AdminApi): void {
  app.get(
    '/groups/:name/shelf',
    reads(
      'The skins and capes that a group has for its members',
      ListOf(ShelfTexture),
      ['malformed', 'unknown'],
      {
        params: GroupParams,
        querystring: Type.Object(ListQuery),
      },
    ),
    async ({ params, query }) =>
      pageOfAll(query, 'name', await listShelf(context, word(params.name)), shownShelfTexture),
  )

  app.delete(
    '/groups/:name/shelf/:texture',
    ends(
      'Takes a skin or a cape off the shelf of a group, and off all who wear it from there',
      'It is gone.',
      ['unknown'],
      { params: TextureParams },
    ),
    (request) => {
      const { name, texture } = request.params
      return removeFromShelf(context, actorOf(request), word(name), label(texture))
    },
  )

  // In a scope of its own: the body is a picture, where the others' is JSON.
  app.register(async (scope: Routes) => {
    acceptAnyBody(scope, (body) => body)
    scope.post(
      '/groups/:name/shelf',
      {
        ...creates(
          'Puts a skin or a cape on the shelf of a group',
          ShelfTexture,
          ['unknown', 'taken', 'too_many', 'overloaded', 'texture_store_unavailable'],
          { params: GroupParams, querystring: NewTexture, body: PngBody },
        ),
        bodyLimit: maxTextureBytes,
        validatorCompiler: checkFile,
      },
      (request, reply) => {
        const { params, query, body: png } = request
        return created(context, request, reply, shownShelfTexture, (by, keep) =>
          addToShelf(context, by, word(params.name), { ...query, png }, keep),
        )
      },
    )
  })
}
