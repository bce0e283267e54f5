// Game servers with a root of their own.
import { linkUses } from '../../model/community/linked-player.ts'
import { neighbourWhos } from '../../model/community/neighbour.ts'
import { type Command, command } from '../line/command.ts'

const serverArgument = { name: { meaning: 'the name of the game server' } } as const

const fields = {
  title: { value: 'TITLE', meaning: 'the name that players see, up to 64 characters' },
  address: { value: 'HOST[:PORT]', meaning: 'the address at which players join it' },
  group: {
    value: 'NAME',
    multiple: true,
    meaning: 'only members of this group may join; may be repeated',
  },
  neighbour: {
    value: 'ID',
    multiple: true,
    meaning: 'name a neighbour, another account service; may be repeated',
  },
  'groups-property': {
    value: 'STATE',
    choices: ['on', 'off'],
    meaning:
      'on or off: whether its answers contain the groups of the player, in the property norn_groups; off by default',
  },
  who: {
    value: 'WHO',
    choices: neighbourWhos,
    meaning: 'nobody, linked, known, listed or everyone: the players of its neighbours who may join here',
  },
  'source-property': {
    value: 'STATE',
    choices: ['on', 'off'],
    meaning:
      'on or off: whether its answers about players of neighbours contain the property norn_source; off by default',
  },
  links: {
    value: 'USE',
    choices: linkUses,
    meaning:
      'admit or as_account: players of its neighbours that are linked to an account join as themselves, or as the account; admit by default',
  },
} as const

export const serverCommands: readonly Command[] = [
  command({
    name: 'server add',
    arguments: { name: { meaning: 'up to 32 of a-z, 0-9 and -, beginning with a letter or a digit' } },
    options: fields,
    summary: 'adds a game server with a root of its own',
    help: 'Adds a game server and prints it: name, title, address, groups, neighbours, paused, root and\nlastAskedAt. The server uses root instead of the base URL: "norn client-setup --server NAME" prints the\nlines. Keep root secret. Without --group everybody may join, and the start page\nshows the address.',
    run: async (given, output) => (await import('../community/server.ts')).add(given, output),
  }),
  command({
    name: 'server list',
    summary: 'lists the game servers',
    help: 'Lists the game servers by name: name, title, address, groups, neighbours, paused and lastAskedAt, which is\nsome seconds late.',
    readOnly: true,
    run: async (given, output) => (await import('../community/server.ts')).list(given, output),
  }),
  command({
    name: 'server show',
    arguments: serverArgument,
    summary: 'shows a game server and its root',
    help: 'Shows a game server and its root, which it uses instead of the base URL. Keep root secret.',
    readOnly: true,
    run: async (given, output) => (await import('../community/server.ts')).show(given, output),
  }),
  command({
    name: 'server set',
    arguments: serverArgument,
    options: {
      ...fields,
      'no-address': { meaning: 'show players no address' },
      'no-groups': { meaning: 'let everybody join' },
      'no-neighbours': { meaning: 'name no neighbours' },
      'no-who': { meaning: 'let each neighbour decide that' },
    },
    summary: 'changes a game server',
    help: "Changes a game server; options that you omit leave it as it is. --group and --neighbour replace\nthe whole list. The change\napplies to the server's next request, even for a player who is just joining.",
    run: async (given, output) => (await import('../community/server.ts')).set(given, output),
  }),
  command({
    name: 'server pause',
    arguments: serverArgument,
    summary: 'stops players from joining a game server',
    help: 'Lets nobody join a game server until "norn server resume". Players who are on it stay.',
    run: async (given, output) => (await import('../community/server.ts')).pause(given, output),
  }),
  command({
    name: 'server resume',
    arguments: serverArgument,
    summary: 'ends a pause',
    help: 'Lets players join a game server again.',
    run: async (given, output) => (await import('../community/server.ts')).resume(given, output),
  }),
  command({
    name: 'server remove',
    arguments: serverArgument,
    summary: 'removes a game server',
    help: 'Removes a game server. Its root stops working at once.',
    run: async (given, output) => (await import('../community/server.ts')).remove(given, output),
  }),
  command({
    name: 'server rotate',
    arguments: serverArgument,
    options: {
      grace: {
        value: 'TIME',
        meaning: 'how long the old root keeps working: 0s, 15m, 24h; 24h by default',
      },
    },
    summary: 'gives a game server a new root',
    help: 'Gives a game server a new root and prints it: name, root and until, the time when the old one ends. Even\nolder ones end as planned. --grace 0s is for a root that has leaked.',
    run: async (given, output) => (await import('../community/server.ts')).rotate(given, output),
  }),
]
