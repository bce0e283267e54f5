import Fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import type { Context } from '../../domain/context.ts'
import { databaseReadiness } from '../../domain/operation/health.ts'
import type { Metrics } from '../../http/observe/metrics.ts'
import { watchConnections } from '../../http/server/connections.ts'
import { indexPage } from './index-page.ts'

/** The Prometheus text format. */
const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

/** Builds the operators' listener, which is not public: metrics, liveness, readiness. */
export function buildOperators(
  context: Context,
  metrics: Metrics,
  isServing: () => boolean,
): FastifyInstance {
  const app = Fastify({ logger: false })
  watchConnections(app.server)
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    const { statusCode = 500 } = error
    if (statusCode >= 500) context.log.error({ err: error }, 'a request of an operator failed')
    return reply.code(statusCode).send({ status: 'failed' })
  })
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(indexPage))
  app.get('/metrics', async (_request, reply) => reply.type(metricsType).send(await metrics.text()))
  app.get('/healthz', () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    if (!isServing()) return reply.code(503).send({ status: 'waiting for a worker' })
    const readiness = await databaseReadiness(context)
    if (readiness.state === 'ready') return { status: 'ready' }
    if (readiness.state === 'away') return reply.code(503).send({ status: 'waiting for the database' })
    return reply.code(503).send({ status: 'the database takes no writes', why: readiness.why })
  })
  return app
}
