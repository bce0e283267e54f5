// Current and past events, and why somebody can't join.

import { type Command, command } from '../line/command.ts'
import { listOptions } from '../line/common-arguments.ts'

export const auditCommands: readonly Command[] = [
  command({
    name: 'why',
    arguments: { name: { meaning: 'a username (even one without an account), an email address or a UUID' } },
    summary: "explains why a player can't join",
    help: "Explains what to do if a player can't join, and lists recent attempts under the name, newest first: at, step\n(web, oauth, authenticate, refresh, join, hasJoined), outcome (ok or refused), reason, address and message;\nwith --json, an authenticate by an app password has via: app_password. Of a character it also names the account,\nin JSON as owner (id and username, otherwise null). The last success of each step and the last\n20 refusals are kept, for NORN_ATTEMPTS_KEPT. A running service writes them within a second.",
    readOnly: true,
    run: async (given, output) => (await import('../checks/why.ts')).why(given, output),
  }),
  command({
    name: 'overview',
    arguments: {},
    options: {},
    summary: 'shows sign-ins, joins and refusals of the last 24 hours',
    help: 'Shows how often players signed in to launchers and joined servers in each of the last 24 hours (at, signIns,\njoins), and how often each refusal occurred (reason, count), for all processes that use the database. With\n--json it prints an object {hours, refusals}. A running service writes it within a second.',
    readOnly: true,
    run: async (given, output) => (await import('../checks/overview.ts')).overview(given, output),
  }),
  command({
    name: 'figures',
    options: {
      period: { value: 'PERIOD', choices: ['month', 'year'], meaning: '30 days, the default, or 52 weeks' },
      server: { value: 'NAME', meaning: 'only joins below the root of this game server' },
    },
    summary: 'shows joins and new accounts of a month or a year',
    help: 'Shows who plays now, joins and new accounts with those of the period before, of each day or week (at, joins,\naccounts), the joins of four weeks by the hour of the week, and the game servers with the most joins in 30 days\n(name, title, joins). Days and hours are in UTC. With --json it prints an object {period, server, playing, joins,\naccounts, parts, hoursOfWeek, servers}; hoursOfWeek has 168 numbers, from Monday, 00:00.',
    readOnly: true,
    run: async (given, output) => (await import('../checks/figures.ts')).figures(given, output),
  }),
  command({
    name: 'audit list',
    options: {
      account: {
        value: 'ACCOUNT',
        meaning: 'only entries about this account; for a deleted account, its UUID',
      },
      event: { value: 'EVENT', meaning: 'only this event, for example account.suspended' },
      ...listOptions,
    },
    summary: 'lists who did what',
    help: 'Lists the entries of the audit log, newest first: id, at, event, account (the UUID of the account concerned,\nor null), actor ({kind, id, name}; kind is account, cli, api or system), address and details. Entries are\nkept for NORN_AUDIT_KEPT. docs/webhooks.md lists the events.',
    readOnly: true,
    run: async (given, output) => (await import('../checks/audit.ts')).list(given, output),
  }),
  command({
    name: 'audit export',
    summary: 'prints the whole audit log as lines of JSON',
    help: 'Prints every entry of the audit log, oldest first, as newline-delimited JSON, with or without --json.',
    readOnly: true,
    run: async (given, output) => (await import('../checks/audit.ts')).exportLines(given, output),
  }),
  command({
    name: 'audit verify',
    options: { head: { value: 'HASH', meaning: 'a head that an earlier "norn audit verify" printed' } },
    summary: 'checks that no entry of the audit log was changed or removed',
    help: 'Checks that no entry of the audit log was changed, added or removed since it was sealed; a running service\nseals entries within seconds. Prints the numbers of seals, entries and entries that are not sealed yet, and\nhead, a hash of the whole log. Keep the hash elsewhere: with --head, a later run also shows whether the log\nwas replaced as a whole. If something was changed, the exit status is 1.',
    readOnly: true,
    run: async (given, output) => (await import('../checks/audit.ts')).verify(given, output),
  }),
  command({
    name: 'login-digest',
    arguments: { login: { meaning: 'a username or email address, as somebody typed it' } },
    summary: 'prints what the log shows for a login that no account has',
    help: 'A login that no account has may be anything, even a password, so the log shows "loginDigest" instead. Prints\nthe digest of a login, so that you can search the log for it. After a rotation of the tokens keys there is\none digest for each key, newest first.',
    readOnly: true,
    run: async (given, output) => (await import('../checks/login-digest.ts')).loginDigest(given, output),
  }),
]
