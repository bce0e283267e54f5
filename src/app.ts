import type { Services } from './domain/services.ts'
import { errorHandler } from './http/errors.ts'
import { refuseOtherMethods } from './http/methods.ts'
import type { Metrics } from './http/metrics.ts'
import { describeRoutes } from './http/openapi.ts'
import { watchRequests } from './http/requests.ts'
import { authRoutes } from './http/routes/auth.ts'
import { authlibInjectorRoutes } from './http/routes/authlib-injector.ts'
import { documentRoutes } from './http/routes/document.ts'
import { healthRoutes } from './http/routes/health.ts'
import { homeRoutes } from './http/routes/home.ts'
import { jwksRoutes, verificationKeyRoutes } from './http/routes/keys.ts'
import { lookupRoutes } from './http/routes/lookup.ts'
import { sessionRoutes } from './http/routes/session.ts'
import { legacySessionRoutes } from './http/routes/session-legacy.ts'
import { skinSystemRoutes } from './http/routes/skinsystem.ts'
import { textureRoutes } from './http/routes/textures.ts'
import { vendorSessionRoutes } from './http/routes/vendor-session.ts'
import type { Routes } from './http/schema.ts'
import { createServer } from './http/server.ts'
import { Refused } from './model/refusal.ts'
import { vendorErrors } from './protocol/vendor/errors.ts'
import { yggdrasilErrors } from './protocol/yggdrasil/errors.ts'

/** The URL map: every prefix below {base_url} and the file that serves it. */
export function buildApp(services: Services, metrics: Metrics): Routes {
  const app = createServer(services)
  watchRequests(app, services, metrics)
  refuseOtherMethods(app, yggdrasilErrors)
  app.setErrorHandler(errorHandler(yggdrasilErrors))
  app.setNotFoundHandler(() => {
    throw new Refused('route_unknown')
  })

  const { config } = services
  const base = config.baseUrl === undefined ? '' : new URL(config.baseUrl).pathname.replace(/\/$/, '')
  describeRoutes(app, services, base)
  app.register(authRoutes(services), { prefix: `${base}/auth` })
  app.register(sessionRoutes(services), { prefix: `${base}/session` })
  app.register(legacySessionRoutes(services), { prefix: `${base}/session/legacy` })
  app.register(lookupRoutes(services, yggdrasilErrors), { prefix: `${base}/api` })
  // The vendor's host layout (V1): the paths that clients append to a host they were given.
  app.register(vendorSessionRoutes(services), { prefix: `${base}/session/${config.game}` })
  app.register(lookupRoutes(services, vendorErrors), { prefix: base })
  app.register(authlibInjectorRoutes(services), { prefix: `${base}/authlib-injector` })
  app.register(verificationKeyRoutes(services), { prefix: `${base}/skinsystem` })
  app.register(skinSystemRoutes(services), { prefix: `${base}/skinsystem` })
  app.register(textureRoutes(services), { prefix: `${base}/textures` })
  app.register(jwksRoutes(services), { prefix: `${base}/oauth2` })
  app.register(healthRoutes, { prefix: base })
  app.register(documentRoutes, { prefix: base })
  app.register(homeRoutes(services), { prefix: base })
  return app
}
