// Groups of players.
import { groupFields } from '../../model/fields/group.ts'
import { shelfKinds } from '../../model/game/shelf.ts'
import { type Command, command } from '../line/command.ts'
import { accountArgument } from '../line/common-arguments.ts'
import { changeOptionsOf, optionsOf } from '../line/field-options.ts'

const groupArgument = { name: { meaning: 'the name of the group' } } as const

const shelfGroup = { group: { meaning: 'the name of the group' } } as const

const members = { ...groupArgument, account: { ...accountArgument.account, multiple: true } } as const

export const groupCommands: readonly Command[] = [
  command({
    name: 'group create',
    arguments: { name: { meaning: 'up to 32 of a-z, 0-9 and -, beginning with a letter or a digit' } },
    options: optionsOf(groupFields),
    summary: 'creates a group of players',
    help: 'Creates a group and prints it: name, title (by default the name), colour, members, and characters if\ngiven. Game servers and applications that name groups admit only their members. The name cannot be changed later.',
    run: async (given, output) => (await import('../community/group.ts')).create(given, output),
  }),
  command({
    name: 'group list',
    summary: 'lists the groups',
    help: 'Lists the groups by name: name, title, colour, characters if given, and members, their number.',
    readOnly: true,
    run: async (given, output) => (await import('../community/group.ts')).list(given, output),
  }),
  command({
    name: 'group show',
    arguments: groupArgument,
    summary: 'shows a group and its members',
    help: 'Shows a group: name, title, colour, characters if given, and members; with --json each member has id and username.',
    readOnly: true,
    run: async (given, output) => (await import('../community/group.ts')).show(given, output),
  }),
  command({
    name: 'group set',
    arguments: groupArgument,
    options: changeOptionsOf(groupFields),
    summary: 'changes a group',
    help: 'Changes a group; options that you omit leave it as it is. A member who has more players than --characters\nallows keeps them.',
    run: async (given, output) => (await import('../community/group.ts')).set(given, output),
  }),
  command({
    name: 'group delete',
    arguments: groupArgument,
    summary: 'deletes a group',
    help: 'Deletes a group. Its members\' accounts stay. A game server or an application that names only this group then\nadmits nobody; deleting a group never opens anything. For an hour, "norn deletion undo" brings it back.',
    run: async (given, output) => (await import('../community/group.ts')).remove(given, output),
  }),
  command({
    name: 'group add',
    arguments: members,
    summary: 'makes players members of a group',
    help: 'Makes one or several players members of a group. If one of them is unknown, nobody is added. Members are\naccounts: of a character it is its account, with all its players.',
    run: async (given, output) => (await import('../community/group.ts')).add(given, output),
  }),
  command({
    name: 'group remove',
    arguments: members,
    summary: 'ends memberships in a group',
    help: 'Ends the membership of one or several players, of a character that of its account. If one of them is unknown, nobody is removed. The change\napplies to the next request of a game server or an application, even for a player who is just joining.',
    run: async (given, output) => (await import('../community/group.ts')).removeFrom(given, output),
  }),
  command({
    name: 'shelf add',
    arguments: { ...shelfGroup, file: { meaning: 'a PNG with the size of a skin or a cape' } },
    options: {
      name: { value: 'NAME', required: true, meaning: 'the name that members see, up to 64 characters' },
      kind: {
        value: 'KIND',
        choices: shelfKinds,
        meaning: 'skin, slim (a skin with thin arms) or cape; by default detected from the file',
      },
    },
    summary: 'puts a skin or a cape on the shelf of a group',
    help: 'Puts a skin or a cape on the shelf of a group and prints it: group, name, kind and hash. Its members find it in\ntheir wardrobe and can wear it, even if they may not upload (NORN_SKINS, NORN_CAPES). Only the pixels of the file\nare kept.',
    run: async (given, output) => (await import('../textures/shelf.ts')).add(given, output),
  }),
  command({
    name: 'shelf list',
    arguments: { group: { meaning: 'the name of the group; all groups without it', optional: true } },
    summary: 'lists the skins and capes of groups',
    help: 'Lists what is on the shelf of a group, or of all, by name: group, name, kind (skin, slim or cape) and hash. What\nwas taken down is on no shelf until it is brought back.',
    readOnly: true,
    run: async (given, output) => (await import('../textures/shelf.ts')).list(given, output),
  }),
  command({
    name: 'shelf remove',
    arguments: { ...shelfGroup, name: { meaning: 'the name of the skin or the cape' } },
    summary: 'takes a skin or a cape off the shelf of a group',
    help: 'Takes a skin or a cape off the shelf of a group, and at once off all members who wear it from there. A copy\nthat a member keeps in the wardrobe stays.',
    run: async (given, output) => (await import('../textures/shelf.ts')).remove(given, output),
  }),
]
