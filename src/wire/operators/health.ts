// GET /healthz: the process answers. GET /healthz/address: the client's address. Neither touches the database.
import { Type } from 'typebox'
import { forbidCaching } from '../../http/headers/no-store.ts'
import { forwardedState } from '../../http/server/forwarded.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { canonicalAddress } from '../../lib/net/address.ts'

const Alive = Type.Object({ status: Type.Literal('alive') })

const Address = Type.Object({
  address: Type.String({ description: 'The client’s address, as limits and logs see it.' }),
  forwarded: Type.Union([Type.Literal('none'), Type.Literal('trusted'), Type.Literal('ignored')], {
    description: 'How the X-Forwarded-For header of the request was treated.',
  }),
})

export const healthRoutes = async (app: Routes) => {
  forbidCaching(app)
  app.get(
    '/healthz',
    { schema: { summary: 'Whether the process answers', tags: ['Operation'], response: { 200: Alive } } },
    async () => ({ status: 'alive' as const }),
  )
  app.get(
    '/healthz/address',
    { schema: { summary: 'The address of the client', tags: ['Operation'], response: { 200: Address } } },
    async (request) => ({
      address: canonicalAddress(request.ip) ?? request.ip,
      forwarded: forwardedState(request),
    }),
  )
}
