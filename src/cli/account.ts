import { text } from 'node:stream/consumers'
import { createAccount } from '../domain/accounts/create.ts'
import { deleteAccount } from '../domain/accounts/delete.ts'
import { listAccounts } from '../domain/accounts/find.ts'
import { renameAccount, usernameHistory } from '../domain/accounts/rename.ts'
import { setPassword } from '../domain/accounts/set-password.ts'
import { restoreAccount, suspendAccount } from '../domain/accounts/suspend.ts'
import type { Context } from '../domain/context.ts'
import { UsageError } from './command.ts'
import { commandActor } from './command-actor.ts'
import { readInstant } from './instant.ts'
import { isoTime, namedAccount, shownAccount } from './named-account.ts'
import type { Output } from './output.ts'
import { withContext, withReadOnlyContext } from './with-context.ts'

interface GivenPassword {
  password: string | undefined
  'password-stdin': boolean | undefined
}

/** Throws UsageError unless the password is given in exactly one way. */
async function readPassword(given: GivenPassword): Promise<string> {
  const fromStdin = given['password-stdin'] === true
  if (fromStdin === (given.password !== undefined)) {
    throw new UsageError('give either --password PASSWORD or --password-stdin')
  }
  // `echo` and editors end a line with a line break, which is not part of the password.
  return given.password ?? (await text(process.stdin)).replace(/\r?\n$/, '')
}

export async function create(
  given: GivenPassword & {
    username: string
    email: string
    language: string | undefined
    id: string | undefined
  },
  output: Output,
): Promise<void> {
  const { username, email, language = 'en', id } = given
  const password = await readPassword(given)
  await withContext(output, async (context) => {
    const account = await createAccount(context, commandActor(), {
      username,
      email,
      password,
      language,
      ...(id === undefined ? {} : { id }),
    })
    output.object({
      id: account.id,
      username: account.username,
      email: account.email,
      language: account.language,
    })
  })
}

export async function show(given: { account: string }, output: Output): Promise<void> {
  await withReadOnlyContext(output, async (context) => {
    const account = await namedAccount(context, given.account)
    const until = account.suspension?.until
    const names = await usernameHistory(context, account)
    output.object({
      ...shownAccount(account),
      suspendedUntil: until === undefined ? null : isoTime(until),
      suspensionReason: account.suspension?.reason ?? null,
      totp: account.hasSecondFactor,
      usernameHistory: names.map((name) => ({ name: name.username, changedToAt: isoTime(name.changedAt) })),
    })
  })
}

/** Few enough to hold in memory, many enough that the round trips do not matter. */
const pageSize = 500

async function* allAccounts(context: Context) {
  let after = ''
  for (;;) {
    const page = await listAccounts(context, { after, limit: pageSize })
    yield* page.map(shownAccount)
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = last.id
  }
}

export async function list(_: object, output: Output): Promise<void> {
  await withReadOnlyContext(output, (context) =>
    output.list(allAccounts(context), { id: 32, username: 21, email: 32, language: 8, suspended: 0 }),
  )
}

export async function rename(given: { account: string; name: string }, output: Output): Promise<void> {
  await withContext(output, async (context) => {
    const found = await namedAccount(context, given.account)
    const account = await renameAccount(context, commandActor(), found, given.name)
    output.object(shownAccount(account))
  })
}

export async function password(given: GivenPassword & { account: string }, output: Output): Promise<void> {
  const newPassword = await readPassword(given)
  await withContext(output, async (context) => {
    const found = await namedAccount(context, given.account)
    const account = await setPassword(context, commandActor(), found, newPassword)
    output.object(
      shownAccount(account),
      `The password of ${account.username} was changed; its tokens were revoked.`,
    )
  })
}

export async function remove(given: { account: string }, output: Output): Promise<void> {
  await withContext(output, async (context) => {
    const account = await namedAccount(context, given.account)
    await deleteAccount(context, commandActor(), account)
    output.object(shownAccount(account), `${account.username} (${account.id}) was deleted.`)
  })
}

export async function suspend(
  given: { account: string; reason: string | undefined; until: string | undefined },
  output: Output,
): Promise<void> {
  const until = given.until === undefined ? undefined : readInstant(given.until)
  await withContext(output, async (context) => {
    const found = await namedAccount(context, given.account)
    const account = await suspendAccount(context, commandActor(), found, {
      ...(given.reason === undefined ? {} : { reason: given.reason }),
      ...(until === undefined ? {} : { until }),
    })
    const duration = until === undefined ? 'until it is restored' : `until ${isoTime(until)}`
    output.object(
      shownAccount(account),
      `${account.username} is suspended ${duration}; its tokens were revoked.`,
    )
  })
}

export async function restore(given: { account: string }, output: Output): Promise<void> {
  await withContext(output, async (context) => {
    const found = await namedAccount(context, given.account)
    const account = await restoreAccount(context, commandActor(), found)
    output.object(shownAccount(account), `${account.username} can sign in again.`)
  })
}
