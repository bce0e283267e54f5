import { is, type LimitGroup, row } from './row.ts'
import { bytes, count, time } from './values.ts'

export const queueLimits: LimitGroup = {
  heading: 'How much at once',
  introduction:
    'For one process. A full queue answers 429 or 503 with `Retry-After`. Where strangers share a queue, networks take turns and the newest request of the fullest network is dropped first ([0026](decisions/0026-fair-lines.md)). "A core" means a core of the machine divided by the workers.',
  limits: [
    row(
      'password hashes',
      is`one a core; while game servers ask one fewer, and ${await time('compose.ts', 'restAfterHashMs')} of rest after each; ${await count('compose.ts', 'maxWaitingPerCore', 'all')} a core wait, ${await count('compose.ts', 'maxWaitingPerCore', 'group')} of one network; addresses that the account knows have a queue of their own`,
      'a second of work; the right password is never starved by strangers',
    ),
    row(
      'registrations',
      is`one a core; ${await count('compose.ts', 'maxWaitingPerCore', 'all')} a core wait, ${await count('compose.ts', 'maxWaitingPerCore', 'group')} of one network`,
      'each hashes a password and writes',
    ),
    row(
      'pictures',
      is`half the cores while game servers ask, otherwise all; ${await count('compose.ts', 'maxWaitingPerCore', 'all')} a core wait; accounts take turns, and networks for portraits`,
      'decoding and encoding take milliseconds of a core',
    ),
    row(
      'uploads being received',
      is`${await count('state/limits/upload-places.ts', 'maxAtOnce')}, of which one network has ${await count('state/limits/upload-places.ts', 'maxAtOnceOf', 'network')} and one account ${await count('state/limits/upload-places.ts', 'maxAtOnceOf', 'account')}; ${await count('state/limits/upload-places.ts', 'maxWaiting', 'all')} wait unread for ${await time('http/body/uploads.ts', 'waitTimeoutMs')}, of which one network has ${await count('state/limits/upload-places.ts', 'maxWaiting', 'network')} and one account ${await count('state/limits/upload-places.ts', 'maxWaiting', 'account')}`,
      'each takes some 5 MB while its form is parsed',
      '[429](#429-too-much-at-once)',
    ),
    row(
      'key pairs of player certificates',
      is`one at a time, ${await count('state/keys/player-certificates.ts', 'poolSize')} made ahead; ${await count('state/keys/player-certificates.ts', 'maxWaiting', 'all')} wait, ${await count('state/keys/player-certificates.ts', 'maxWaiting', 'group')} of one account`,
      'the game gives up after five seconds',
    ),
    row(
      'requests to an external skin system',
      is`${await count('state/textures/skin-system.ts', 'maxRequestsAtOnce')}; ${await count('state/textures/skin-system.ts', 'maxRequestsWaiting', 'all')} wait, ${await count('state/textures/skin-system.ts', 'maxRequestsWaiting', 'group')} of one network`,
      'a player who joins waits for the answer',
    ),
    row(
      'requests to the object store',
      is`${await count('state/textures/object-store.ts', 'maxStoreRequests')} to read and as many to change; ${await count('state/textures/object-store.ts', 'maxStoreWaiting', 'all')} wait for either, ${await count('state/textures/object-store.ts', 'maxStoreWaiting', 'group')} of one network or account`,
      'a slow store holds few requests',
    ),
    row(
      'questions to one neighbour',
      is`${await count('state/neighbours/neighbour-line.ts', 'maxAtOnce')}, ${await count('state/neighbours/neighbour-line.ts', 'maxLookupsAtOnce')} of them lookups, and ${await count('state/neighbours/neighbour-line.ts', 'moreForKnown')} for players that are known; ${await count('state/neighbours/neighbour-line.ts', 'maxWaiting', 'all')} wait, ${await count('state/neighbours/neighbour-line.ts', 'maxWaiting', 'group')} of one network, and as many that are known`,
      'a slow neighbour holds few requests',
    ),
    row(
      'joins that are watched',
      is`${await count('state/neighbours/neighbours.ts', 'maxWatched')}; further ones are not watched`,
      'nobody waits for them',
    ),
    row(
      'games that ask for a code',
      is`${await count('wire/link-door/door.ts', 'maxConnections')} connections`,
      'strangers open them',
    ),
    row(
      'pictures of the visitors of one neighbour being read',
      is`${await count('state/neighbours/pictures.ts', 'maxAtOnce')}; ${await count('state/neighbours/pictures.ts', 'maxWaiting')} wait; ${await count('state/neighbours/pictures.ts', 'maxCopies')} visitors of all neighbours`,
      'a slow host of pictures delays no other',
    ),
    row(
      'answers of players who sign in at one neighbour',
      is`${await count('state/neighbours/code-exchange.ts', 'maxAtOnce')}, for ${await time('state/neighbours/code-exchange.ts', 'timeoutMs')}; no further ones wait`,
      'a slow neighbour holds few requests',
    ),
    row(
      'answers of people who sign in at one provider',
      is`${await count('state/providers/providers.ts', 'maxAtOnce')}, ${await time('state/providers/providers.ts', 'timeoutMs')} for each of its answers; no further ones wait`,
      'a slow provider holds few requests',
    ),
    row(
      'questions about members of a guild at one provider',
      is`one each ${await time('domain/providers/sync.ts', 'betweenQuestionsMs')} of all instances, ${await time('state/providers/providers.ts', 'timeoutMs')} for each answer; the others wait in their rows`,
      'Discord limits bots ([0128](decisions/0128-provider-sync.md))',
    ),
    row(
      'requests of one network begun in one turn of the event loop',
      is`${await count('lib/queue/fair-turns.ts', 'begunPerTurn')} while other networks send; ${await count('lib/queue/fair-turns.ts', 'maxWaiting')} wait, further ones begin at once`,
      'a burst must not delay others ([0060](decisions/0060-bursts-are-spread.md))',
    ),
    row(
      'refusals for lack of room in a queue',
      is`one each ${await time('lib/queue/fair-gate.ts', 'betweenRefusalsMs')}; ${await count('lib/queue/fair-gate.ts', 'maxPendingRejections')} wait, further ones are answered at once`,
      'clients that are refused together return together',
    ),
    row(
      'PostgreSQL',
      is`${await count('storage/postgres/open.ts', 'usual', 'connections')} connections, one for hot reads and ${await count('storage/postgres/group-commit.ts', 'mostCommits')} for joins; ${await count('storage/postgres/pool.ts', 'mostWaiting')} wait; ${await time('storage/postgres/open.ts', 'usual', 'connectTimeoutMs')} for a connection, ${await time('storage/postgres/open.ts', 'usual', 'statementTimeoutMs')} for a statement`,
      'every request is answered within 10 s',
    ),
    row(
      'writes to SQLite',
      is`one batch; ${await count('storage/sqlite/writer.ts', 'mostWaiting')} wait`,
      'a batch takes all that wait',
    ),
    row(
      'email',
      is`${await count('jobs/mail.ts', 'atOnce')} connections to the mail server`,
      'no request waits for a mail server',
    ),
    row(
      'webhooks',
      is`${await count('jobs/webhooks.ts', 'atOnce')} receivers, one request each; ${await time('jobs/webhook-delivery.ts', 'timeoutMs')} for an answer`,
      'a slow receiver delays itself only',
    ),
    row(
      'log lines that nobody reads',
      is`${await bytes('cli/serve/log.ts', 'maxBufferedBytes')}, then they are dropped`,
      'memory must not grow with a blocked pipe',
    ),
  ],
}
