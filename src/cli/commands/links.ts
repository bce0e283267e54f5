// One-time links.
import { linkPurposes } from '../../model/link.ts'
import { type Command, command } from '../line/command.ts'
import { accountArgument } from '../line/common-arguments.ts'

export const linkCommands: readonly Command[] = [
  command({
    name: 'link create',
    arguments: accountArgument,
    options: {
      for: {
        value: 'PURPOSE',
        choices: linkPurposes,
        required: true,
        meaning: 'what the player does with it: setup, password or second-factor',
      },
      expires: {
        value: 'TIME',
        meaning: 'the end: a duration (12h, 7d) or a time in ISO 8601, within 30 days; 24h unless given',
      },
    },
    summary: 'makes a link by which a player chooses a password or replaces the second factor',
    help: 'Makes a link that works once, and prints it: url, which is shown this once, and expiresAt. With setup and password\nthe player chooses a password; with second-factor an authenticator app, in place of the one before, with the current\npassword. Either ends all sessions and tokens. Anyone who has the link can do so: send it to the player alone.\nAnother link to the account ends the one before, and so do "norn token revoke", a suspension, another password, second\nfactor or role.',
    run: async (given, output) => (await import('../accounts/link.ts')).create(given, output),
  }),
]
