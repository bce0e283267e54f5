import type { Fault } from './fault.ts'

/** "npm run starve" notices them, too. */
export const starve: readonly Fault[] = [
  {
    rule: 'while game servers ask, a core rests after each hash',
    from: 'restMs: () => (joinTraffic.isRecent ? restAfterHashMs : 0),\n',
    to: '',
    tests: ['test/wire/yggdrasil/sign-in-throttle.slow.test.ts'],
    named: 'lets a core rest',
  },
  {
    rule: 'nobody takes a place while it rests',
    from: 'if (restMs > 0) setTimeout(this.#leave, restMs)\n      else this.#leave()',
    to: 'if (restMs >= 0) this.#leave()',
    tests: ['test/passwords/passwords.test.ts'],
    named: 'a place rests',
  },
  {
    rule: 'a connection on which nobody reads is closed',
    from: '    connectionTimeout: stillTimeout,\n',
    to: '',
    tests: ['test/http/time-outs.slow.test.ts'],
    named: 'nobody reads',
  },
]
