import type { KeyObject } from 'node:crypto'
import type { Static } from 'typebox'
import type { Context } from '../../domain/context.ts'
import { texturesKey } from '../../domain/game/texture-keys.ts'
import { version } from '../../lib/process/version.ts'
import { type Metadata, metadata } from './metadata.ts'

/** Returns the metadata of this service at the authlib-injector root. */
export async function rootMetadata(context: Context): Promise<Answer> {
  const { config, settings } = context
  const refreshing = settings.refresh()
  if (refreshing) await refreshing
  const key = await texturesKey(context)
  const [serverName, baseUrl] = [settings.serverName, context.baseUrl()]
  const isRegistrationOpen = settings.valueOf('registration') === 'open'
  const known = answers.get(key)
  const isSame = known?.serverName === serverName && known.isRegistrationOpen === isRegistrationOpen
  if (isSame && known.baseUrl === baseUrl) return known.answer
  const answer = metadata({
    serverName,
    version: version(),
    baseUrl,
    isRegistrationOpen,
    hasBedrockLinks: config.bedrockLinks === 'on',
    skinSystemUrl: config.skinSystemUrl,
    texturesUrl: context.texturesProperties.publicUrl,
    skinDomains: config.skinDomains ?? [],
    texturesKey: key.export({ type: 'spki', format: 'pem' }).toString(),
  })
  answers.set(key, { serverName, isRegistrationOpen, baseUrl, answer })
  return answer
}

type Answer = Static<typeof Metadata>

/** The last answer with each key. Only the name, the address and who may register change while a process runs. */
const answers = new WeakMap<
  KeyObject,
  { serverName: string; isRegistrationOpen: boolean; baseUrl: string; answer: Answer }
>()

const texts = new WeakMap<object, string>()

/** Writes an answer as text once, since that takes longer than everything else about the request. */
export function textOf(answer: object): string {
  const known = texts.get(answer)
  if (known !== undefined) return known
  const text = JSON.stringify(answer)
  texts.set(answer, text)
  return text
}
