import type { Refusal } from '../model/refusal.ts'
import { errorHandler } from './errors.ts'
import type { Routes } from './typed-fastify.ts'
import type { LineErrors, WireErrors } from './wire-error.ts'

/** Routes that speak one protocol. */
export interface Group {
  /** How the document heads them. */
  title: string
  /** Their refusals' words. */
  errors: WireErrors | LineErrors
}

declare module 'fastify' {
  interface FastifyContextConfig {
    group?: Group
    /** Why the route may decline, besides what any request can be declined for: told in the document. */
    refusals?: readonly Refusal[]
  }
}

/** Answers the refusals of this scope's routes in the words of their protocol, here and in the document. */
export function protocolScope(app: Routes, group: Group): void {
  app.setErrorHandler(errorHandler(group.errors))
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, group }
  })
}
