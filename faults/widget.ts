import type { Fault } from './fault.ts'

const tests = ['test/web/widget.test.ts']
const where = { tests, named: 'tells who plays where' }
const chosen = { tests, named: 'gives numbers alone' }
const bounded = { tests, named: 'reads once for all' }

/** The widget, which strangers and other sites see. */
export const widgetFaults: readonly Fault[] = [
  {
    rule: 'without its setting the paths of the widget are unknown',
    from: 'if (context.config.widget.length > 0) app.register(widgetRoutes',
    to: 'app.register(widgetRoutes',
    tests,
    named: 'is not there',
  },
  {
    rule: 'the widget has nobody whose game reports offline',
    from: "status <> 'OFFLINE' and ${mayBeSeen('account')} and ${mayBeSeen('owner')}",
    to: "${mayBeSeen('account')} and ${mayBeSeen('owner')}",
    ...where,
  },
  {
    rule: 'the widget has nobody who is suspended',
    from: "${account}.deletes_at is null and ${notSuspended('$4', account)}",
    to: '${account}.deletes_at is null and cast($4 as bigint) > 0',
    ...where,
  },
  {
    rule: 'the widget has nobody who is about to be deleted',
    from: "${account}.deletes_at is null and ${notSuspended('$4', account)}",
    to: "${notSuspended('$4', account)}",
    ...where,
  },
  {
    rule: 'the widget has no character of a suspended account',
    from: "${mayBeSeen('account')} and ${mayBeSeen('owner')}",
    to: "${mayBeSeen('account')}",
    ...where,
  },
  {
    rule: 'for the widget the last report of several games counts',
    from: '    else players.delete(report.id)\n',
    to: '',
    ...where,
  },
  {
    rule: 'the widget has a player at a game server only while the game plays on a server',
    from: "case when status = 'PLAYING_SERVER' then server end as server",
    to: 'server',
    ...where,
  },
  {
    rule: 'the widget names no game server that a group restricts',
    from: 'and (not exists (select 1 from game_server_group where server_id = game_server.id)\n       or',
    to: 'and (true or not exists (select 1 from game_server_group where server_id = game_server.id)\n       or',
    ...where,
  },
  {
    rule: 'everybody gets what the widget read in the last ten seconds',
    from: '() => widgetMs,\n    monotonic',
    to: '() => 0,\n    monotonic',
    ...where,
  },
  {
    rule: 'the widget names players only where the operator says so',
    from: "names: has('names')",
    to: "names: has('players')",
    ...chosen,
  },
  {
    rule: 'the widget names game servers only where the operator says so',
    from: "servers: has('servers')\n",
    to: "servers: has('players')\n",
    ...chosen,
  },
  {
    rule: 'scripts of a site whose origin only begins like an allowed one may not read the widget',
    from: 'sites.find((one) => one === origin)',
    to: 'sites.find((one) => origin.startsWith(one))',
    ...chosen,
  },
  {
    rule: 'only the chosen sites may frame the widget',
    from: '["\'self\'", ...sites].join',
    to: '["*", ...sites].join',
    ...chosen,
  },
  {
    rule: 'other sites may frame the widget',
    from: "reply.removeHeader('x-frame-options')\n    openTo",
    to: 'openTo',
    ...where,
  },
  {
    rule: 'the widget reads no more than 1,024 reports',
    from: 'while (rows.length < most) {',
    to: 'while (rows.length < 2 * most) {',
    ...bounded,
  },
  {
    rule: 'the widget also reads reports that end at the same instant',
    from: 'where (until, account_id, pmid) > ($1, $2, $3)',
    to: 'where until > $1 and $2 = $2 and $3 = $3',
    ...bounded,
  },
  {
    rule: 'the widget names 24 players at most',
    from: '.slice(0, mostNames)',
    to: '',
    ...bounded,
  },
  {
    rule: 'the widget shows nothing that it read more than a minute ago',
    from: 'clock() - known.at > staleMs',
    to: 'clock() < known.at',
    tests,
    named: 'is away',
  },
]
