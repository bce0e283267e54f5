// GET /authlib-injector: the first request of launchers and authlib-injector. Below it:
//   /discovery                        where the newest game versions find everything
//   /authserver/…                     launcher requests: authserver.ts
//   /sessionserver/session/{game}/…   session requests: ../vendor-hosts/session.ts
//   /api/…                            lookups: ../lookup/lookup.ts; texture-upload.ts
//   /geyser/…                         Bedrock links: ../bedrock/links.ts
//   servicesPath                      the vendor's newer routes: ../vendor-services

import type { RouteShorthandOptions } from 'fastify'
import { rootOf } from '../../domain/community/server-keys.ts'
import type { Context } from '../../domain/context.ts'
import { errorHandler } from '../../http/errors/errors.ts'
import { allowBriefCaching } from '../../http/headers/brief-caching.ts'
import { gameWord } from '../../http/paths/game-word.ts'
import { protocolScope } from '../../http/paths/protocol-scope.ts'
import { servicesPath } from '../../http/paths/vendor-words.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { bedrockRoutes } from '../bedrock/links.ts'
import { vendorLookupErrors } from '../lookup/errors.ts'
import { lookupRoutes } from '../lookup/lookup.ts'
import { keyOf } from '../servers/key-of.ts'
import { vendorServerRoutes, vendorSessionRoutes } from '../vendor-hosts/session.ts'
import { Discovery, discovery } from '../vendor-services/discovery.ts'
import { servicesErrors } from '../vendor-services/errors.ts'
import { friendsRoutes } from '../vendor-services/friends.ts'
import { omitCharset, profilesHostRoutes, servicesLookupRoutes } from '../vendor-services/lookup.ts'
import { ownProfileRoutes } from '../vendor-services/own-profile.ts'
import { playerRoutes, publicKeyRoutes } from '../vendor-services/player.ts'
import { authserverRoutes } from './authserver.ts'
import { authlibInjectorErrors } from './errors.ts'
import { Metadata } from './metadata.ts'
import { rootMetadata, textOf } from './root-metadata.ts'
import { textureUploadRoutes } from './texture-upload.ts'

const json = 'application/json; charset=utf-8'

/** Tells launchers which textures they may upload. With an external skin system the property is left out. */
const uploadable = { name: 'uploadableTextures', value: 'skin,cape' }

/** A process learns of a new name within a second, and within two it is in every launcher. */
const metadataAge = 1

export const authlibInjectorRoutes = (context: Context) => async (app: Routes) => {
  const { config } = context
  const extraProperties = config.skinSystemUrl === undefined ? [uploadable] : []
  const refuses = protocolScope(app, { title: 'authlib-injector: the root', errors: authlibInjectorErrors })
  app.setNotFoundHandler(declineUnknownPath)

  app.register(
    metadataRoute(context, {
      schema: { summary: 'What this service is and how it signs', response: { 200: Metadata } },
      config: refuses('skin_system_unavailable'),
    }),
  )
  app.register(async (about: Routes) => {
    allowBriefCaching(about)
    about.get(
      '/discovery',
      { schema: { summary: 'Where the newest game versions find everything', response: { 200: Discovery } } },
      () => discovery(described(context)),
    )
  })

  app.register(authserverRoutes(context), { prefix: '/authserver' })
  app.register(vendorSessionRoutes(context, extraProperties), {
    prefix: `/sessionserver/session/${gameWord}`,
  })
  app.register(lookupRoutes(context, vendorLookupErrors), { prefix: '/api' })
  app.register(profilesHostRoutes(context), { prefix: `/api/${gameWord}` })
  app.register(textureUploadRoutes(context), { prefix: '/api' })
  app.register(servicesRoutes(context), { prefix: servicesPath })
  if (config.bedrockLinks === 'on') app.register(bedrockRoutes(context, false), { prefix: '/geyser' })
}

const described = ({ baseUrl, config, texturesProperties }: Context) => ({
  baseUrl: baseUrl(),
  game: config.game,
  texturesUrl: texturesProperties.publicUrl,
})

/** Registers the routes below the root of a game server, at `/at/{key}`. */
export const rootRoutesOfServer =
  (context: Context, ofNeighbours: readonly 'neighbour_unsure'[]) => async (app: Routes) => {
    const { config } = context
    const refuses = protocolScope(app, { title: 'authlib-injector: the root', errors: authlibInjectorErrors })
    app.setNotFoundHandler(declineUnknownPath)
    app.register(metadataRoute(context, { config: refuses('skin_system_unavailable') }))
    app.register(async (about: Routes) => {
      allowBriefCaching(about)
      about.get('/discovery', (request) => {
        return discovery(described(context), rootOf(context, keyOf(request)))
      })
    })
    // Nothing can be uploaded here, so no profile says that anything could.
    app.register(vendorServerRoutes(context), { prefix: `/sessionserver/session/${gameWord}` })
    app.register(lookupRoutes(context, vendorLookupErrors, ofNeighbours), { prefix: '/api' })
    app.register(profilesHostRoutes(context, ofNeighbours), { prefix: `/api/${gameWord}` })
    if (config.bedrockLinks === 'on') app.register(bedrockRoutes(context, true), { prefix: '/geyser' })
    app.register(
      async (services: Routes) => {
        services.setErrorHandler(errorHandler(servicesErrors))
        omitCharset(services)
        services.setNotFoundHandler(declineUnknownPath)
        services.register(publicKeyRoutes(context))
        services.register(servicesLookupRoutes(context, ofNeighbours), { prefix: `/${gameWord}` })
      },
      { prefix: servicesPath },
    )
  }

const metadataRoute = (context: Context, options: RouteShorthandOptions) => async (app: Routes) => {
  allowBriefCaching(app, metadataAge)
  app.get('/', options, async (request, reply) => {
    const answer = await rootMetadata(context)
    // At the base URL, browsers get a page. Not every cache between us and them looks at Vary.
    if (request.originalUrl !== request.url) reply.headers({ vary: 'accept', 'cache-control': 'no-store' })
    reply.type(json).serializer(textOf)
    return answer
  })
}

/** Declines an unknown path, never with a page: only programs ask here. */
function declineUnknownPath(): never {
  throw new Refused('route_unknown')
}

/** Registers the vendor's newer routes. Unknown paths among them are declined in the same form. */
const servicesRoutes = (context: Context) => async (app: Routes) => {
  app.setErrorHandler(errorHandler(servicesErrors))
  omitCharset(app)
  app.setNotFoundHandler(declineUnknownPath)
  app.register(playerRoutes(context))
  if (context.config.friends !== 'off') app.register(friendsRoutes(context))
  app.register(ownProfileRoutes(context), { prefix: `/${gameWord}` })
  app.register(servicesLookupRoutes(context), { prefix: `/${gameWord}` })
}
