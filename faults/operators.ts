import type { Fault } from './fault.ts'

export const cli: readonly Fault[] = [
  {
    rule: 'a remark on thousands of imported players has one line',
    from: 'if (total > names.length) yield',
    to: 'if (total > 1e9) yield',
    tests: ['test/cli/import-players.test.ts'],
  },
  {
    rule: 'a ban whose end cannot be read suspends nobody',
    from: 'return end !== undefined && end <= latest ? end : undefined',
    to: 'return end !== undefined && end <= latest ? end : null',
    tests: ['test/moving/game-server.test.ts'],
  },
  {
    rule: 'digits that several methods write alike are not taken without a remark',
    from: "{ ...plain, remark: 'password_ambiguous', detail: choices(hash.length) }",
    to: 'plain',
    tests: ['test/moving/authme-methods.test.ts'],
  },
  {
    rule: 'an invalid command line exits with 2, a refusal with 1',
    from: 'return error instanceof UsageError ? 2 : 1',
    to: 'return 1',
    tests: ['test/cli/program.slow.test.ts'],
  },
  {
    rule: 'a read-only command creates no keys',
    from: '{ prepareSchema, makeKeys: false }',
    to: '{ prepareSchema }',
    tests: ['test/cli/read-only.slow.test.ts'],
    named: 'create no keys',
  },
  {
    rule: 'a command leaves an older schema to "norn migrate"',
    from: "if (state === 'older') throw olderSchema()\n  if (state === 'empty') await migrate(db)",
    to: 'await migrate(db)',
    tests: ['test/cli/read-only.slow.test.ts'],
    named: 'refuse an older schema',
  },
  {
    rule: 'an import creates at most as many groups as may exist',
    from: 'if (all.size + added.length > limit && added.length > 0) return false',
    to: '',
    tests: ['test/attacks/imported-groups.test.ts'],
    named: 'no more groups',
  },
  {
    rule: 'an export is readable only by its owner',
    from: "open(partial, 'w', 0o600)",
    to: "open(partial, 'w', 0o644)",
    tests: ['test/cli/export.slow.test.ts'],
  },
  {
    rule: 'a password is typed twice on a terminal',
    from: "if ((await ask('The same again: ')) === password) return password",
    to: "await ask('The same again: ')\n    return password",
    tests: ['test/cli/read-password.test.ts'],
  },
  {
    rule: 'text that others wrote is printed on one line',
    from: 'this.surroundings.stderr.write(`${printable(line)}\\n`)',
    to: 'this.surroundings.stderr.write(`${line}\\n`)',
    tests: ['test/attacks/foreign-text-on-terminals.test.ts'],
  },
]

export const jobs: readonly Fault[] = [
  {
    rule: 'an expired token is kept for a day, so that its player gets the right refusal',
    from: 'credentials: now - dayMs,',
    to: 'credentials: now,',
    tests: ['test/jobs/sweep.test.ts'],
  },
  {
    rule: 'a job that takes longer than its interval does not run twice at once',
    from: '    if (isWorking) return\n',
    to: '',
    tests: ['test/jobs/repeat.test.ts'],
  },
  {
    rule: 'a webhook that answers 410 is turned off',
    from: 'if (status === 410 || (format',
    to: 'if (status === 411 || (format',
    tests: ['test/webhooks/webhooks.test.ts'],
  },
  {
    rule: 'a delivery that its receiver refuses for good is not tried again',
    from: 'status < 500 && !passing.includes(status)',
    to: 'status < 400 && !passing.includes(status)',
    tests: ['test/webhooks/webhooks.test.ts'],
    named: 'refuses for good',
  },
  {
    rule: 'a channel at Discord does not learn which players belong together',
    from: 'const who = owner !== undefined && owner === actor.id ? username : actor.name',
    to: 'const who = actor.name',
    tests: ['test/domain/characters.test.ts'],
    named: 'Discord',
  },
  {
    rule: 'texts for Discord are bounded after they are escaped',
    from: 'if (whole.length < length) cut = whole.length',
    to: 'if (whole.length < 2 * length) cut = whole.length',
    tests: ['test/present/discord.test.ts'],
  },
]

export const mail: readonly Fault[] = [
  {
    rule: 'a mail server that may not take 8bit gets none',
    from: "const takes8bit = way === 'file'",
    to: "const takes8bit = way !== 'smtp' || true",
    tests: ['test/mail/mail.test.ts'],
  },
  {
    rule: 'the password of the mail server is sent over TLS only',
    from: "requireTLS: url.username !== '' && !isOnThisMachine(url)",
    to: "requireTLS: url.username === '' && !isOnThisMachine(url)",
    tests: ['test/mail/mail.test.ts'],
  },
  {
    rule: 'an email with a temporary refusal is sent again',
    from: "(typeof responseCode !== 'number' || responseCode >= 500)",
    to: "(typeof responseCode !== 'number' || responseCode >= 400)",
    tests: ['test/mail/mail.test.ts'],
  },
  {
    rule: 'an email that arrives twice has the same message id',
    from: 'messageId: `<${message.id}@',
    to: 'messageId: `<${message.id}${Date.now()}@',
    tests: ['test/mail/mail.test.ts'],
  },
]

export const updates: readonly Fault[] = [
  {
    rule: 'a release is trusted only if a known key has signed it',
    from: 'if (!isKnown || fields.text() !== namespace)',
    to: 'if (fields.text() !== namespace)',
    tests: ['test/lib/crypto/ssh-signature.test.ts', 'test/domain/updates.test.ts'],
  },
  {
    rule: 'a signature of a release key for another purpose announces no version',
    from: 'fields.text() !== namespace) return false',
    to: "fields.text() === '') return false",
    tests: ['test/lib/crypto/ssh-signature.test.ts', 'test/domain/updates.test.ts'],
  },
  {
    rule: 'the newest version is requested once a day',
    from: 'now - last.at < dayMs',
    to: 'now - last.at < 0',
    tests: ['test/domain/updates.test.ts'],
  },
  {
    rule: 'only administrators see a newer version',
    from: "mayAs(account, 'admin') ? await newerRelease(context) : undefined",
    to: 'await newerRelease(context)',
    tests: ['test/domain/updates.test.ts'],
  },
  {
    rule: 'a process that ends has written the last lines of its log',
    from: '    handOver()\n    flushSync()\n',
    to: '    flushSync()\n',
    tests: ['test/cli/log-at-exit.slow.test.ts'],
  },
]
