// PUT and DELETE /authlib-injector/api/user/profile/{uuid}/{skin or cape}: a launcher sets the textures of its
// token's own profile.

import type { FastifyRequest } from 'fastify'
import type { Context } from '../../domain/context.ts'
import { removeTexture, uploadTexture } from '../../domain/game/set-textures.ts'
import { writingBearer } from '../../domain/tokens/credentials.ts'
import { acceptAnyBody } from '../../http/body/body.ts'
import {
  checkSentTexture,
  readSentTexture,
  SentTexture,
  skinModel,
  textureBodyLimit,
} from '../../http/body/uploaded-texture.ts'
import { reserveUploadPlace } from '../../http/body/uploads.ts'
import { bearerOf } from '../../http/headers/bearer.ts'
import { forbidCaching } from '../../http/headers/no-store.ts'
import { protocolScope } from '../../http/paths/protocol-scope.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { parseUuid } from '../../lib/crypto/uuid.ts'
import type { Profile } from '../../model/accounts/account.ts'
import { accountActor } from '../../model/accounts/actor.ts'
import { Refused, textureRefusals } from '../../model/errors/refusal.ts'
import { EmptyBody } from '../yggdrasil/responses.ts'
import { authlibInjectorErrors } from './errors.ts'
import { TextureParams } from './requests.ts'

const off = { skin: 'skins_off', cape: 'capes_off' } as const

const ownerRefusals = ['bearer_invalid', 'scope_missing', 'uuid_malformed', 'profile_foreign'] as const

export const textureUploadRoutes = (context: Context) => async (app: Routes) => {
  const refuses = protocolScope(app, {
    title: 'authlib-injector: texture upload',
    errors: authlibInjectorErrors,
  })
  acceptAnyBody(app, readSentTexture('model'))
  forbidCaching(app)
  // A missing token is refused before the body is read.
  app.addHook('onRequest', async (request) => void bearerOf(request))

  for (const kind of ['skin', 'cape'] as const) {
    // The model of a cape is ignored.
    const modelRefusals = kind === 'skin' ? (['texture_model_unknown'] as const) : []
    app.put(
      `/user/profile/:uuid/${kind}`,
      {
        schema: {
          summary: `Wears a ${kind}`,
          params: TextureParams,
          body: SentTexture('model'),
          response: { 204: EmptyBody('It is worn.') },
        },
        onRequest: reserveUploadPlace(context, kind),
        bodyLimit: textureBodyLimit,
        validatorCompiler: checkSentTexture,
        config: refuses(
          ...ownerRefusals,
          'texture_missing',
          ...modelRefusals,
          off[kind],
          'too_many_uploads',
          ...textureRefusals,
        ),
      },
      async (request, reply) => {
        const own = await ownProfile(context, request, request.params.uuid)
        const { png, model } = request.body
        const isNamed = kind === 'skin' && model !== undefined
        const by = accountActor(own, request.ip)
        await uploadTexture(context, by, own.id, kind, png, isNamed ? skinModel(model) : undefined)
        return reply.code(204).send()
      },
    )

    app.delete(
      `/user/profile/:uuid/${kind}`,
      {
        schema: {
          summary: `Takes the ${kind} off`,
          params: TextureParams,
          response: { 204: EmptyBody('It is off.') },
        },
        config: refuses(...ownerRefusals, off[kind], 'account_unknown'),
      },
      async (request, reply) => {
        const own = await ownProfile(context, request, request.params.uuid)
        await removeTexture(context, accountActor(own, request.ip), own.id, kind)
        return reply.code(204).send()
      },
    )
  }
}

/** Returns the profile that the path names, if it is the token's own. */
async function ownProfile(
  context: Context,
  request: Pick<FastifyRequest, 'headers' | 'ip' | 'about'>,
  uuid: string,
): Promise<Profile> {
  const holder = await writingBearer(context, bearerOf(request))
  request.about = holder
  const id = parseUuid(uuid)
  if (id === undefined) throw new Refused('uuid_malformed')
  if (id !== holder.id) throw new Refused('profile_foreign', { about: holder })
  return holder
}
