import type { RouteOptions } from 'fastify'
import type { CommonRefusal, Refusal } from '../../model/refusal.ts'
import { refusalsOfAll, refusalsOfBodies } from '../errors/common-errors.ts'
import type { ErrorTable } from '../errors/error-table.ts'
import { errorHandler } from '../errors/errors.ts'
import type { Routes } from '../server/typed-fastify.ts'

/** Routes that speak one protocol. */
export interface ProtocolScope<Reason extends string = string> {
  /** How the document heads them. */
  title: string
  errors: ErrorTable<Reason>
  /** The name of what its requests have to show, where it reads bodies as JSON alone. */
  bearer?: 'apiToken'
}

declare module 'fastify' {
  interface FastifyContextConfig {
    scope?: ProtocolScope
    /** Why the route may decline, besides what every request can be declined for: for the document. */
    refusals?: readonly Refusal[]
  }
}

/**
 * Answers the refusals of this scope's routes in the words of their protocol, here and in the document.
 * The function it returns makes a route's `config` of the reasons that the protocol has words for.
 */
export function protocolScope<Reason extends Refusal>(app: Routes, scope: ProtocolScope<Reason>) {
  app.setErrorHandler(errorHandler(scope.errors))
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, scope }
  })
  return (...refusals: (Reason | CommonRefusal)[]) => ({ refusals })
}

/** All that a route may decline a request for, listed or not. */
export const refusalsOf = ({ schema, config }: Pick<RouteOptions, 'schema' | 'config'>): Refusal[] => [
  ...(schema?.body ? refusalsOfBodies : []),
  ...(config?.refusals ?? []),
  ...refusalsOfAll,
]
