// GET /healthz: the process answers. It touches nothing.
import { Type } from 'typebox'
import { forbidCaching } from '../../http/no-store.ts'
import type { Routes } from '../../http/typed-fastify.ts'

const Alive = Type.Object({ status: Type.Literal('alive') })

export const healthRoutes = async (app: Routes) => {
  forbidCaching(app)
  app.get(
    '/healthz',
    { schema: { summary: 'Whether the process answers', tags: ['Operation'], response: { 200: Alive } } },
    async () => ({ status: 'alive' as const }),
  )
}
