// The friends lists of players, for support.
import { type Command, command } from '../line/command.ts'
import { accountArgument } from '../line/common-arguments.ts'

const pair = { ...accountArgument, other: { meaning: 'the other player, likewise' } } as const

export const friendCommands: readonly Command[] = [
  command({
    name: 'friend list',
    arguments: accountArgument,
    summary: "shows a player's friends list",
    help: 'Shows the list of a player, also while NORN_FRIENDS is off: friends, incoming (requests to the player), outgoing\n(requests of the player), blocked (how many players are blocked) and preferences (friends: whether the player\nuses the list, acceptInvites: whether others may ask). With --json each friend and each request has id, username\nand since. What anybody plays is not shown.',
    readOnly: true,
    run: async (given, output) => (await import('../community/friend.ts')).list(given, output),
  }),
  command({
    name: 'friend add',
    arguments: pair,
    summary: 'makes two players friends',
    help: 'Makes two players friends at once, without a request and whatever their preferences are: for a family, or a\nclass. Both find it on their pages and can end it. Declined if one blocks the other, is to be deleted, or has as\nmany friends and requests sent as NORN_FRIENDS_LIMIT allows. It is in the audit log.',
    run: async (given, output) => (await import('../community/friend.ts')).add(given, output),
  }),
  command({
    name: 'friend remove',
    arguments: pair,
    summary: 'ends a friendship or a request',
    help: 'Ends the friendship of two players, or the request of one to the other. It is in the audit log. Either can ask\nagain.',
    run: async (given, output) => (await import('../community/friend.ts')).remove(given, output),
  }),
  command({
    name: 'friend clear',
    arguments: accountArgument,
    summary: 'ends all friendships and requests of a player',
    help: 'Ends all friendships of a player and all requests, sent and received. Blocked players stay blocked. It is in the\naudit log.',
    run: async (given, output) => (await import('../community/friend.ts')).clear(given, output),
  }),
]
