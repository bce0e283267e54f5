// PUT and DELETE /user/profile/{uuid}/{skin or cape}: what the token's own profile wears, set by a launcher.
import { bearer } from '../../domain/launcher-tokens.ts'
import type { Services } from '../../domain/services.ts'
import { takeOffTexture, wearTexture } from '../../domain/textures.ts'
import { parseUuid } from '../../lib/uuid.ts'
import { Refused } from '../../model/refusal.ts'
import { TextureParams } from '../../protocol/authlib-injector/requests.ts'
import { vendorErrors } from '../../protocol/vendor/errors.ts'
import { Nothing } from '../../protocol/yggdrasil/responses.ts'
import { bearerToken } from '../bearer.ts'
import { acceptAnyBody } from '../body.ts'
import { groupRoutes } from '../group.ts'
import { forbidCaching } from '../no-store.ts'
import type { Routes } from '../schema.ts'
import {
  checkSentTexture,
  readSentTexture,
  SentTexture,
  skinModel,
  textureBodyLimit,
} from '../sent-texture.ts'

const whose = ['bearer_invalid', 'uuid_malformed', 'profile_foreign'] as const
const whatIsWrong = [
  'texture_missing',
  'texture_model_unknown',
  'texture_malformed',
  'texture_animated',
  'texture_size_unknown',
  'texture_too_large',
  'overloaded',
] as const

export const textureUploadRoutes = (services: Services) => async (app: Routes) => {
  groupRoutes(app, { title: 'authlib-injector: texture upload', errors: vendorErrors })
  acceptAnyBody(app, readSentTexture('model'))
  forbidCaching(app)
  // Before the body is read.
  app.addHook('onRequest', async ({ headers }) => void bearerToken(headers))

  for (const kind of ['skin', 'cape'] as const) {
    app.put(
      `/user/profile/:uuid/${kind}`,
      {
        schema: {
          summary: `Wears a ${kind}`,
          params: TextureParams,
          body: SentTexture('model'),
          response: { 204: Nothing('It is worn.') },
        },
        bodyLimit: textureBodyLimit,
        validatorCompiler: checkSentTexture,
        config: { refusals: [...whose, ...whatIsWrong] },
      },
      async ({ headers, params, body }, reply) => {
        const id = await ownProfileId(services, bearerToken(headers), params.uuid)
        const { png, model } = body
        const isNamed = kind === 'skin' && model !== undefined
        await wearTexture(services, id, kind, png, isNamed ? skinModel(model) : undefined)
        return reply.code(204).send()
      },
    )

    app.delete(
      `/user/profile/:uuid/${kind}`,
      {
        schema: {
          summary: `Takes the ${kind} off`,
          params: TextureParams,
          response: { 204: Nothing('It is off.') },
        },
        config: { refusals: whose },
      },
      async ({ headers, params }, reply) => {
        const id = await ownProfileId(services, bearerToken(headers), params.uuid)
        await takeOffTexture(services, id, kind)
        return reply.code(204).send()
      },
    )
  }
}

/** The profile of the path, where it is the token's own. */
async function ownProfileId(services: Services, token: string, uuid: string): Promise<string> {
  const holder = await bearer(services, token)
  const id = parseUuid(uuid)
  if (id === undefined) throw new Refused('uuid_malformed')
  if (id !== holder.id) throw new Refused('profile_foreign', { about: holder.id })
  return id
}
