import { is, type LimitGroup, row } from './row.ts'
import { bytes, count, time } from './values.ts'

export const queueLimits: LimitGroup = {
  heading: 'How much at once',
  introduction:
    'For one process. A full queue answers 429 or 503 with `Retry-After`. Where strangers share a queue, networks take turns and the newest request of the fullest network is dropped first ([0026](decisions/0026-fair-lines.md)). "A core" means a core of the machine divided by the workers.',
  limits: [
    row(
      'password hashes',
      is`one a core, one fewer while game servers ask; ${count('compose.ts', 'maxWaitingPerCore', 'all')} a core wait, ${count('compose.ts', 'maxWaitingPerCore', 'group')} of one network; addresses that the account knows have a queue of their own`,
      'a second of work; the right password is never starved by strangers',
    ),
    row(
      'registrations',
      is`one a core; ${count('compose.ts', 'maxWaitingPerCore', 'all')} a core wait, ${count('compose.ts', 'maxWaitingPerCore', 'group')} of one network`,
      'each hashes a password and writes',
    ),
    row(
      'pictures',
      is`half the cores while game servers ask, otherwise all; ${count('compose.ts', 'maxWaitingPerCore', 'all')} a core wait; accounts take turns, and networks for portraits`,
      'decoding and encoding take milliseconds of a core',
    ),
    row(
      'uploads being received',
      is`${count('upload-places.ts', 'maxAtOnce')}, of which one network has ${count('upload-places.ts', 'maxAtOnceOf', 'network')} and one account ${count('upload-places.ts', 'maxAtOnceOf', 'account')}; ${count('upload-places.ts', 'maxWaiting', 'all')} wait unread for ${time('uploads.ts', 'waitTimeoutMs')}, of which one network has ${count('upload-places.ts', 'maxWaiting', 'network')} and one account ${count('upload-places.ts', 'maxWaiting', 'account')}`,
      'each takes some 5 MB while its form is parsed',
      '[429](#429-too-much-at-once)',
    ),
    row(
      'key pairs of player certificates',
      is`one at a time, ${count('player-certificates.ts', 'poolSize')} made ahead; ${count('player-certificates.ts', 'maxWaiting', 'all')} wait, ${count('player-certificates.ts', 'maxWaiting', 'group')} of one account`,
      'the game gives up after five seconds',
    ),
    row(
      'requests to an external skin system',
      is`${count('skin-system.ts', 'maxRequestsAtOnce')}; ${count('skin-system.ts', 'maxRequestsWaiting', 'all')} wait, ${count('skin-system.ts', 'maxRequestsWaiting', 'group')} of one network`,
      'a player who joins waits for the answer',
    ),
    row(
      'questions to one neighbour',
      is`${count('neighbour-line.ts', 'maxAtOnce')}, ${count('neighbour-line.ts', 'maxLookupsAtOnce')} of them lookups, and ${count('neighbour-line.ts', 'moreForKnown')} for players that are known; ${count('neighbour-line.ts', 'maxWaiting', 'all')} wait, ${count('neighbour-line.ts', 'maxWaiting', 'group')} of one network, and as many that are known`,
      'a slow neighbour holds few requests',
    ),
    row(
      'joins that are watched',
      is`${count('state/neighbours/neighbours.ts', 'maxWatched')}; further ones are not watched`,
      'nobody waits for them',
    ),
    row(
      'games that ask for a code',
      is`${count('door.ts', 'maxConnections')} connections`,
      'strangers open them',
    ),
    row(
      'pictures of the visitors of one neighbour being read',
      is`${count('pictures.ts', 'maxAtOnce')}; ${count('pictures.ts', 'maxWaiting')} wait; ${count('pictures.ts', 'maxCopies')} visitors of all neighbours`,
      'a slow host of pictures delays no other',
    ),
    row(
      'answers of players who sign in at one neighbour',
      is`${count('code-exchange.ts', 'maxAtOnce')}, for ${time('code-exchange.ts', 'timeoutMs')}; no further ones wait`,
      'a slow neighbour holds few requests',
    ),
    row(
      'answers of people who sign in at one provider',
      is`${count('providers.ts', 'maxAtOnce')}, ${time('providers.ts', 'timeoutMs')} for each of its answers; no further ones wait`,
      'a slow provider holds few requests',
    ),
    row(
      'requests of one network begun in one turn of the event loop',
      is`${count('fair-turns.ts', 'begunPerTurn')} while other networks send; ${count('fair-turns.ts', 'maxWaiting')} wait, further ones begin at once`,
      'a burst must not delay others ([0060](decisions/0060-bursts-are-spread.md))',
    ),
    row(
      'refusals for lack of room in a queue',
      is`one each ${time('fair-gate.ts', 'betweenRefusalsMs')}; ${count('fair-gate.ts', 'maxPendingRejections')} wait, further ones are answered at once`,
      'clients that are refused together return together',
    ),
    row(
      'PostgreSQL',
      is`${count('postgres/open.ts', 'connections')} connections, one for hot reads and ${count('group-commit.ts', 'mostCommits')} for joins; ${count('pool.ts', 'mostWaiting')} wait; ${time('postgres/open.ts', 'connectTimeoutMs')} for a connection, ${time('postgres/open.ts', 'statementTimeoutMs')} for a statement`,
      'every request is answered within 10 s',
    ),
    row(
      'writes to SQLite',
      is`one batch; ${count('writer.ts', 'mostWaiting')} wait`,
      'a batch takes all that wait',
    ),
    row(
      'email',
      is`${count('mail.ts', 'atOnce')} connections to the mail server`,
      'no request waits for a mail server',
    ),
    row(
      'webhooks',
      is`${count('webhooks.ts', 'atOnce')} receivers, one request each; ${time('webhook-delivery.ts', 'timeoutMs')} for an answer`,
      'a slow receiver delays itself only',
    ),
    row(
      'log lines that nobody reads',
      is`${bytes('log.ts', 'maxBufferedBytes')}, then they are dropped`,
      'memory must not grow with a blocked pipe',
    ),
  ],
}
