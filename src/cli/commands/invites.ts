// Invites.
import { type Command, command } from '../line/command.ts'
import { untilOption } from '../line/common-arguments.ts'

export const inviteCommands: readonly Command[] = [
  command({
    name: 'invite create',
    options: {
      uses: {
        value: 'NUMBER',
        meaning: 'the number of accounts that can be registered with it; 1 by default',
      },
      expires: untilOption,
      group: { value: 'NAME', meaning: 'a group that players who register with it join' },
    },
    summary: 'creates an invite',
    help: 'Creates an invite for NORN_REGISTRATION=invite, or one that makes its players members of a group even if\neverybody may register. Prints code, url (the link to send to the person invited), uses, waiting, expiresAt\nand group.',
    run: async (given, output) => (await import('../accounts/invite.ts')).create(given, output),
  }),
  command({
    name: 'invite list',
    summary: 'lists the invites',
    help: 'Lists the invites, newest first: code, url, uses (the number of accounts that can still be registered with\nit), waiting (how many of these are reserved for people who have not confirmed their email address yet),\nexpiresAt and group.',
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
