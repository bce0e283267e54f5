// Every command, once. The help texts and docs/commands.md are generated from these tables.

import { accountCommands } from '../commands/accounts.ts'
import { applicationCommands } from '../commands/applications.ts'
import { auditCommands } from '../commands/audit.ts'
import { banCommands } from '../commands/bans.ts'
import { bedrockCommands } from '../commands/bedrock.ts'
import { characterCommands } from '../commands/characters.ts'
import { checkCommands } from '../commands/checks.ts'
import { databaseCommands } from '../commands/database.ts'
import { deletionCommands } from '../commands/deletions.ts'
import { friendCommands } from '../commands/friends.ts'
import { groupCommands } from '../commands/groups.ts'
import { inviteCommands } from '../commands/invites.ts'
import { keyCommands } from '../commands/keys.ts'
import { oneTimeLinkCommands } from '../commands/links.ts'
import { moderationCommands } from '../commands/moderation.ts'
import { movingCommands } from '../commands/moving.ts'
import { neighbourCommands } from '../commands/neighbours.ts'
import { playerCommands } from '../commands/players.ts'
import { providerCommands } from '../commands/providers.ts'
import { serverCommands } from '../commands/servers.ts'
import { settingCommands } from '../commands/settings.ts'
import { visitorCommands } from '../commands/visitors.ts'
import { completion } from '../completion/completion.ts'
import { start } from '../serve/start.ts'
import { type Command, command } from './command.ts'

export const commands: readonly Command[] = [
  command({
    name: 'serve',
    summary: 'runs the service; npm start does the same',
    help: 'Brings the database schema up to date, listens, and logs one line with "listening" and the base URL when it\nis ready. On SIGTERM or SIGINT it finishes the requests in flight and exits within 10 seconds; a second\nsignal ends it at once, and SIGHUP changes nothing. Only one service at a time can use an embedded database.\nThe log goes to standard output, with --json to standard error.',
    run: start,
  }),
  ...accountCommands,
  ...characterCommands,
  ...friendCommands,
  ...movingCommands,
  ...playerCommands,
  ...moderationCommands,
  ...keyCommands,
  ...banCommands,
  ...applicationCommands,
  ...groupCommands,
  ...deletionCommands,
  ...serverCommands,
  ...neighbourCommands,
  ...providerCommands,
  ...visitorCommands,
  ...bedrockCommands,
  ...settingCommands,
  ...inviteCommands,
  ...oneTimeLinkCommands,
  ...auditCommands,
  ...databaseCommands,
  ...checkCommands,
  command({
    name: 'completion',
    arguments: { shell: { choices: ['bash', 'zsh', 'fish'], meaning: 'bash, zsh or fish' } },
    summary: 'prints a script for completing commands and options in a shell',
    help: 'Prints a script for completing commands, options and files after "norn".\n\nbash: put `source <(norn completion bash)` into ~/.bashrc. zsh: put `source <(norn completion zsh)` into\n~/.zshrc, after compinit. fish: run `norn completion fish > ~/.config/fish/completions/norn.fish`.',
    run: async (given, output) => completion(given, commands, output),
  }),
]
