// GET /textures/{hash}: texture files.
import { Type } from 'typebox'
import type { Services } from '../../domain/services.ts'
import { Refused } from '../../model/refusal.ts'
import { forEver, PngAnswer, sendPng } from '../images.ts'
import type { Routes } from '../schema.ts'

const TextureParams = Type.Object({
  hash: Type.String({ description: "SHA-256 of the file's bytes, in hex." }),
})

export const textureRoutes = (services: Services) => async (app: Routes) => {
  app.get(
    '/:hash',
    { schema: { params: TextureParams, response: { 200: PngAnswer } } },
    async (request, reply) => {
      const { hash } = request.params
      const file = await services.textureFiles.get(hash)
      if (!file) throw new Refused('texture_unknown')
      await sendPng(request, reply, { name: hash, caching: forEver, file: async () => file })
      return reply
    },
  )
}
