import { clearFriends, makeFriends, partFriends } from '../../domain/friends/operator.ts'
import { shownFriends } from '../../present/friends.ts'
import { commandActor } from '../accounts/command-actor.ts'
import { namedAccount } from '../accounts/named-account.ts'
import { readCommand, writeCommand } from '../line/with-context.ts'

interface Pair {
  account: string
  other: string
}

export const list = readCommand(async (context, given: { account: string }, output) => {
  const shown = await shownFriends(context, await namedAccount(context, given.account))
  if (output.json) return output.object(shown)
  // On a terminal, the UUIDs would hide the names.
  const names = (players: readonly { username: string }[]) => players.map(({ username }) => username)
  const { friends, incoming, outgoing, preferences } = shown
  output.object({
    ...shown,
    friends: names(friends),
    incoming: names(incoming),
    outgoing: names(outgoing),
    // Those that are on.
    preferences: Object.entries(preferences).flatMap(([name, isOn]) => (isOn ? [name] : [])),
  })
})

export const add = writeCommand(async (context, given: Pair, output) => {
  const account = await namedAccount(context, given.account)
  const other = await namedAccount(context, given.other)
  const isNew = await makeFriends(context, commandActor(), account, other)
  const [one, another] = [account.username, other.username]
  output.object(
    { account: one, friend: another, added: isNew },
    isNew ? `${one} and ${another} are friends now.` : `${one} and ${another} were friends already.`,
  )
})

export const remove = writeCommand(async (context, given: Pair, output) => {
  const account = await namedAccount(context, given.account)
  const other = await namedAccount(context, given.other)
  const isEnded = await partFriends(context, commandActor(), account, other)
  const [one, another] = [account.username, other.username]
  output.object(
    { account: one, friend: another, removed: isEnded },
    isEnded
      ? `${one} and ${another} are no longer friends, and neither asks the other.`
      : `${one} and ${another} were not friends, and neither has asked the other.`,
  )
})

export const clear = writeCommand(async (context, given: { account: string }, output) => {
  const account = await namedAccount(context, given.account)
  const { friends, requests } = await clearFriends(context, commandActor(), account)
  output.object(
    { account: account.username, friends, requests },
    `The list of ${account.username} is empty now; it had friends: ${friends}, requests: ${requests}.`,
  )
})
