import { callbackOf } from '../../../domain/identities/begin.ts'
import { toProvider } from '../../../domain/providers/rows.ts'
import { systemRandom } from '../../../lib/crypto/random.ts'
import { systemClock } from '../../../lib/measure/clock.ts'
import { StoredSecrets } from '../../../state/keys/stored-secrets.ts'
import type { ProviderFault } from '../../../state/providers/examine.ts'
import { Providers } from '../../../state/providers/providers.ts'
import { allProviders } from '../../../storage/community/providers.ts'
import { encryptionRow, providerSecretPlace } from '../../../storage/schema/encryption.ts'
import { lastingFailures } from '../../../storage/sign-in/identity-questions.ts'
import type { Examined } from '../examined.ts'
import { type Finding, type Findings, ok, skipped, wrong } from '../finding.ts'

/** Checks that people can sign in through each provider, as far as it can be seen from here. */
export async function providers({ config, db, keys }: Examined): Promise<Findings> {
  if (!db) return skipped('the database cannot be used')
  const all = await allProviders(db)
  if (all.length === 0 && config.passwordSignIn === 'off') {
    return wrong(
      'there are none, and NORN_PASSWORD_SIGN_IN is off, so nobody can sign in but with a passkey, or an administrator at /sign-in?local',
      'add a provider (norn provider add), or set NORN_PASSWORD_SIGN_IN=on',
    )
  }
  if (all.length === 0) return ok('there are none')
  if (!keys) return skipped('their secrets cannot be read')
  const secrets = await StoredSecrets.of(await encryptionRow(db), config.secret, systemRandom.bytes)
  const state = new Providers(() => config.baseUrl)
  const findings = await Promise.all(
    all.map(async (row): Promise<Finding[]> => {
      const { name } = row
      const secret = await secrets.open(db, providerSecretPlace(name), row.client_secret)
      const redirectUri = callbackOf({ baseUrl: () => config.baseUrl ?? '' }, row)
      const { faults } = await state.test(toProvider(row), { secret, redirectUri }, systemClock())
      if (faults.length === 0) return [ok(`${name} answers, and knows the client`)]
      return faults.map(({ fault, said }) => {
        const [what, remedy] = words[fault](name, redirectUri)
        return wrong(`${name} ${what} (${said})`, remedy)
      })
    }),
  )
  const silent = await lastingFailures(db)
  return [...findings.flat(), ...silent.map(({ name, problem }) => wrong(...silence(name, problem)))]
}

const silence = (name: string, problem: string): Words => [
  `the bot at ${name} has heard nothing of members for a day (${problem}), so roles that were taken away still count`,
  `see that the bot is in the guild, give it a new token if need be, and ask again: norn provider sync ${name}`,
]

type Words = readonly [what: string, remedy: string]

const words: Readonly<Record<ProviderFault, (name: string, callback: string) => Words>> = {
  unreachable: (name) => [
    'does not answer',
    `check the network, and its addresses: norn provider show ${name}`,
  ],
  issuer: (name) => [
    'is another issuer now',
    `ask its operators; with another issuer, remove it and add it again: norn provider remove ${name}`,
  ],
  document: (name) => ['has no usable discovery document', `ask its operators: norn provider test ${name}`],
  keys: (name) => [
    'publishes no usable keys',
    `read its addresses again: norn provider set ${name} --refresh`,
  ],
  tokens: (name) => [
    'exchanges no codes at the address that is known here',
    `read its addresses again, or give the right one: norn provider set ${name} --refresh, or --token-url URL`,
  ],
  secret: (name) => [
    'does not accept the id and the secret of the client',
    `norn provider set ${name} --client-id ID --client-secret-stdin`,
  ],
  callback: (_, callback) => [
    'does not accept the callback, or does not know the client',
    `register this address there: ${callback}`,
  ],
  clock: () => [
    'has another time, so its answers are refused',
    'set the clock of this machine, or tell its operators',
  ],
}
