import type { Fault } from './fault.ts'

const tests = ['test/faults/crash.slow.test.ts']
const ofMishaps = ['test/faults/mishaps.slow.test.ts']

/** "npm run crash" notices them. */
export const crash: readonly Fault[] = [
  {
    rule: 'a write on SQLite is answered after its commit',
    from: "statements.run('commit')\n    return results\n  } finally {\n    rollback()",
    to: "return results\n  } finally {\n    queueMicrotask(() => {\n      Atomics.wait(asleep, 0, 0, 300)\n      statements.run('commit')\n    })",
    tests,
    named: 'three kills lose nothing',
  },
  {
    rule: 'a commit on PostgreSQL is durable before it is answered',
    from: "application_name: 'norn',\n    connectionTimeoutMillis",
    to: "application_name: 'norn',\n    options: '-c synchronous_commit=off',\n    connectionTimeoutMillis",
    tests,
    named: 'three kills of PostgreSQL',
    on: 'postgres',
  },
  {
    rule: 'a join that was taken is gone',
    from: "'take_join',\n  1,\n  `delete from pending_join where",
    to: "'take_join',\n  1,\n  `update pending_join set expires_at = expires_at where",
    tests,
    named: 'three kills lose nothing',
  },
  {
    rule: 'an email that was sent is sent again only if somebody was killed just after it',
    from: "'mail sent')\n    await deleteMail(db, id)",
    to: "'mail sent')",
    tests,
    named: 'three kills lose nothing',
  },
  {
    rule: 'an event that a webhook has taken is sent again only if somebody was killed just after it',
    from: "if (outcome === 'delivered') return { state: 'delivered', attempts, due_at: now }",
    to: "if (outcome === 'delivered') return { state: row.tries > 0 ? 'delivered' : 'waiting', attempts, due_at: now }",
    tests,
    named: 'three kills lose nothing',
  },
  {
    rule: 'a log whose end cannot be read is reported before SQLite opens it',
    from: 'refuseTornLog(config.databaseUrl, log)\n',
    to: '',
    tests: ofMishaps,
    named: 'torn-log',
  },
  {
    rule: 'a log that would mix two states is not opened',
    from: 'const isMixed = readable < begun && (readable > 0 || copied < begun)',
    to: 'const isMixed = readable > committed',
    tests: ['test/cli/torn-log.slow.test.ts'],
    named: 'in front of others',
  },
  {
    rule: 'the log tells of a clock that was set',
    from: '      startWatchingClock(log, systemClock, monotonicClock, clockIntervalMs),\n',
    to: '',
    tests: ofMishaps,
    named: 'clock',
  },
]
