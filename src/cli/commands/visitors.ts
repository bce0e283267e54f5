// Players of neighbours who have joined.
import { visitorSuspensionFields } from '../../model/fields/suspension.ts'
import { type Command, command } from '../line/command.ts'
import { listOptions } from '../line/common-arguments.ts'
import { optionsOf } from '../line/field-options.ts'

const visitorArgument = {
  visitor: { meaning: 'the visitor as NAME@ID, name and neighbour, or the UUID' },
} as const

export const visitorCommands: readonly Command[] = [
  command({
    name: 'visitor list',
    options: {
      neighbour: { value: 'ID', meaning: 'only those of this neighbour' },
      ...listOptions,
    },
    summary: 'lists visitors',
    help: 'Lists visitors, players of neighbours who have joined, by UUID, as "norn visitor show" prints them.',
    readOnly: true,
    run: async (given, output) => (await import('../community/visitor.ts')).list(given, output),
  }),
  command({
    name: 'visitor show',
    arguments: visitorArgument,
    summary: 'shows a visitor',
    help: 'Shows a visitor: name, id (the UUID), neighbour, state (known or suspended), firstSeen, lastSeen, joins and\naccount, the UUID of the account that the player is linked to, or null. A suspended one has suspendedUntil and\nsuspensionReason.',
    readOnly: true,
    run: async (given, output) => (await import('../community/visitor.ts')).show(given, output),
  }),
  command({
    name: 'visitor refused',
    summary: 'lists the latest refusals',
    help: 'Lists the players of neighbours who were refused in the last 24 hours, or would have been with\nNORN_NEIGHBOURS=watch, the newest first: at, server (the game server), name and reason. "norn why NAME" says what to\ndo. The last refusal of each name at each game server is kept, and at most 50 of them.',
    readOnly: true,
    run: async (given, output) => (await import('../community/visitor.ts')).refused(given, output),
  }),
  command({
    name: 'visitor suspend',
    arguments: visitorArgument,
    options: optionsOf(visitorSuspensionFields),
    summary: 'suspends a visitor',
    help: 'Lets a visitor join no more, under any name, from the next join on. If the visitor is already suspended, its\nreason and end stay the same unless you give new ones.',
    run: async (given, output) => (await import('../community/visitor.ts')).suspend(given, output),
  }),
  command({
    name: 'visitor restore',
    arguments: visitorArgument,
    summary: "ends a visitor's suspension",
    help: 'Ends the suspension of a visitor.',
    run: async (given, output) => (await import('../community/visitor.ts')).restore(given, output),
  }),
  command({
    name: 'visitor release',
    arguments: { name: { meaning: 'the name' } },
    summary: "frees a visitor's name",
    help: 'Frees a name that a visitor owns or that is held for one: anybody can take it, an account here or another\nplayer of a neighbour. The visitor stays, and owns the name again if nobody has taken it at the next join.',
    run: async (given, output) => (await import('../community/visitor.ts')).release(given, output),
  }),
  command({
    name: 'visitor export',
    options: { neighbour: { value: 'ID', meaning: 'only those of this neighbour' } },
    summary: 'writes all visitors as JSON',
    help: 'Writes all visitors, one JSON object a line, as "norn visitor show --json" prints them.',
    readOnly: true,
    run: async (given, output) => (await import('../community/visitor.ts')).exportAll(given, output),
  }),
  command({
    name: 'visitor purge',
    options: {
      neighbour: { value: 'ID', required: true, meaning: 'the neighbour, which may have been removed' },
    },
    summary: 'deletes all visitors of a neighbour',
    help: 'Deletes all visitors of a neighbour with their names. What is known of them is lost, suspensions included.',
    run: async (given, output) => (await import('../community/visitor.ts')).purge(given, output),
  }),
]
