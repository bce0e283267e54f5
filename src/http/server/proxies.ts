import type { ChangeContext, SiteContext } from '../../domain/context.ts'
import { forwardedWarning } from './forwarded.ts'
import { baseUrlWarning } from './proxied-base-url.ts'
import type { Routes } from './typed-fastify.ts'

/** Logs, once each, mistakes in the proxy's or our settings that requests reveal. */
export function warnOfProxies(app: Routes, context: ChangeContext & SiteContext): void {
  const warnings = [forwardedWarning(context), baseUrlWarning(context)]
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.raw.headers['x-forwarded-for'] !== undefined) for (const warn of warnings) warn(request)
    done()
  })
}
