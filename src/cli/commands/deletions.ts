// What was deleted and can still come back.
import { type Command, command } from '../line/command.ts'

export const deletionCommands: readonly Command[] = [
  command({
    name: 'deletion list',
    summary: 'lists what was deleted within the last hour and can come back',
    help: 'Lists what was deleted within the last hour and can come back, the oldest deletion first: id, kind (client,\ngroup, server, webhook, neighbour or provider), name, title and restorableUntil.',
    readOnly: true,
    run: async (given, output) => (await import('../community/deletion.ts')).list(given, output),
  }),
  command({
    name: 'deletion undo',
    arguments: { id: { meaning: 'the id of the deletion, as "norn deletion list" shows it' } },
    summary: 'undoes a deletion',
    help: 'Undoes a deletion within an hour. Nothing happens if another thing has the name by now.\n\nA client has its settings and its secret again; people are asked for access again, and its tokens stay ended.\nIf its secret has leaked, make a new one with "norn client secret". A group has its settings, its shelf and\nthose members again who still have an account; who wore something of its shelf and wears nothing now wears it\nagain. A game server has its root again. A webhook has its secret, and is sent what happens from then on. A neighbour\nor a provider is back with the players and accounts that were linked, but for those whose credentials have all\nended since.',
    run: async (given, output) => (await import('../community/deletion.ts')).undo(given, output),
  }),
]
