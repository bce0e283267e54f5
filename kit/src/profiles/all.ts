import { type Check, profileNames, profileOf } from '../check.ts'
import { bedrock } from './bedrock.ts'
import { signingIn } from './core/authenticate.ts'
import { eachAccount } from './core/each.ts'
import { ending } from './core/ending.ts'
import { refreshing } from './core/refresh.ts'
import { validating } from './core/validate.ts'
import { skinMods } from './csl.ts'
import { admission } from './federation/admission.ts'
import { answers } from './federation/answers.ts'
import { names } from './federation/names.ts'
import { privacy } from './federation/privacy.ts'
import { uuids } from './federation/uuids.ts'
import { lists } from './friends/list.ts'
import { preferences } from './friends/preferences.ts'
import { presence } from './friends/presence.ts'
import { requests } from './friends/requests.ts'
import { legacy } from './legacy.ts'
import { chat } from './modern/certificates.ts'
import { eachPlayer as servicesOfEach } from './modern/each.ts'
import { services } from './modern/services.ts'
import { clientChecks } from './oauth/client.ts'
import { configurations } from './oauth/configuration.ts'
import { devices } from './oauth/device.ts'
import { connection } from './probe/connection.ts'
import { lookups } from './probe/lookups.ts'
import { metadata } from './probe/metadata.ts'
import { refusals } from './probe/refusals.ts'
import { tokens } from './probe/tokens.ts'
import { endings } from './security/endings.ts'
import { guessing } from './security/guessing.ts'
import { forgeries } from './security/tokens.ts'
import { servers } from './servers.ts'
import { eachPlayer } from './session/each.ts'
import { asking } from './session/has-joined.ts'
import { joining } from './session/join.ts'
import { lookups as namesOfPlayers } from './session/lookups.ts'
import { profiles } from './session/profile.ts'
import { files } from './textures/files.ts'
import { uploads } from './textures/uploads.ts'

const every: readonly Check[] = [
  ...connection,
  ...metadata,
  ...refusals,
  ...tokens,
  ...lookups,
  ...signingIn,
  ...validating,
  ...refreshing,
  ...ending,
  ...eachAccount,
  ...joining,
  ...asking,
  ...profiles,
  ...namesOfPlayers,
  ...eachPlayer,
  ...files,
  ...uploads,
  ...chat,
  ...services,
  ...servicesOfEach,
  ...configurations,
  ...devices,
  ...clientChecks,
  ...legacy,
  ...servers,
  ...admission,
  ...names,
  ...uuids,
  ...answers,
  ...privacy,
  ...lists,
  ...requests,
  ...preferences,
  ...presence,
  ...skinMods,
  ...bedrock,
  ...endings,
  ...forgeries,
  ...guessing,
]

/** All checks, by profile; within one in the order in which they run. */
export const checks: readonly Check[] = profileNames.flatMap((name) =>
  every.filter((check) => profileOf(check) === name),
)
