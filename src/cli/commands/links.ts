// One-time links.
import { oneTimeLinkPurposes } from '../../model/accounts/one-time-link.ts'
import { type Command, command } from '../line/command.ts'
import { accountArgument } from '../line/common-arguments.ts'

export const oneTimeLinkCommands: readonly Command[] = [
  command({
    name: 'link create',
    arguments: accountArgument,
    options: {
      for: {
        value: 'PURPOSE',
        choices: oneTimeLinkPurposes,
        required: true,
        meaning: 'the purpose: setup, password or second-factor',
      },
      expires: {
        value: 'TIME',
        meaning: 'the end: a duration (12h, 7d) or a time in ISO 8601, within 30 days; 24h by default',
      },
    },
    summary: 'creates a link with which a player chooses a password or replaces the second factor',
    help: 'Creates a link that works once, and prints it: url, which is shown only once, and expiresAt. With setup and\npassword the player chooses a password; with second-factor, and the current password, an authenticator app\nthat replaces the old one. Either ends all sessions and tokens. Anyone who has the link can do that, so send\nit only to the player. A new link for the account replaces the last one; "norn token revoke", a suspension,\nand a new password, second factor or role also end it.',
    run: async (given, output) => (await import('../accounts/one-time-link.ts')).create(given, output),
  }),
]
