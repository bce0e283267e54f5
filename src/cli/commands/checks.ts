// Settings, and checks of the installation.
import { type Command, command } from '../line/command.ts'

export const checkCommands: readonly Command[] = [
  command({
    name: 'mail test',
    arguments: { address: { meaning: 'the email address to write to' } },
    summary: 'sends a test email',
    help: 'Sends a short email at once, as configured, and prints which server accepted it, or why it was not sent.\nWithout NORN_SMTP_URL it writes the email to a file, as the service does, and prints its path.',
    run: async (given, output) => (await import('../checks/mail.ts')).test(given, output),
  }),
  command({
    name: 'client-setup',
    options: { server: { value: 'NAME', meaning: 'print the lines for this game server, with its root' } },
    summary: 'prints how to point launchers, games and servers at this service',
    help: 'Prints, ready to copy, the address for launchers, the Java options for authlib-injector, the metadata that\nlets a game start while this service is down, and the options for unmodified games and servers.\ndocs/clients.md explains which launcher and which version needs what.',
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
    options: { online: { meaning: 'check now for a newer version (NORN_UPDATE_CHECK)' } },
    summary: 'checks the installation and says what to do',
    help: 'Checks settings, database, disk, keys, file modes, the running service, the base URL and its certificate as\ngames see them, the proxy, textures, the clock and the mail server; run it where the service runs. Prints\none line for each finding: ok, warning, wrong or skipped, what was found, and what to do. With --json it\nprints an array of {check, state, message, remedy}. The exit status is 1 if something is wrong.',
    readOnly: true,
    run: async (given, output) => (await import('../doctor/doctor.ts')).doctor(given, output),
  }),
]
