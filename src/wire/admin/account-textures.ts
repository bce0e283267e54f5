// The skin and the cape of an account, below /accounts/{id}.
import { Type } from 'typebox'
import { accountById } from '../../domain/accounts/find.ts'
import { removeTexture, setTexture } from '../../domain/game/set-textures.ts'
import { acceptAnyBody } from '../../http/body/body.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { maxTextureBytes } from '../../model/game/texture.ts'
import { shownWearer } from '../../present/account.ts'
import { AccountParams, accountOf, SkinModelName } from './account-answers.ts'
import { type AdminApi, actorOf, Id, Nullable } from './api.ts'
import { checkFile, PngBody } from './png-body.ts'

const Wearer = Type.Object({
  id: Id,
  username: Type.String(),
  skin: Nullable(Type.String({ description: 'The name of its file below /textures.' })),
  model: Nullable(SkinModelName),
  cape: Nullable(Type.String({ description: 'As skin.' })),
})

const SkinQuery = Type.Object({
  model: Type.Optional(
    Type.Enum(['default', 'slim'], { description: 'Detected from the picture unless given.' }),
  ),
})

export function accountTextureRoutes(api: AdminApi): void {
  const { app, context, changes, ends } = api
  for (const kind of ['skin', 'cape'] as const) {
    app.delete(
      `/accounts/:id/${kind}`,
      ends(`Takes the ${kind} off an account`, 'It wears none.', ['account_unknown'], {
        params: AccountParams,
      }),
      async (request) => {
        const { id } = await accountOf(context, request.params)
        await removeTexture(context, actorOf(request), id, kind)
      },
    )
  }
  // In a scope of its own: the body is a picture, where the others' is JSON.
  app.register(async (scope: Routes) => {
    acceptAnyBody(scope, (body) => body)
    const options = { bodyLimit: maxTextureBytes, validatorCompiler: checkFile }
    scope.put(
      '/accounts/:id/skin',
      {
        ...changes(
          'Has an account wear a skin',
          Wearer,
          ['account_unknown', 'malformed', 'overloaded', 'texture_store_unavailable'],
          {
            params: AccountParams,
            querystring: SkinQuery,
            body: PngBody,
          },
        ),
        ...options,
      },
      async (request) => {
        const { id } = await accountOf(context, request.params)
        await setTexture(context, actorOf(request), id, 'skin', request.body, request.query.model)
        return shownWearer(await accountById(context, id))
      },
    )
    scope.put(
      '/accounts/:id/cape',
      {
        ...changes(
          'Has an account wear a cape',
          Wearer,
          ['account_unknown', 'overloaded', 'texture_store_unavailable'],
          {
            params: AccountParams,
            body: PngBody,
          },
        ),
        ...options,
      },
      async (request) => {
        const { id } = await accountOf(context, request.params)
        await setTexture(context, actorOf(request), id, 'cape', request.body)
        return shownWearer(await accountById(context, id))
      },
    )
  })
}
