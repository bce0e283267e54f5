import type { RouteOptions } from 'fastify'
import { buildApp } from '../src/app.ts'
import { Metrics } from '../src/http/observe/metrics.ts'
import type { RunningService } from './service.ts'

export interface Route {
  method: string
  /** With Fastify's parameters, such as `/admin/accounts/:id`. */
  url: string
}

/** Every route of the service. */
export async function routesOf({ context }: Pick<RunningService, 'context'>): Promise<Route[]> {
  const app = buildApp(context, new Metrics(context))
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  await app.ready()
  await app.close()
  return routes.flatMap(({ method, url }) => [method].flat().map((each) => ({ method: each, url })))
}
