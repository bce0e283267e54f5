import type { RouteOptions } from 'fastify'
import type { CommonRefusal, Refusal } from '../../model/errors/refusal.ts'
import { refusalsOfAll, refusalsOfBodies } from '../errors/common-errors.ts'
import type { ErrorTable } from '../errors/error-table.ts'
import { errorHandler } from '../errors/errors.ts'
import type { Routes } from '../server/typed-fastify.ts'

/** A group of routes that speak one protocol. */
interface ProtocolScope<Reason extends string = string> {
  /** The heading in the OpenAPI document. */
  title: string
  errors: ErrorTable<Reason>
  /** The name of the token that requests need; such scopes read JSON bodies, and forms with a file alone. */
  bearer?: 'apiToken' | 'accessToken'
}

declare module 'fastify' {
  interface FastifyContextConfig {
    scope?: ProtocolScope
    /** The reasons for which the route may refuse, in addition to those of every request, for the OpenAPI document. */
    refusals?: readonly Refusal[]
  }
}

/**
 * Answers refusals of this scope's routes in the protocol's words, and documents them. Returns a function that
 * turns a list of reasons into a route's `config`.
 */
export function protocolScope<Reason extends Refusal>(app: Routes, scope: ProtocolScope<Reason>) {
  app.setErrorHandler(errorHandler(scope.errors))
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, scope }
  })
  return (...refusals: (Reason | CommonRefusal)[]) => ({ refusals: [...new Set(refusals)] })
}

/** Returns every reason for which a route may refuse a request, listed or not. */
export const refusalsOf = ({ schema, config }: Pick<RouteOptions, 'schema' | 'config'>): Refusal[] => [
  ...(schema?.body ? refusalsOfBodies : []),
  ...(config?.refusals ?? []),
  ...refusalsOfAll,
]
