import { createAccount } from '../../domain/accounts/create.ts'
import { deleteAccount, type WithCharacters } from '../../domain/accounts/delete.ts'
import { accountById } from '../../domain/accounts/find.ts'
import { cancelDeletion, requestDeletion } from '../../domain/accounts/own-deletion.ts'
import { setEmail } from '../../domain/accounts/set-email.ts'
import { setLanguage } from '../../domain/accounts/set-language.ts'
import { setPassword } from '../../domain/accounts/set-password.ts'
import { restoreAccount, suspendAccount } from '../../domain/accounts/suspend.ts'
import type { Context } from '../../domain/context.ts'
import { linkSubject, unlinkProvider } from '../../domain/identities/operator.ts'
import { findLinkedPlayer } from '../../domain/linking/players.ts'
import { unlinkPlayer } from '../../domain/linking/unlink.ts'
import { releaseName } from '../../domain/names/held.ts'
import { renameAccount } from '../../domain/names/rename.ts'
import { isPasswordGood } from '../../domain/sign-in/password.ts'
import { isoTime, isoTimeOrNull } from '../../lib/text/instant.ts'
import type { Account } from '../../model/accounts/account.ts'
import { suspensionFields } from '../../model/fields/suspension.ts'
import { shownAccount, shownAccountDetails, shownLinkedPlayer } from '../../present/account.ts'
import type { Values } from '../line/command.ts'
import { UsageError } from '../line/command.ts'
import { fromOptions } from '../line/field-options.ts'
import type { Output } from '../line/output.ts'

import { readCommand, withContext, writeCommand } from '../line/with-context.ts'
import { commandActor } from './command-actor.ts'
import { namedAccount } from './named-account.ts'
import { type GivenPassword, optionalPasswordReader, passwordReader } from './read-password.ts'
import { warnWithoutAdministrator } from './role.ts'

export async function create(
  given: Parameters<typeof optionalPasswordReader>[0] & {
    username: string
    email: string | undefined
    language: string | undefined
    id: string | undefined
    reserved: boolean
  },
  output: Output,
): Promise<void> {
  const { username, email, language = 'en', id, reserved } = given
  const readPassword = optionalPasswordReader(given, output)
  const password = await readPassword()
  await withContext(output, async (context) => {
    const account = await createAccount(context, commandActor(), {
      username,
      email,
      password,
      language,
      reserved,
      ...(id === undefined ? {} : { id }),
    })
    output.object({
      id: account.id,
      username: account.username,
      email: account.email ?? null,
      language: account.language,
    })
    if (password !== null) noteUnusedPassword(context, account, output)
  })
}

/** Says so if nobody can sign in with the password. */
function noteUnusedPassword(context: Context, account: Account, output: Output): void {
  if (isPasswordGood(context, account, false)) return
  const where = isPasswordGood(context, account, true) ? 'only at /sign-in?local' : 'nowhere'
  output.note(
    `the password counts ${where}, because NORN_PASSWORD_SIGN_IN is off; "norn account link" lets ${account.username} in through a provider`,
  )
}

export const show = readCommand(async (context, given: { account: string }, output) => {
  const account = await namedAccount(context, given.account)
  output.object(await shownAccountDetails(context, account))
})

type GivenRename = { account: string; name: string; reserved: boolean }

export const rename = writeCommand(async (context, given: GivenRename, output) => {
  const found = await namedAccount(context, given.account)
  const choice = { mayBeReserved: given.reserved }
  const account = await renameAccount(context, commandActor(), found, given.name, choice)
  output.object(shownAccount(account))
})

export const releaseHeldName = writeCommand(async (context, { name }: { name: string }, output) => {
  const account = await releaseName(context, commandActor(), name)
  output.object({ name, account }, `${name} was released: anybody can take it now.`)
})

export const email = writeCommand(async (context, given: { account: string; email: string }, output) => {
  const found = await namedAccount(context, given.account)
  const account = await setEmail(context, commandActor(), found, given.email)
  output.object(shownAccount(account))
})

export const language = writeCommand(
  async (context, given: { account: string; language: string }, output) => {
    const account = await setLanguage(
      context,
      commandActor(),
      await namedAccount(context, given.account),
      given.language,
    )
    output.object(shownAccount(account))
  },
)

export async function password(given: GivenPassword & { account: string }, output: Output): Promise<void> {
  const readPassword = passwordReader(given, output)
  await withContext(output, async (context) => {
    const found = await namedAccount(context, given.account)
    const account = await setPassword(context, commandActor(), found, await readPassword())
    output.object(
      shownAccount(account),
      `The password of ${account.username} was changed; its tokens were revoked.`,
    )
    noteUnusedPassword(context, account, output)
  })
}

