// Invites.
import { type Command, command } from '../line/command.ts'
import { untilOption } from '../line/common-arguments.ts'

export const inviteCommands: readonly Command[] = [
  command({
    name: 'invite create',
    options: {
      uses: { value: 'NUMBER', meaning: 'how many accounts may be registered with it; 1 unless given' },
      expires: untilOption,
      group: { value: 'NAME', meaning: 'a group of which whoever registers with it is a member' },
    },
    summary: 'creates an invite',
    help: 'Creates an invite for NORN_REGISTRATION=invite, or one that makes its players members of a group also where\neverybody may register, and prints it: code, url (the page to send to whoever is invited), uses, expiresAt and group.',
    run: async (given, output) => (await import('../accounts/invite.ts')).create(given, output),
  }),
  command({
    name: 'invite list',
    summary: 'lists the invites',
    help: 'Lists the invites, newest first: code, url, uses (how many accounts may still be registered with it),\nexpiresAt and group.',
    readOnly: true,
    run: async (given, output) => (await import('../accounts/invite.ts')).list(given, output),
  }),
  command({
    name: 'invite revoke',
    arguments: { code: { meaning: 'the code' } },
    summary: 'revokes an invite',
    help: 'Revokes an invite. Who has registered with it and not confirmed the e-mail yet may still do so.',
    run: async (given, output) => (await import('../accounts/invite.ts')).revoke(given, output),
  }),
]
