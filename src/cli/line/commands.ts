// Every command, once. The help texts and docs/commands.md are made from these tables.

import { accountCommands } from '../commands/accounts.ts'
import { applicationCommands } from '../commands/applications.ts'
import { auditCommands } from '../commands/audit.ts'
import { banCommands } from '../commands/bans.ts'
import { checkCommands } from '../commands/checks.ts'
import { databaseCommands } from '../commands/database.ts'
import { groupCommands } from '../commands/groups.ts'
import { inviteCommands } from '../commands/invites.ts'
import { keyCommands } from '../commands/keys.ts'
import { linkCommands } from '../commands/links.ts'
import { movingCommands } from '../commands/moving.ts'
import { playerCommands } from '../commands/players.ts'
import { serverCommands } from '../commands/servers.ts'
import { completion } from '../completion/completion.ts'
import { type Command, command } from './command.ts'

export const commands: readonly Command[] = [
  command({
    name: 'serve',
    summary: 'runs the service; npm start does the same',
    help: 'Brings the database schema up to date, listens, and logs one line with "listening" and the base URL\nwhen it is ready. On SIGTERM or SIGINT it finishes the requests in flight and exits within 10 seconds;\na second signal ends it at once, SIGHUP changes nothing. One service at a time uses an embedded database.\nThe log goes to standard output, with --json to standard error.',
    // Loaded when it is wanted: without the server, every other command starts in half the time.
    run: async (given, output) => (await import('../serve/serve.ts')).serve(given, output),
  }),
  ...accountCommands,
  ...movingCommands,
  ...playerCommands,
  ...keyCommands,
  ...banCommands,
  ...applicationCommands,
  ...groupCommands,
  ...serverCommands,
  ...inviteCommands,
  ...linkCommands,
  ...auditCommands,
  ...databaseCommands,
  ...checkCommands,
  command({
    name: 'completion',
    arguments: { shell: { choices: ['bash', 'zsh', 'fish'], meaning: 'bash, zsh or fish' } },
    summary: 'prints a script that has a shell complete commands and options',
    help: 'Prints a script that has a shell complete commands, options and files after "norn". \nbash: put `source <(norn completion bash)` into ~/.bashrc. zsh: put `source <(norn completion zsh)` into\n~/.zshrc, after compinit. fish: run `norn completion fish > ~/.config/fish/completions/norn.fish`.',
    run: async (given, output) => completion(given, commands, output),
  }),
]
