// What happens, what happened, and why somebody cannot join.
import { type Command, command } from '../line/command.ts'

export const auditCommands: readonly Command[] = [
  command({
    name: 'why',
    arguments: {
      name: { meaning: 'the username; also an e-mail address, a UUID, or a name without an account' },
    },
    summary: "tells why a player can't join",
    help: "Tells what to do when a player can't join, and what was tried by the name lately, newest first: at, step\n(web, oauth, authenticate, refresh, join, hasJoined), outcome (ok or refused), reason, address and message.\nOf what went well the last of each step is kept, of what was refused the newest 20, for NORN_ATTEMPTS_KEPT.\nA running service writes it within a second.",
    readOnly: true,
    run: async (given, output) => (await import('../checks/why.ts')).why(given, output),
  }),
  command({
    name: 'overview',
    arguments: {},
    options: {},
    summary: 'shows sign-ins, joins and refusals of the last 24 hours',
    help: 'Shows how often players have signed in in launchers and joined in each of the last 24 hours (at, signIns,\njoins), and how often each refusal came (reason, count), of all processes that use the database. With --json\nan object {hours, refusals}. A running service writes it within a second.',
    readOnly: true,
    run: async (given, output) => (await import('../checks/overview.ts')).overview(given, output),
  }),
  command({
    name: 'audit list',
    options: {
      account: { value: 'ACCOUNT', meaning: 'only about this account; a deleted one by its UUID' },
      event: { value: 'EVENT', meaning: 'only this event, for example account.suspended' },
      limit: { value: 'NUMBER', meaning: 'how many; 100 unless given' },
    },
    summary: 'lists who did what',
    help: 'Lists the entries of the audit log, newest first: id, at, event, account (the UUID of the account it is\nabout, or null), actor ({kind, id, name}; kind is account, cli, api or system), address and details.\nEntries are kept for NORN_AUDIT_KEPT. docs/webhooks.md has the events.',
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
    options: {
      head: { value: 'HASH', meaning: 'a head that an earlier "norn audit verify" printed' },
    },
    summary: 'checks that no entry of the audit log was changed or removed',
    help: 'Checks that no entry of the audit log was changed, added or removed since it was sealed; a running\nservice seals entries within seconds. Prints the numbers of seals, entries and entries that are not\nsealed yet, and head, a hash that stands for the whole log. Keep it elsewhere: with --head a later run\nalso shows whether the log was replaced as a whole. If something was changed, the exit status is 1.',
    readOnly: true,
    run: async (given, output) => (await import('../checks/audit.ts')).verify(given, output),
  }),
  command({
    name: 'login-digest',
    arguments: { login: { meaning: 'a username or e-mail address, as somebody typed it' } },
    summary: 'what the log shows for a login that no account has',
    help: 'A login that no account has may be anything, a password even: the log shows "loginDigest" in its place.\nPrints the digest of a login, to be searched for in the log; after a rotation of the tokens keys there is\none for each key, the newest first.',
    readOnly: true,
    run: async (given, output) => (await import('../checks/login-digest.ts')).loginDigest(given, output),
  }),
]
