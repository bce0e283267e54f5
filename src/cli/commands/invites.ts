// Invites.
import { listedWords } from '../../lib/text/listed-words.ts'
import { inviteFields } from '../../model/fields/invite.ts'
import { type Command, command } from '../line/command.ts'
import { optionsOf } from '../line/field-options.ts'

export const inviteCommands: readonly Command[] = [
  command({
    name: 'invite create',
    options: optionsOf(inviteFields),
    summary: 'creates an invite',
    help: `Creates an invite for people who need one to register, or one that makes its players members of a group even\nif everybody may register. Prints code, url (the link to send to the person invited), waiting,\n${listedWords(Object.keys(inviteFields))}.`,
    run: async (given, output) => (await import('../accounts/invite.ts')).create(given, output),
  }),
  command({
    name: 'invite list',
    summary: 'lists the invites',
    help: 'Lists the invites, newest first, as "norn invite create" prints them. uses is the number of accounts that can\nstill be registered with one, waiting how many of these are reserved for people who have not confirmed their\nemail address yet.',
    readOnly: true,
    run: async (given, output) => (await import('../accounts/invite.ts')).list(given, output),
  }),
  command({
    name: 'invite revoke',
    arguments: { code: { meaning: 'the code' } },
    summary: 'revokes an invite',
    help: 'Revokes an invite. Players who registered with it but have not confirmed their email address yet can still\ndo so.',
    run: async (given, output) => (await import('../accounts/invite.ts')).revoke(given, output),
  }),
]
