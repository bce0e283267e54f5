// GET /textures/{hash}: texture files.
import { Type } from 'typebox'
import type { Services } from '../../domain/services.ts'
import { Refused } from '../../model/refusal.ts'
import { yggdrasilErrors } from '../../protocol/yggdrasil/errors.ts'
import { groupRoutes } from '../group.ts'
import { forEver, NotChanged, PngAnswer, sendPng } from '../images.ts'
import type { Routes } from '../schema.ts'

const TextureParams = Type.Object({
  hash: Type.String({ description: "SHA-256 of the file's bytes, in hex." }),
})

export const textureRoutes = (services: Services) => async (app: Routes) => {
  groupRoutes(app, { title: 'Textures', errors: yggdrasilErrors })
  app.get(
    '/:hash',
    {
      schema: {
        summary: 'A texture file',
        params: TextureParams,
        response: { 200: PngAnswer, 304: NotChanged },
      },
      config: { refusals: ['texture_unknown'] },
    },
    async (request, reply) => {
      const { hash } = request.params
      const file = await services.textureFiles.get(hash)
      if (!file) throw new Refused('texture_unknown')
      await sendPng(request, reply, { name: hash, caching: forEver, file: async () => file })
      return reply
    },
  )
}
