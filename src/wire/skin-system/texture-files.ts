// GET /textures/{hash}: texture files.
import { Type } from 'typebox'
import type { Context } from '../../domain/context.ts'
import { immutable, NotChanged, PngAnswer, sendPng } from '../../http/headers/images.ts'
import { protocolScope } from '../../http/paths/protocol-scope.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { skinSystemErrors } from './errors.ts'

const TextureParams = Type.Object({
  hash: Type.String({ description: "SHA-256 of the file's bytes, in hex." }),
})

export const textureRoutes = (context: Context) => async (app: Routes) => {
  const refuses = protocolScope(app, { title: 'Textures', errors: skinSystemErrors })
  app.get(
    '/:hash',
    {
      schema: {
        summary: 'A texture file',
        params: TextureParams,
        response: { 200: PngAnswer, 304: NotChanged },
      },
      config: refuses('texture_unknown', 'texture_store_unavailable'),
    },
    async (request, reply) => {
      const { hash } = request.params
      const file = await context.textureFiles.get(hash, request.ip)
      if (!file) throw new Refused('texture_unknown')
      await sendPng(request, reply, { name: hash, caching: immutable, file: async () => file })
      return reply
    },
  )
}
