// Networks that may not look up profiles.
import { banFields } from '../../model/fields/ban.ts'
import { type Command, command } from '../line/command.ts'
import { ipArgument } from '../line/common-arguments.ts'
import { optionsOf } from '../line/field-options.ts'

export const banCommands: readonly Command[] = [
  command({
    name: 'ban list',
    summary: 'lists the clients that are banned from profile lookups',
    help: 'Lists the bans in force, newest first: ip (for IPv6 the /64; or a network), since, until (null if there is\nno end) and automatic. A ban applies to the lookup API only: sign-in and joins still work.',
    readOnly: true,
    run: async (given, output) => (await import('../community/ban.ts')).list(given, output),
  }),
  command({
    name: 'ban add',
    arguments: ipArgument,
    options: optionsOf(banFields),
    summary: 'bans a client or a network from profile lookups',
    help: 'Bans a client from the lookup API and replaces its current ban, if any. A running service applies the ban\nwithin two seconds. A network is IPv4 with /8 to /32 or IPv6 with /16 to /64; its ban is independent of bans\nof addresses in it.',
    run: async (given, output) => (await import('../community/ban.ts')).add(given, output),
  }),
  command({
    name: 'ban remove',
    arguments: ipArgument,
    summary: 'removes a ban',
    help: 'Removes a ban, automatic or not, and the record of earlier ones. A running service applies it within two\nseconds.',
    run: async (given, output) => (await import('../community/ban.ts')).remove(given, output),
  }),
]
