// Other account services whose players may join.
import { neighbourFields, newNeighbourFields } from '../../model/fields/neighbour.ts'
import { type Command, command } from '../line/command.ts'
import { changeOptionsOf, optionsOf } from '../line/field-options.ts'

const idArgument = { id: { meaning: 'the id of the neighbour' } } as const

const listedArguments = { ...idArgument, name: { meaning: 'the name of the player there' } } as const

export const neighbourCommands: readonly Command[] = [
  command({
    name: 'neighbour add',
    arguments: { id: { meaning: 'up to 16 of a-z, 0-9 and -, beginning with a letter or a digit' } },
    options: optionsOf(newNeighbourFields),
    summary: 'adds another account service',
    help: 'Adds a neighbour, another account service, and prints it as "norn neighbour show" does. Its players may join\nthe game servers that name it (norn server set NAME --neighbour ID) with NORN_NEIGHBOURS=on. The metadata of\nan authlib-injector root is read at once. On a terminal, the hosts of its textures are shown and have to be\nconfirmed.',
    run: async (given, output) => (await import('../community/neighbour.ts')).add(given, output),
  }),
  command({
    name: 'neighbour list',
    summary: 'lists the neighbours',
    help: 'Lists the neighbours by id, as "norn neighbour show" prints them, but for their listed names and keys.',
    readOnly: true,
    run: async (given, output) => (await import('../community/neighbour.ts')).list(given, output),
  }),
  command({
    name: 'neighbour show',
    arguments: idArgument,
    summary: 'shows a neighbour',
    help: `Shows a neighbour: id, kind, root, hasJoined, profile, namesUrl,\n${Object.keys(neighbourFields).join(', ')},\nprivate, clientId, issuer, paused, createdAt, redirectUri, to be registered there with a client, listed, the names that\nplayers may join with if who is listed, keys: use, fingerprint, firstSeen and state, trusted or held, lastAnswer:\nwhen, and the problem if it could not be used, null before the first one, and lastDay: the questions about joins in\nthe last 24 hours, the players admitted, those refused here, and the answers that were unsure.`,
    readOnly: true,
    run: async (given, output) => (await import('../community/neighbour.ts')).show(given, output),
  }),
  command({
    name: 'neighbour set',
    arguments: idArgument,
    options: {
      ...changeOptionsOf(neighbourFields),
      'client-id': { value: 'ID', meaning: 'the id of the OAuth 2.0 client that this service is there' },
      'client-secret-stdin': { meaning: 'read the secret of that client from standard input: one line' },
      'no-client': { meaning: 'forget the client and its secret' },
    },
    summary: 'changes a neighbour',
    help: 'Changes a neighbour; options that you omit leave it as it is. To change its address, remove it and add it\nagain.\n\nWith a client, players can link accounts by signing in there. Register one there with the redirectUri of\n"norn neighbour show", then give its id and its secret. Its OpenID discovery document, which the metadata of\nan authlib-injector root names, is read at once. The secret is never shown.',
    run: async (given, output) => (await import('../community/neighbour.ts')).set(given, output),
  }),
  command({
    name: 'neighbour list-name',
    arguments: listedArguments,
    options: { server: { value: 'NAME', meaning: 'only for this game server' } },
    summary: 'lets a player of a neighbour join',
    help: 'Lists a name: the player whom the neighbour calls so may join, where its players have to be listed.',
    run: async (given, output) => (await import('../community/neighbour.ts')).listName(given, output),
  }),
  command({
    name: 'neighbour unlist-name',
    arguments: listedArguments,
    options: { server: { value: 'NAME', meaning: 'what is listed for this game server only' } },
    summary: 'ends the listing of a name',
    help: 'Ends the listing of a name, from the next join on.',
    run: async (given, output) => (await import('../community/neighbour.ts')).unlistName(given, output),
  }),
  command({
    name: 'neighbour confirm-key',
    arguments: idArgument,
    summary: 'trusts the changed keys of a neighbour',
    help: 'Trusts the changed keys of a neighbour at once and prints id and keys, as "norn neighbour show" does. A changed\nkey is held for 48 hours, so compare the fingerprints with the operators of the neighbour first.',
    run: async (given, output) => (await import('../community/neighbour.ts')).confirmKey(given, output),
  }),
  command({
    name: 'neighbour pause',
    arguments: idArgument,
    summary: 'stops asking a neighbour',
    help: 'Stops asking a neighbour until "norn neighbour resume".',
    run: async (given, output) => (await import('../community/neighbour.ts')).pause(given, output),
  }),
  command({
    name: 'neighbour resume',
    arguments: idArgument,
    summary: 'ends a pause',
    help: 'Asks a neighbour again.',
    run: async (given, output) => (await import('../community/neighbour.ts')).resume(given, output),
  }),
  command({
    name: 'neighbour remove',
    arguments: idArgument,
    summary: 'removes a neighbour',
    help: 'Removes a neighbour, also from the game servers that name it. For an hour, "norn deletion undo" brings it back.',
    run: async (given, output) => (await import('../community/neighbour.ts')).remove(given, output),
  }),
  command({
    name: 'neighbour test',
    arguments: {
      ...idArgument,
      name: { meaning: 'a name to look up; Norn_test by default', optional: true },
    },
    summary: 'asks a neighbour about a name',
    help: 'Asks a neighbour, even a paused one, which player has a name, and prints id, says, problem, player and\nmilliseconds. says is yes, no or unsure: a neighbour that is unsure has not answered as it should, and\nproblem says how. Players join through other addresses, which only a real join can test.',
    readOnly: true,
    run: async (given, output) => (await import('../community/neighbour.ts')).test(given, output),
  }),
]
