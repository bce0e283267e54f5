import { callbackOf } from '../../domain/identities/begin.ts'
import { examineProvider } from '../../domain/providers/examine.ts'
import { keptProvider, listProviders } from '../../domain/providers/kept.ts'
import {
  addProvider,
  type ProviderFields,
  removeProvider,
  setProvider,
} from '../../domain/providers/providers.ts'
import { syncProvider } from '../../domain/providers/sync.ts'
import type { Provider, ProviderPreset } from '../../model/community/provider.ts'
import { providerFields } from '../../model/fields/provider.ts'
import { shownExamination, shownProvider, shownSync } from '../../present/provider.ts'
import { commandActor } from '../accounts/command-actor.ts'
import { CommandRefused, UsageError, type Values } from '../line/command.ts'
import { fromOptions } from '../line/field-options.ts'
import type { Output } from '../line/output.ts'
import { readSecret } from '../line/read-option.ts'
import { readCommand, withContext, writeCommand } from '../line/with-context.ts'
import { rooted } from './rooted.ts'

type Given = Values & {
  name: string
  'client-id': string | undefined
  'client-secret-stdin': boolean
  claim: readonly string[] | undefined
  'group-map': readonly string[] | undefined
  'authorize-url': string | undefined
  'token-url': string | undefined
  'userinfo-url': string | undefined
}

type Added = Given & {
  'client-id': string
  preset: ProviderPreset | undefined
  kind: Provider['kind'] | undefined
  issuer: string | undefined
  private: boolean
}

export async function add(given: Added, output: Output): Promise<void> {
  const { name, preset, kind, issuer } = given
  const fields = fieldsOf(given)
  if (!given['client-secret-stdin']) throw new UsageError('--client-secret-stdin is missing')
  const clientSecret = await readSecret(output)
  await withContext(output, async (context) => {
    const place = { preset, kind, issuer, ...addressesOf(given), isPrivate: given.private }
    const wanted = { ...fields, ...place, name, clientId: given['client-id'], clientSecret }
    const added = await addProvider(context, commandActor(), wanted)
    output.object(shownProvider(rooted(context), added))
    output.note(adviceOf(added.preset))
    output.note(callbackOf(rooted(context), added))
  })
}

const adviceOf = (preset: ProviderPreset | null): string => {
  if (preset === null) return 'Register this address there as the redirect URI of the client:'
  return advice[preset]
}

/** The place at each preset for the callback, which is printed below. */
const advice: Readonly<Record<ProviderPreset, string>> = {
  discord:
    'At https://discord.com/developers/applications, open the application, choose "OAuth2", press "Add Redirect", paste this address and save:',
  github:
    'At https://github.com/settings/developers, open the application below "OAuth Apps" and paste this address as "Authorization callback URL":',
  google:
    'At https://console.cloud.google.com/auth/clients, open the client and add this address below "Authorized redirect URIs":',
  microsoft:
    'At https://entra.microsoft.com, open the application below "App registrations", choose "Authentication", add the platform "Web" and paste this address as redirect URI:',
}

const addressesOf = (given: Given) => ({
  authorizeUrl: given['authorize-url'],
  tokenUrl: given['token-url'],
  userinfoUrl: given['userinfo-url'],
})

/** Throws UsageError. */
function fieldsOf(given: Given): ProviderFields {
  const map = given['group-map']?.map((pair) => partsOf('--group-map', pair, pair.lastIndexOf('=')))
  if (map && given['no-group-map'] === true)
    throw new UsageError('--group-map and --no-group-map exclude each other')
  return {
    ...fromOptions(providerFields, given),
    clientId: given['client-id'],
    claims: claimsOf(given.claim ?? []),
    groupMap: given['no-group-map'] === true ? {} : map && Object.fromEntries(map),
  }
}

const claimNames = ['subject', 'username', 'email', 'groups']

/** Returns the claims by what they say. An empty name reads none. */
function claimsOf(pairs: readonly string[]): ProviderFields['claims'] {
  if (pairs.length === 0) return undefined
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name, claim] = partsOf('--claim', pair, pair.indexOf('='))
      const isOptional = name === 'email' || name === 'groups'
      if (!claimNames.includes(name) || (claim === '' && !isOptional))
        throw new UsageError(
          `--claim is "${pair}", but must be subject=, username=, email= or groups= and a name`,
        )
      return [name, claim === '' ? null : claim]
    }),
  )
}

function partsOf(option: string, pair: string, at: number): [string, string] {
  if (at < 1) throw new UsageError(`${option} is "${pair}", which has no = after a name`)
  return [pair.slice(0, at), pair.slice(at + 1)]
}

export const list = readCommand(async (context, _: object, output) => {
  const rows = (await listProviders(context)).map((one) => shownProvider(rooted(context), one))
  await output.list(rows, { name: 16, preset: 10, title: 20, registration: 12, accounts: 8, lastSignInAt: 0 })
})

export const show = readCommand(async (context, { name }: { name: string }, output) => {
  output.object(shownProvider(rooted(context), await keptProvider(context.db, name)))
})

type Changed = Given & { 'bot-token-stdin': boolean; 'no-bot-token': boolean; refresh: boolean }

export async function set(given: Changed, output: Output): Promise<void> {
  const { name, refresh } = given
  const fields = fieldsOf(given)
  const secrets = ['client-secret-stdin', 'bot-token-stdin', 'no-bot-token'] as const
  if (given['bot-token-stdin'] && given['no-bot-token'])
    throw new UsageError('--bot-token-stdin and --no-bot-token exclude each other')
  const read = secrets.slice(0, 2).filter((option) => given[option])
  if (read.length > 1) throw new UsageError('standard input has one secret; give the other one afterwards')
  const secret = read.length === 1 ? await readSecret(output) : undefined
  await withContext(output, async (context) => {
    const changed = await setProvider(context, commandActor(), name, {
      ...fields,
      ...addressesOf(given),
      clientSecret: given['client-secret-stdin'] ? secret : undefined,
      botToken: given['no-bot-token'] ? null : given['bot-token-stdin'] ? secret : undefined,
      refresh,
    })
    output.object(shownProvider(rooted(context), changed))
  })
}

export const test = readCommand(async (context, { name }: { name: string }, output) => {
  const shown = shownExamination(name, await examineProvider(rooted(context), name))
  output.object(shown)
  if (shown.problems.length > 0)
    throw new CommandRefused(`nobody can sign in through ${name} like this; "norn doctor" says what to do`)
})

export const sync = writeCommand(async (context, { name }: { name: string }, output) => {
  const done = await syncProvider(rooted(context), name, { by: commandActor(), isOver: () => false })
  output.object(shownSync(name, done))
})

export const remove = writeCommand(
  async (context, { name, force }: { name: string; force: boolean }, output) => {
    const lost = await removeProvider(context, commandActor(), name, { force })
    const whom = lost === 1 ? '1 account has' : `${lost} accounts have`
    const then = lost === 0 ? '' : ` ${whom} no way in any more: norn link create ACCOUNT --for password`
    output.object({ name, lost }, `The provider ${name} was removed.${then}`)
  },
)
