import type { Context } from './domain/context.ts'
import { commonTable } from './http/errors/error-table.ts'
import { errorHandler } from './http/errors/errors.ts'
import { refuseOtherMethods } from './http/errors/method-not-allowed.ts'
import type { Metrics } from './http/observe/metrics.ts'
import { describeRoutes } from './http/observe/openapi.ts'
import { watchRequests } from './http/observe/request-log.ts'
import { continueSpans } from './http/observe/request-spans.ts'
import { gameWord } from './http/paths/game-word.ts'
import { protocolPaths } from './http/paths/protocol-paths.ts'
import { refuseTwoHosts } from './http/server/one-host.ts'
import { warnOfProxies } from './http/server/proxies.ts'
import { createServer } from './http/server/server.ts'
import { takeTurns } from './http/server/turns.ts'
import type { Routes } from './http/server/typed-fastify.ts'
import { loadAssets } from './web/assets.ts'
import { notFoundRoutes } from './web/page/not-found.ts'
import { pageRoutes } from './web/routes.ts'
import { adminRoutes } from './wire/admin/admin.ts'
import { authlibInjectorRoutes } from './wire/authlib-injector/root.ts'
import { legacySessionRoutes } from './wire/legacy/session.ts'
import { vendorLookupErrors } from './wire/lookup/errors.ts'
import { lookupRoutes } from './wire/lookup/lookup.ts'
import { authorizationPostRoute } from './wire/oauth2/authorization-post.ts'
import { authorizeWith } from './wire/oauth2/authorize.ts'
import { discoveryRoutes } from './wire/oauth2/discovery.ts'
import { readEndSessionOf } from './wire/oauth2/end-session.ts'
import { jwksRoutes } from './wire/oauth2/jwks.ts'
import { libraryOf } from './wire/oauth2/library/load-oidc-library.ts'
import { oauth2Routes } from './wire/oauth2/oauth2.ts'
import { healthRoutes } from './wire/operators/health.ts'
import { documentRoutes } from './wire/reference/document.ts'
import { serverRootRoutes } from './wire/servers/root.ts'
import { skinModRoutes } from './wire/skin-system/skin-mods.ts'
import { skinSystemRoutes } from './wire/skin-system/skin-system.ts'
import { textureRoutes } from './wire/skin-system/texture-files.ts'
import { verificationKeyRoutes } from './wire/skin-system/verification-keys.ts'
import { vendorSessionRoutes } from './wire/vendor-hosts/session.ts'
import { profilesHostRoutes } from './wire/vendor-services/lookup.ts'
import { wardrobeRoutes } from './wire/wardrobe/wardrobe.ts'
import { launcherRoutes } from './wire/yggdrasil/auth.ts'
import { sessionRoutes } from './wire/yggdrasil/session.ts'

/** Builds the application: every prefix below {base_url}, and the file that serves it. */
export function buildApp(context: Context, metrics: Metrics): Routes {
  const { config } = context
  const base = config.baseUrl === undefined ? '' : new URL(config.baseUrl).pathname.replace(/\/$/, '')
  const app = createServer(context, base)
  watchRequests(app, context, metrics)
  takeTurns(app)
  if (context.spans) continueSpans(app)
  warnOfProxies(app, context)
  refuseTwoHosts(app)
  refuseOtherMethods(app)
  // Before the first request, or players would change their looks after each start.
  app.addHook('onReady', () => context.defaultSkins.refreshed())
  app.setErrorHandler(errorHandler(commonTable))
  const assets = loadAssets(context.config, context.settings, context.imageWork)
  app.register(notFoundRoutes(context, assets, protocolPaths(app, base)))
  describeRoutes(app, context, base)
  app.register(launcherRoutes(context), { prefix: `${base}/auth` })
  app.register(sessionRoutes(context), { prefix: `${base}/session` })
  app.register(legacySessionRoutes(context), { prefix: `${base}/session/legacy` })
  app.register(lookupRoutes(context), { prefix: `${base}/api` })
  app.register(adminRoutes(context), { prefix: `${base}/api/v1` })
  app.register(wardrobeRoutes(context), { prefix: `${base}/api/v1/me` })
  // The vendor's host layout (V1): clients append these paths to a host that they were given.
  app.register(vendorSessionRoutes(context), { prefix: `${base}/session/${gameWord}` })
  app.register(lookupRoutes(context, vendorLookupErrors), { prefix: base })
  // Newer games look names up here, at the profiles host that they were given (V3).
  app.register(profilesHostRoutes(context), { prefix: `${base}/${gameWord}` })
  app.register(profilesHostRoutes(context), { prefix: `${base}/api/${gameWord}` })
  // http/paths/root-address.ts maps the other addresses that launchers use to these routes (J5).
  app.register(authlibInjectorRoutes(context), { prefix: `${base}/authlib-injector` })
  // The roots of single game servers.
  app.register(serverRootRoutes(context), { prefix: `${base}/at/:key` })
  app.register(verificationKeyRoutes(context), { prefix: `${base}/skinsystem` })
  app.register(skinSystemRoutes(context), { prefix: `${base}/skinsystem` })
  app.register(textureRoutes(context), { prefix: `${base}/textures` })
  app.register(skinModRoutes(context), { prefix: `${base}/csl` })
  app.register(jwksRoutes(context), { prefix: `${base}/oauth2` })
  const oauth = libraryOf(context)
  app.register(oauth2Routes(context, oauth), { prefix: `${base}/oauth2` })
  app.register(authorizationPostRoute(base), { prefix: `${base}/oauth2` })
  app.register(discoveryRoutes(context), { prefix: `${base}/.well-known` })
  // RFC 8414, section 3.1, puts them here for an issuer with a path.
  if (base !== '') app.register(discoveryRoutes(context, base), { prefix: '/.well-known' })
  app.register(healthRoutes, { prefix: base })
  app.register(documentRoutes, { prefix: base })
  const protocols = { authorize: authorizeWith(oauth), readEndSession: readEndSessionOf(context) }
  app.register(pageRoutes(context, assets, protocols), { prefix: base })
  return app
}
