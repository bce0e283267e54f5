import type { Static } from 'typebox'
import type { Services } from '../domain/services.ts'
import { texturesKey } from '../domain/textures-keys.ts'
import { version } from '../lib/version.ts'
import { type Metadata, metadata } from '../protocol/authlib-injector/metadata.ts'

/** The metadata of this service, as the authlib-injector root answers it. */
export async function rootMetadata(services: Services): Promise<Static<typeof Metadata>> {
  const { config } = services
  const key = await texturesKey(services)
  return metadata({
    serverName: config.serverName,
    version: version(),
    baseUrl: services.baseUrl(),
    isRegistrationOpen: config.registration === 'open',
    skinSystemUrl: config.skinSystemUrl,
    skinDomains: config.skinDomains ?? [],
    texturesKey: key.export({ type: 'spki', format: 'pem' }).toString(),
  })
}
