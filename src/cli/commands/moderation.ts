// Reports of skins and capes, taking them down, and suspended uploads.
import { texturePlaces } from '../../model/game/texture.ts'
import { type Command, command } from '../line/command.ts'
import { accountArgument, listOptions } from '../line/common-arguments.ts'

const hashArgument = { hash: { meaning: 'the hash of the file, as "norn texture list" shows it' } } as const

const reasonOption = { value: 'TEXT', meaning: 'the reason, which the players are told' } as const

export const moderationCommands: readonly Command[] = [
  command({
    name: 'texture list',
    options: {
      account: { value: 'ACCOUNT', meaning: 'only what this player wears, wore and keeps' },
      hidden: { meaning: 'those that were taken down, instead of those that are stored' },
      ...listOptions,
    },
    summary: 'lists skins and capes',
    help: 'Lists skins and capes by hash: hash, kind, bytes (null once the file of a hidden one is gone), place (where the\nfile is), worn (by how many players and visitors), kept (how many keep or hide it, or wore it before), sharedBy\n(who has it in the library), hidden and reason.',
    readOnly: true,
    run: async (given, output) => (await import('../textures/hidden-texture.ts')).list(given, output),
  }),
  command({
    name: 'texture hide',
    arguments: hashArgument,
    options: { reason: reasonOption },
    summary: 'takes a skin or a cape down for everybody',
    help: 'Takes a skin or a cape off all who wear it, at once, and closes its reports. The same pixels are refused from\nthen on, by every route. Those who wore it are told by email, with the reason. The file is kept for 30 days, then\nonly its hash. Prints what "norn texture list" prints, and the address to remove from a cache.',
    run: async (given, output) => (await import('../textures/hidden-texture.ts')).hide(given, output),
  }),
  command({
    name: 'texture unhide',
    arguments: hashArgument,
    summary: 'brings back a skin or a cape that was taken down',
    help: 'Brings back a skin or a cape that was taken down within the last 30 days. Players find it where they kept it,\nand nobody wears it by itself.',
    run: async (given, output) => (await import('../textures/hidden-texture.ts')).unhide(given, output),
  }),
  command({
    name: 'texture move',
    arguments: { place: { choices: texturePlaces, meaning: 's3 (the object store) or database' } },
    summary: 'moves the files of skins and capes to the object store, or back',
    help: 'Moves the files of all skins and capes that are elsewhere, while the service runs. It can be stopped at any\nmoment and repeated. Prints moved and left (how many are still elsewhere). NORN_TEXTURES_URL has to be set for\nboth ways.',
    run: async (given, output) => (await import('../textures/move-textures.ts')).move(given, output),
  }),
  command({
    name: 'report list',
    options: {
      state: { value: 'STATE', choices: ['open', 'closed'], meaning: 'open or closed; all by default' },
      ...listOptions,
    },
    summary: 'lists reports of skins and capes',
    help: 'Lists reports, the oldest first: id, hash (null where a neighbour\'s textures are passed on), kind, name and player\n(who wore it then), reporter (a name, "system", or null for a deleted account), reason, at, state (open, kept or\ntaken_down) and by (who decided).',
    readOnly: true,
    run: async (given, output) => (await import('../textures/report.ts')).list(given, output),
  }),
  command({
    name: 'report close',
    arguments: { id: { meaning: 'the id, as "norn report list" shows it' } },
    summary: 'closes the reports of a skin or a cape, and keeps it',
    help: 'Closes all open reports of the texture that this one is about. Nothing else changes. To take it down: "norn\ntexture hide".',
    run: async (given, output) => (await import('../textures/report.ts')).close(given, output),
  }),
  command({
    name: 'report publish',
    arguments: { id: { meaning: 'the id, as "norn report list" shows it' } },
    summary: 'publishes what waits for a review of the library',
    help: 'Publishes the shared texture whose review this report is about. Other reports of it stay open.',
    run: async (given, output) => (await import('../textures/report.ts')).publish(given, output),
  }),
  command({
    name: 'report refuse',
    arguments: { id: { meaning: 'the id, as "norn report list" shows it' } },
    options: { note: { value: 'TEXT', meaning: 'one line, which the player reads in the wardrobe' } },
    summary: 'refuses what waits for a review, or takes it out of the library',
    help: 'Refuses the shared texture whose review this report is about, or takes the reported one out of the library. It\nstays in wardrobes, and waits for a review if it is shared again.',
    run: async (given, output) => (await import('../textures/report.ts')).refuse(given, output),
  }),
  command({
    name: 'account uploads',
    arguments: {
      ...accountArgument,
      state: { choices: ['on', 'off'], meaning: 'on or off' },
    },
    options: { reason: reasonOption },
    summary: 'suspends or allows uploads of an account',
    help: 'With off, no player of the account uploads skins or capes; wearing and playing stay as they are. With on, they can\nagain. The owner is told by email, with the reason.',
    run: async (given, output) => (await import('../textures/uploads.ts')).set(given, output),
  }),
]
