// What is set, and whether it works.
import { type Command, command } from '../line/command.ts'

export const checkCommands: readonly Command[] = [
  command({
    name: 'mail test',
    arguments: { address: { meaning: 'the e-mail address to write to' } },
    summary: 'sends a mail to see whether it arrives',
    help: 'Sends a short mail as the settings say, at once, and prints which server has taken it, or why not.\nWithout NORN_SMTP_URL it writes the mail to a file as the service does, and prints its path.',
    run: async (given, output) => (await import('../checks/mail.ts')).test(given, output),
  }),
  command({
    name: 'client-setup',
    options: {
      server: { value: 'NAME', meaning: 'the lines for this game server, with its root' },
    },
    summary: 'prints how to point launchers, games and servers to this service',
    help: 'Prints, ready to copy, the address for launchers, the Java options for authlib-injector, the metadata\nthat lets a game start while this service is down, and the options for unmodified games and servers.\ndocs/clients.md says which launcher and which version needs what.',
    readOnly: true,
    run: async (given, output) =>
      (await import('../applications/client-setup.ts')).printClientSetup(given, output),
  }),
  command({
    name: 'config',
    summary: 'shows the settings in force',
    help: 'Shows each setting, its value (secrets hidden) and its source: default, environment or .env.',
    readOnly: true,
    run: async (given, output) => (await import('../checks/config.ts')).config(given, output),
  }),
  command({
    name: 'doctor',
    options: {
      online: { meaning: 'ask now whether there is a newer version (NORN_UPDATE_CHECK)' },
    },
    summary: 'checks the installation and says what to do',
    help: 'Checks settings, database, disk, keys, file modes, the running service, the base URL and its certificate\nas games see them, the proxy, textures, the clock and the mail server; run it where the service runs.\nPrints one line for each finding: ok, warning, wrong or skipped, what was found, and what to do. With\n--json an array of {check, state, message, remedy}. The exit status is 1 when something is wrong.',
    readOnly: true,
    run: async (given, output) => (await import('../doctor/doctor.ts')).doctor(given, output),
  }),
]
