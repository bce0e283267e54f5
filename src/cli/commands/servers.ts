// Game servers with a root of their own.
import { listedWords } from '../../lib/text/listed-words.ts'
import { serverFields } from '../../model/fields/server.ts'
import { type Command, command } from '../line/command.ts'
import { changeOptionsOf, optionsOf } from '../line/field-options.ts'

const serverArgument = { name: { meaning: 'the name of the game server' } } as const

const printed = ['name', ...Object.keys(serverFields), 'paused', 'root', 'lastAskedAt']

export const serverCommands: readonly Command[] = [
  command({
    name: 'server add',
    arguments: { name: { meaning: 'up to 32 of a-z, 0-9 and -, beginning with a letter or a digit' } },
    options: optionsOf(serverFields),
    summary: 'adds a game server with a root of its own',
    help: `Adds a game server and prints it:\n${listedWords(printed)}.\nThose from groupsProperty to characters are left out where they are as by default. The server uses root instead of\nthe base URL: "norn client-setup --server NAME" prints the lines. Keep root secret. Without --group everybody\nmay join, and the start page shows the address.`,
    run: async (given, output) => (await import('../community/server.ts')).add(given, output),
  }),
  command({
    name: 'server list',
    summary: 'lists the game servers',
    help: 'Lists the game servers by name, as "norn server add" prints them, but without root. lastAskedAt is some\nseconds late.',
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
    options: changeOptionsOf(serverFields),
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
    help: 'Removes a game server. Its root stops working at once. For an hour, "norn deletion undo" brings it back.',
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