type GivenDeletion = { account: string; later?: boolean; characters?: boolean }

export const remove = writeCommand(async (context, given: GivenDeletion, output) => {
  const account = await namedAccount(context, given.account)
  const withCharacters = given.characters === true
  if (given.later) return removeLater(context, account, { withCharacters }, output)
  await deleteAccount(context, commandActor(), account, { withCharacters })
  output.object(shownAccount(account), `${account.username} (${account.id}) was deleted.`)
  await warnWithoutAdministrator(context, account, output)
})

async function removeLater(
  context: Context,
  account: Account,
  choice: WithCharacters,
  output: Output,
): Promise<void> {
  await requestDeletion(context, commandActor(), account, choice)
  const leaving = await accountById(context, account.id)
  const deletesAt = isoTimeOrNull(leaving.deletesAt)
  output.object(
    { ...shownAccount(leaving), deletesAt },
    `${account.username} will be deleted at ${deletesAt}; "norn account keep" takes that back.`,
  )
  await warnWithoutAdministrator(context, account, output)
}

export const keep = writeCommand(async (context, given: { account: string }, output) => {
  const account = await namedAccount(context, given.account)
  const isKept = await cancelDeletion(context, commandActor(), account)
  const sentence = isKept ? 'is kept' : 'was not to be deleted'
  output.object(shownAccount(account), `${account.username} ${sentence}.`)
})

export async function suspend(given: Values & { account: string }, output: Output): Promise<void> {
  const fields = fromOptions(suspensionFields, given)
  const only = given['only'] === true
  await withContext(output, async (context) => {
    const found = await namedAccount(context, given.account)
    const account = await suspendAccount(context, commandActor(), found, fields, { only })
    const end = account.suspension?.until
    const duration = end === undefined ? 'until it is restored' : `until ${isoTime(end)}`
    const whom =
      account.id === found.id ? account.username : `${account.username}, the account of ${found.username},`
    output.object(shownAccount(account), `${whom} is suspended ${duration}; its tokens were revoked.`)
    await warnWithoutAdministrator(context, found, output)
  })
}

export const restore = writeCommand(async (context, given: { account: string; only: boolean }, output) => {
  const { only } = given
  const found = await namedAccount(context, given.account)
  const account = await restoreAccount(context, commandActor(), found, { only })
  const owner = account.ownerId === undefined ? undefined : await accountById(context, account.ownerId)
  const whom = owner && !only ? `${owner.username}, the account of ${account.username},` : account.username
  output.object(shownAccount(account), `${whom} can sign in again.`)
  if (owner?.suspension)
    output.note(
      `note: its account is still suspended; to end that, too: norn account restore ${owner.username}`,
    )
})

interface Linked {
  account: string
  provider: string
  subject: string
}

export const link = writeCommand(async (context, given: Linked, output) => {
  const { provider, subject } = given
  const account = await namedAccount(context, given.account)
  await linkSubject(context, commandActor(), account, { provider, subject })
  output.object({ provider, subject }, `${subject} at ${provider} signs in as ${account.username}.`)
})

interface Unlinked {
  account: string
  player: string | undefined
  provider: string | undefined
}

export async function unlink(given: Unlinked, output: Output): Promise<void> {
  const { player, provider } = given
  if (player !== undefined && provider !== undefined)
    throw new UsageError('a player and --provider exclude each other')
  if (provider !== undefined) return unlinkOfProvider({ ...given, provider }, output)
  if (player === undefined) throw new UsageError('give a player, NAME@ID, or --provider NAME')
  return unlinkOfNeighbour({ ...given, player }, output)
}

const unlinkOfProvider = writeCommand(
  async (context, { provider, ...given }: { account: string; provider: string }, output) => {
    const account = await namedAccount(context, given.account)
    await unlinkProvider(context, commandActor(), account, provider)
    output.object({ provider }, `Nobody signs in as ${account.username} through ${provider} any more.`)
  },
)

const unlinkOfNeighbour = writeCommand(
  async (context, given: { account: string; player: string }, output) => {
    const account = await namedAccount(context, given.account)
    const player = await findLinkedPlayer(context, account, given.player)
    await unlinkPlayer(context, commandActor(), account, player)
    output.object(shownLinkedPlayer(player), `${given.player} no longer belongs to ${account.username}.`)
  },
)
