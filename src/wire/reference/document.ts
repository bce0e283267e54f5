// GET /openapi.json and GET /docs: every route, for programs and for people.

import { allowBriefCaching } from '../../http/headers/brief-caching.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { type ApiDocument, referencePage, referencePolicy } from './page.ts'

/**
 * Registers both documents. They are generated once, from the schemas that validate requests and serialise answers,
 * and kept as bytes since they are large.
 */
export const documentRoutes = async (app: Routes) => {
  allowBriefCaching(app)
  let json: Buffer | undefined
  app.get('/openapi.json', async (_request, reply) => {
    json ??= Buffer.from(JSON.stringify(app.swagger()))
    return reply.type('application/json; charset=utf-8').send(json)
  })

  let page: Buffer | undefined
  app.get('/docs', async (_request, reply) => {
    page ??= Buffer.from(referencePage(app.swagger() as unknown as ApiDocument))
    reply.header('content-security-policy', referencePolicy())
    return reply.type('text/html; charset=utf-8').send(page)
  })
}
