// GET /openapi.json: the OpenAPI document of every route, made from the schemas that check and shape.
import type { Routes } from '../schema.ts'

export const documentRoutes = async (app: Routes) => {
  let json: string | undefined
  app.get('/openapi.json', async (_request, reply) => {
    json ??= JSON.stringify(app.swagger())
    return reply.type('application/json; charset=utf-8').send(json)
  })
}
