// GET /authlib-injector: what launchers and authlib-injector ask first, and all that they find below it.
import type { Services } from '../../domain/services.ts'
import { Refused } from '../../model/refusal.ts'
import { Metadata } from '../../protocol/authlib-injector/metadata.ts'
import { servicesPath } from '../../protocol/authlib-injector/vendor-words.ts'
import { Discovery, discovery } from '../../protocol/services/discovery.ts'
import { servicesErrors } from '../../protocol/services/errors.ts'
import { vendorErrors } from '../../protocol/vendor/errors.ts'
import { errorHandler } from '../errors.ts'
import { groupRoutes } from '../group.ts'
import { rootMetadata } from '../root-metadata.ts'
import type { Routes } from '../schema.ts'
import { authserverRoutes } from './authserver.ts'
import { lookupRoutes } from './lookup.ts'
import { ownProfileRoutes } from './own-profile.ts'
import { playerRoutes } from './player.ts'
import { servicesLookupRoutes } from './services-lookup.ts'
import { textureUploadRoutes } from './texture-upload.ts'
import { vendorSessionRoutes } from './vendor-session.ts'

/** Tells a launcher what it may send to textureUploadRoutes; to another skin system it sends elsewhere. */
const uploadable = { name: 'uploadableTextures', value: 'skin,cape' }

export const authlibInjectorRoutes = (services: Services) => async (app: Routes) => {
  const { config } = services
  const also = config.skinSystemUrl === undefined ? [uploadable] : []
  groupRoutes(app, { title: 'authlib-injector: the root', errors: vendorErrors })

  app.get(
    '/',
    {
      schema: { summary: 'What this service is and how it signs', response: { 200: Metadata } },
      config: { refusals: ['skin_system_unavailable'] },
    },
    () => rootMetadata(services),
  )

  app.get(
    '/discovery',
    { schema: { summary: 'Where the newest game versions find everything', response: { 200: Discovery } } },
    () => discovery(services.baseUrl(), config.game),
  )

  app.register(authserverRoutes(services), { prefix: '/authserver' })
  app.register(vendorSessionRoutes(services, also), {
    prefix: `/sessionserver/session/${config.game}`,
  })
  app.register(lookupRoutes(services, vendorErrors), { prefix: '/api' })
  app.register(textureUploadRoutes(services), { prefix: '/api' })
  app.register(servicesRoutes(services), { prefix: servicesPath })
}

/** The vendor's newer routes; what is not among them is declined in their form, too. */
const servicesRoutes = (services: Services) => async (app: Routes) => {
  const { game } = services.config
  app.setErrorHandler(errorHandler(servicesErrors))
  app.addHook('onSend', async (_request, reply) => {
    // As the vendor has it, and as a client insists on: JSON knows no charset anyway (RFC 8259, section 11).
    if (reply.hasHeader('content-type')) reply.header('content-type', 'application/json')
  })
  app.setNotFoundHandler(() => {
    throw new Refused('route_unknown')
  })
  app.register(playerRoutes(services))
  app.register(ownProfileRoutes(services), { prefix: `/${game}` })
  app.register(servicesLookupRoutes(services), { prefix: `/${game}` })
}
