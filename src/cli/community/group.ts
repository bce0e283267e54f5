import { findAccount } from '../../domain/accounts/find.ts'
import { createGroup, deleteGroup, listGroups, setGroup, showGroup } from '../../domain/community/groups.ts'
import { addMembers, removeMembers } from '../../domain/community/members.ts'
import type { Context } from '../../domain/context.ts'
import type { Account } from '../../model/accounts/account.ts'
import { groupFields } from '../../model/fields/group.ts'
import { shownGroup, shownGroupDetails } from '../../present/group.ts'
import { commandActor } from '../accounts/command-actor.ts'
import { namedAccounts } from '../accounts/named-account.ts'
import type { Values } from '../line/command.ts'
import { fromOptions } from '../line/field-options.ts'
import type { Output } from '../line/output.ts'
import { readCommand, withContext, writeCommand } from '../line/with-context.ts'

type Given = Values & { name: string }

export const create = writeCommand(async (context, given: Given, output) => {
  const fields = { ...fromOptions(groupFields, given), name: given.name }
  output.object(shownGroup(await createGroup(context, commandActor(), fields)))
})

export const list = readCommand(async (context, _: object, output) => {
  const rows = (await listGroups(context)).map(shownGroup)
  await output.list(rows, { name: 20, title: 24, colour: 7, members: 7 })
})

export const show = readCommand(async (context, { name }: { name: string }, output) => {
  const found = shownGroupDetails(await showGroup(context, name))
  // On a terminal, the UUIDs would hide the names.
  output.object(output.json ? found : { ...found, members: found.members.map(({ username }) => username) })
})

export async function set(given: Given, output: Output): Promise<void> {
  const fields = fromOptions(groupFields, given)
  await withContext(output, async (context) => {
    output.object(shownGroup(await setGroup(context, commandActor(), given.name, fields)))
  })
}

export const remove = writeCommand(async (context, { name }: { name: string }, output) => {
  await deleteGroup(context, commandActor(), name)
  output.object(
    { name },
    `The group ${name} was deleted. Game servers and applications that name it no longer admit its members.`,
  )
})

/** Says whose account a character belongs to, since members are accounts. */
async function noteCharacters(context: Context, named: readonly Account[], output: Output): Promise<void> {
  for (const { username, ownerId } of named) {
    const owner = ownerId === undefined ? undefined : await findAccount(context, ownerId)
    if (owner) output.note(`${username} is a character of ${owner.username}. Members of groups are accounts.`)
  }
}

interface Members {
  name: string
  account: readonly string[]
}

export const add = writeCommand(async (context, { name, account }: Members, output) => {
  const accounts = await namedAccounts(context, account)
  const added = (await addMembers(context, commandActor(), name, accounts)).map(({ username }) => username)
  await noteCharacters(context, accounts, output)
  const sentence =
    added.length === 0
      ? `All of them were already members of ${name}.`
      : `These are now members of ${name}: ${added.join(', ')}.`
  output.object({ name, added }, sentence)
})

export const removeFrom = writeCommand(async (context, { name, account }: Members, output) => {
  const accounts = await namedAccounts(context, account)
  const gone = await removeMembers(context, commandActor(), name, accounts)
  const removed = gone.map(({ username }) => username)
  await noteCharacters(context, accounts, output)
  const sentence =
    removed.length === 0
      ? `None of them was a member of ${name}.`
      : `These are no longer members of ${name}: ${removed.join(', ')}.`
  output.object({ name, removed }, sentence)
})
