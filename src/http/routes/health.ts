// GET /healthz: the process answers. It touches nothing.
import type { Routes } from '../schema.ts'

export const healthRoutes = async (app: Routes) => {
  app.get('/healthz', () => ({ status: 'alive' }))
}
