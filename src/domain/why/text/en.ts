import { instantIn } from '../../../lib/text/intl.ts'
import type { WhyText } from '../text.ts'

const instant = instantIn('en')

const signInAgain = 'Sign out of the launcher, sign in again and start the game from there.'
const ours = ({ at }: { at: string }): string =>
  `The fault was ours: look at the log of ${at}. Then the player tries again.`
const oursOnPage = ({ at }: { at: string }): string =>
  `The fault was ours. Have the player try again; if it stays so, tell the operators that it happened at ${at}.`
const foreign =
  'The game was started with the name of one account and the token of another. Choose the account in the launcher again and start the game from there.'
const serverAsks = ({ agent }: { agent: string }): string =>
  `Is the server asking this service? Its start needs this line before -jar, and its log must name it: ${agent}`

const suspended = (name: string, until: number | undefined, reason: string | undefined): string =>
  `${name} is suspended ${until === undefined ? 'without an end' : `until ${instant(until)}`}${
    reason === undefined ? '' : `, reason: ${reason}`
  }.`

export const en: WhyText = {
  instant,
  succeeded: {
    web: 'Signed in on a page.',
    oauth: 'An application signed the player in.',
    authenticate: 'A launcher signed the player in.',
    refresh: 'A launcher renewed its token.',
    join: 'The game told us that it joins a server.',
    hasJoined: 'A game server asked, and was told to let the player in.',
  },
  refused: {
    credentials_invalid: 'The login, the password or the two-factor code was wrong.',
    second_factor_required: 'The password was right, and the two-factor code was missing.',
    account_suspended: 'The account was suspended.',
    too_many_guesses: 'There were too many wrong passwords or codes before.',
    overloaded: 'Too many were signing in at this moment.',
    token_invalid: "The launcher's token had ended, or was none of ours.",
    token_expired: "The launcher's token had expired.",
    parameters_missing: 'The game left something out.',
    join_token_invalid: "The game's token had ended, or was none of ours.",
    join_token_expired: "The game's token had expired.",
    join_scope_missing: "The game's token does not allow to join servers.",
    join_profile_foreign: "The game named another account than its token's.",
    join_name_foreign: "The game named another account than its token's.",
    server_not_allowed: 'The player is in none of the groups that the game server lets in.',
    server_paused: 'The game server was paused here.',
    server_unknown: 'A game server asked at an address that is not good any more, or never was.',
    join_unknown: 'A game server asked, and the game had not joined it here.',
    username_unknown: 'A game server asked about this name, and nobody had it.',
    never_joined: 'A game server asked, and the game had joined no server here.',
    server_id_differs: 'A game server asked, and the game had joined another one.',
    join_address_differs: 'The game server saw the player at another address than we did.',
    join_expired: 'The game server asked too late.',
    join_taken: 'A second game server, or the same one again, asked about one join.',
    ip_malformed: "The game server sent as the player's address what is none.",
    grant_ended: 'What the player had allowed the application had ended.',
    database_unavailable: 'Our database did not answer.',
    unexpected: 'Something failed here.',
  },
  refusedOtherwise: (reason) => `It was declined: ${reason}.`,
  advice: {
    credentials_invalid: ({ name, baseUrl }) =>
      `Somebody signed in with a wrong password, or with a two-factor code that was wrong or used. ${name} can choose a new password at ${baseUrl}/recover, or you set one: norn account password ${name}`,
    second_factor_required: () =>
      'Two-factor authentication is on. In the launcher the password field takes the password, a colon and the code: password:123456',
    account_suspended: ({ name }) =>
      `${name} was suspended then and is not any more. The suspension has ended all tokens. ${signInAgain}`,
    too_many_guesses: ({ name, address }) =>
      `Somebody tried too many wrong passwords or codes. It passes by itself; at once with: norn account unlock ${name} --address ${address}`,
    overloaded: () =>
      'Too many players were signing in at once. Try again; if it happens often, add cores or instances.',
    token_invalid: () =>
      `The launcher's token has ended: signed out, a new password, a suspension, or used by another launcher. ${signInAgain}`,
    token_expired: () => `The launcher's token has expired. ${signInAgain}`,
    parameters_missing: () => 'The game left something out of its request. Update the launcher and the game.',
    join_token_invalid: () =>
      `The game was started with a token that has ended since, or with an account of another service. ${signInAgain}`,
    join_token_expired: () =>
      'The game was started with a token that has expired. Start it again from the launcher.',
    join_scope_missing: () =>
      'The application that started the game did not ask for the right to join servers. Sign in with a launcher, or register the application with that scope.',
    join_profile_foreign: () => foreign,
    join_name_foreign: () => foreign,
    server_not_allowed: ({ name, server, groups }) =>
      `The game server ${server} lets in members of ${groups || 'groups that are gone'} alone. To let ${name} in: norn group add GROUP ${name}`,
    server_paused: ({ server }) =>
      `The game server ${server} is paused. To end it: norn server resume ${server}`,
    server_unknown: () =>
      'The game server asks at a root that was replaced or removed, or is mistyped. Give it the lines that norn client-setup --server NAME prints.',
    join_unknown: (facts) =>
      `The server asks this service, and the game did not join here. In the launcher: is the account one of ${facts.baseUrl}?`,
    username_unknown: ({ name }) =>
      `When the server asked, nobody was called ${name}. Sign in again in the launcher, so that the game has the name of now.`,
    never_joined: ({ baseUrl, agent }) =>
      `The server asks this service, and the game did not join here: it uses another service. In the launcher, choose the account of ${baseUrl}. A launcher that does not know this service starts the game with: ${agent}`,
    server_id_differs: () =>
      'The game joined, but another server than the one that asked. Behind a proxy only the proxy may ask: set online-mode=false on the servers behind it. Else join again.',
    join_address_differs: () =>
      'The server compares addresses, and sees another one of the player than this service. Where this service is behind a proxy, set NORN_TRUST_PROXY; else set prevent-proxy-connections=false in server.properties.',
    join_expired: () =>
      'The server asked long after the game had joined. Join again; if it stays so, the server or its network is too slow.',
    join_taken: () =>
      'Two ask about one join, a proxy and the server behind it. Set online-mode=false on the servers behind the proxy.',
    ip_malformed: () =>
      "The server, or a plug-in of it, sends something as the player's address that is none. Update it, or set prevent-proxy-connections=false in server.properties.",
    grant_ended: () =>
      'What the player had allowed the application is over: removed, used twice, or ended by a new password. Sign in to the application again.',
    database_unavailable: ours,
    unexpected: ours,
  },
  adviceOtherwise: ({ at }, reason) =>
    `The attempt of ${at} was declined: ${reason}. docs/errors.md says why.`,
  noName: (name) => `No account has "${name}" as its username, e-mail or UUID. Check the spelling.`,
  noAccount: (name) =>
    `There is no account ${name}, and nobody has tried that name. Check the spelling, or create it: norn account create --username ${name}`,
  noAccountTyped: (name) =>
    `There is no account ${name}: somebody signed in with a name that nobody has. Check the spelling, or create it: norn account create --username ${name}`,
  noAccountAsked: (name) =>
    `There is no account ${name}, and a game server asked about it: the player's launcher is signed in to another service, or offline. Sign in to an account of this service there.`,
  renamed: (former, now) =>
    `${former} is called ${now} now, and the launcher may still have the old name. ${signInAgain}`,
  suspended: (name, until, reason) =>
    `${suspended(name, until, reason)} To end it: norn account restore ${name}`,
  leaving: (name, at) =>
    `The owner of ${name} has asked for its deletion, on ${instant(at)}. Until then they can sign in on a page and press "Keep my account".`,
  nobodyTried: ({ name, baseUrl, agent }) =>
    `Nobody tried: neither a launcher nor a game server has asked about ${name}. In the launcher: is the account one of ${baseUrl}? ${serverAsks({ agent })}`,
  pageAlone: ({ at, name, baseUrl }) =>
    `${name} signed in on a page at ${at}, and in no launcher since. In the launcher, add ${baseUrl} as a server and sign in there.`,
  launcherAlone: ({ at, agent }) =>
    `Signed in at ${at}, and the game has told us of no server since. Either nobody has joined one, or the game uses another service; a launcher that does not know this one starts it with: ${agent}`,
  joinAlone: (facts) =>
    `The game joined a server at ${facts.at}, and no server asked us. ${serverAsks(facts)}`,
  letIn: ({ at, name }) =>
    `It worked at ${at}: the server was told to let ${name} in. What keeps the player out since is the server itself (whitelist, ban, mods, version): its log says it.`,
  onPage: {
    advice: {
      server_not_allowed: ({ name, server, groups }) =>
        `The game server ${server} lets in members of ${groups || 'groups that are gone'} alone. Add ${name} to one of them below.`,
      server_paused: ({ server }) =>
        `The game server ${server} is paused. Open it below Game servers and press “Resume”.`,
      credentials_invalid: ({ name, baseUrl }) =>
        `Somebody signed in with a wrong password, or with a two-factor code that was wrong or used. ${name} can choose a new password at ${baseUrl}/recover.`,
      too_many_guesses: () =>
        'Somebody tried too many wrong passwords or codes. Wait a while, then try again.',
      database_unavailable: oursOnPage,
      unexpected: oursOnPage,
    },
    adviceOtherwise: ({ at }, reason) =>
      `The attempt of ${at} was declined: ${reason}. Have the player try again; if it stays so, tell the operators.`,
    noAccount: (name) =>
      `There is no account ${name}, and nobody has tried that name. Check the spelling. A new player has to register first.`,
    noAccountTyped: (name) =>
      `There is no account ${name}: somebody signed in with a name that nobody has. Check the spelling. A new player has to register first.`,
    suspended: (name, until, reason) =>
      `${suspended(name, until, reason)} To end it, open the account below and press “Restore”.`,
  },
}
