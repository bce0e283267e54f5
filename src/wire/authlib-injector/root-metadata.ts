import type { KeyObject } from 'node:crypto'
import type { Static } from 'typebox'
import type { Context } from '../../domain/context.ts'
import { texturesKey } from '../../domain/textures/keys.ts'
import { version } from '../../lib/process/version.ts'
import { type Metadata, metadata } from './metadata.ts'

/** Returns the metadata of this service at the authlib-injector root. */
export async function rootMetadata(context: Context): Promise<Static<typeof Metadata>> {
  const { config, settings } = context
  await settings.refresh()
  const key = await texturesKey(context)
  return metadata({
    serverName: settings.serverName,
    version: version(),
    baseUrl: context.baseUrl(),
    isRegistrationOpen: config.registration === 'open',
    skinSystemUrl: config.skinSystemUrl,
    skinDomains: config.skinDomains ?? [],
    texturesKey: pemOf(key),
  })
}

/** Each key is exported to PEM once, since that takes longer than the rest of the answer. */
const written = new WeakMap<KeyObject, string>()

function pemOf(key: KeyObject): string {
  const known = written.get(key)
  if (known !== undefined) return known
  const text = key.export({ type: 'spki', format: 'pem' }).toString()
  written.set(key, text)
  return text
}
